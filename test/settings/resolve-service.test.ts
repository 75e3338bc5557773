import { describe, expect, it } from "vitest";
import { type ResolveInput, requireService } from "../../src/settings/resolve.ts";
import { failure, local, none, resolve } from "./support/resolving.ts";

describe("which service", () => {
  it.each<[string, Partial<ResolveInput>, Record<string, unknown>]>([
    [
      "the current context",
      {},
      {
        baseUrl: "https://cur.example",
        token: "cur-token",
        project: "cur-project",
        contextName: "cur",
        kind: "hosted",
      },
    ],
    [
      "a context with a path prefix, named by the flag",
      { flags: { context: "prod" } },
      { baseUrl: "https://prod.example/v1", token: "prod-token", contextName: "prod" },
    ],
    [
      "the context's own address in another spelling",
      { flags: { context: "prod", baseUrl: "https://PROD.example:443/v1/" } },
      { token: "prod-token", project: "prod-project", contextName: "prod" },
    ],
    [
      "an address and a token of the environment",
      { env: { BROWSERCTL_BASE_URL: "https://env.example", BROWSERCTL_TOKEN: "env-token" } },
      {
        baseUrl: "https://env.example",
        token: "env-token",
        project: undefined,
        contextName: undefined,
        kind: "hosted",
      },
    ],
    [
      "a token of the environment for the chosen context",
      { flags: { context: "prod" }, env: { BROWSERCTL_TOKEN: "env-token" } },
      { baseUrl: "https://prod.example/v1", token: "env-token", project: "prod-project", contextName: "prod" },
    ],
    [
      "--context before BROWSERCTL_BASE_URL, and then not with that environment's token",
      {
        flags: { context: "prod" },
        env: { BROWSERCTL_BASE_URL: "http://127.0.0.1:4000", BROWSERCTL_TOKEN: "env-token" },
      },
      { baseUrl: "https://prod.example/v1", token: "prod-token", contextName: "prod" },
    ],
    [
      "--context with BROWSERCTL_BASE_URL that says the same",
      {
        flags: { context: "prod" },
        env: { BROWSERCTL_BASE_URL: "https://prod.example/v1", BROWSERCTL_TOKEN: "env-token" },
      },
      { baseUrl: "https://prod.example/v1", token: "env-token", contextName: "prod" },
    ],
    [
      "BROWSERCTL_BASE_URL before a context of the same environment",
      {
        env: {
          BROWSERCTL_CONTEXT: "prod",
          BROWSERCTL_BASE_URL: "https://env.example",
          BROWSERCTL_TOKEN: "env-token",
        },
      },
      { baseUrl: "https://env.example", token: "env-token", project: undefined, contextName: undefined },
    ],
    [
      "a context without an address, with the environment's",
      { flags: { context: "empty" }, env: { BROWSERCTL_BASE_URL: "https://env.example", BROWSERCTL_TOKEN: "t" } },
      { baseUrl: "https://env.example", token: "t", contextName: undefined },
    ],
    [
      "the local service, from its state file",
      { flags: { context: "local" } },
      { baseUrl: local.base_url, token: local.listener, listener: local.listener, contextName: "local", kind: "local" },
    ],
  ])("%s", (_, input, service) => {
    expect(requireService(resolve(input))).toMatchObject(service);
  });

  it("the local service of a context is looked up in its state directory", () => {
    const asked: string[] = [];
    const readLocal = (stateDir: string) => {
      asked.push(stateDir);
      return local;
    };
    resolve({ flags: { context: "other" }, readLocal });
    resolve({ flags: { context: "local" }, readLocal });
    resolve({ flags: { context: "prod" }, readLocal });
    expect(asked).toEqual(["/other", "/s"]);
  });

  it.each([
    "https://prod.example",
    "https://prod.example/v2",
    "https://prod.example/v1/x",
    "https://prod.example/v10",
    "https://prod.example:8443/v1",
    "http://prod.example/v1",
    "https://prod.example.evil.example/v1",
  ])("a context's token and project are never sent to %s", (baseUrl) => {
    for (const input of [
      { flags: { context: "prod", baseUrl } },
      { env: { BROWSERCTL_CONTEXT: "prod", BROWSERCTL_BASE_URL: baseUrl } },
    ]) {
      const resolved = resolve(input);
      expect(resolved).toMatchObject({ token: { value: undefined }, project: { value: undefined }, kind: undefined });
      expect(resolved.token.from).toBe('context "prod" has one, but only for https://prod.example/v1');
      expect(failure(() => requireService(resolved))).toMatchObject({ exit: "auth", code: "no_token" });
    }
  });

  it("the reason why a token of the environment is not used is shown", () => {
    const env = { BROWSERCTL_BASE_URL: "https://env.example", BROWSERCTL_TOKEN: "t" };
    const resolved = resolve({ flags: { context: "bare" }, env });
    expect(resolved.base_url).toMatchObject({
      value: "https://bare.example",
      shadowed: [{ from: "BROWSERCTL_BASE_URL" }],
    });
    expect(resolved.token).toMatchObject({
      value: undefined,
      from: 'context "bare" has no token, and BROWSERCTL_TOKEN belongs to BROWSERCTL_BASE_URL',
    });
  });

  it.each<[string, Partial<ResolveInput>, string, string, string]>([
    [
      "nothing set up",
      { settings: none },
      "usage",
      "no service is set up",
      "browserctl local start, or: browserctl login --base-url URL",
    ],
    [
      "a context without an address",
      { flags: { context: "empty" } },
      "usage",
      'context "empty" has no base URL',
      "browserctl login --context empty --base-url URL",
    ],
    [
      "a context without a token",
      { flags: { context: "bare" } },
      "auth",
      'no token for https://bare.example: context "bare" has no token',
      "browserctl login --context bare --base-url https://bare.example",
    ],
    [
      "a local service that is not running",
      { flags: { context: "local" }, readLocal: () => undefined },
      "unreachable",
      'the local service of context "local" is not running',
      "browserctl local start",
    ],
    [
      "one that is not running, named by the flag, beside another address",
      {
        flags: { context: "local" },
        env: { BROWSERCTL_BASE_URL: "https://env.example", BROWSERCTL_TOKEN: "t" },
        readLocal: () => undefined,
      },
      "unreachable",
      "is not running",
      "browserctl local start",
    ],
    [
      "plain http to another machine",
      { flags: { baseUrl: "http://a.example" }, env: { BROWSERCTL_TOKEN: "t" } },
      "usage",
      "http://a.example is plain http to another machine",
      "use https, or add --insecure-http",
    ],
  ])("%s is an error with a way out", (_, input, exit, message, hint) => {
    const error = failure(() => requireService(resolve(input)));
    expect(error).toMatchObject({ exit, message: expect.stringContaining(message), options: { hint } });
  });

  it("a token is sent over plain http to loopback, and elsewhere only with insecureHttp", () => {
    const env = { BROWSERCTL_TOKEN: "t" };
    expect(requireService(resolve({ env, flags: { baseUrl: "http://localhost:1" } })).baseUrl).toBe(
      "http://localhost:1",
    );
    const far = resolve({ env, flags: { baseUrl: "http://a.example" } });
    expect(failure(() => requireService(far, { insecureHttp: false })).exit).toBe("usage");
    expect(requireService(far, { insecureHttp: true }).token).toBe("t");
  });
});
