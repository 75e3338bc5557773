import { describe, expect, it } from "vitest";
import type { DirectoryFile } from "../../src/settings/directory-choice.ts";
import { type ResolveInput, requireService } from "../../src/settings/resolve.ts";
import { failure, local, none, resolve, settings } from "./support/resolving.ts";

const fileIn = (directory: string, choice: Partial<DirectoryFile>): DirectoryFile => ({
  path: `${directory}/.browserctl.json`,
  directory,
  ...choice,
});
const shared = (choice: Partial<DirectoryFile>, input: Partial<ResolveInput> = {}) =>
  resolve({ cwd: "/r/deep", directoryFile: fileIn("/r", choice), ...input });

describe("the context of a directory file", () => {
  it("the context of a directory file overrides the current one, and its origin is shown", () => {
    expect(shared({ context: "prod" }).context).toMatchObject({
      value: "prod",
      source: "directory",
      from: "context in /r/.browserctl.json",
      shadowed: [{ source: "file", value: "cur" }],
    });
    expect(requireService(shared({ context: "prod" }))).toMatchObject({
      baseUrl: "https://prod.example/v1",
      token: "prod-token",
      project: "prod-project",
      contextName: "prod",
      chosenBy: "/r/.browserctl.json",
    });
  });

  it("the flag and the variable override the context of a directory file", () => {
    const input = { flags: { context: "bare" }, env: { BROWSERCTL_CONTEXT: "local" } };
    const { context } = shared({ context: "prod" }, input);
    expect([context.value, ...context.shadowed.map((each) => each.value)]).toEqual(["bare", "local", "prod", "cur"]);
    expect(requireService(shared({ context: "cur" }, { flags: { context: "prod" } })).chosenBy).toBeUndefined();
  });

  // The user has bound /w to prod, and /w/a/b to bare.
  it.each([
    ["a file above a binding", "/w/x", "/", "prod", "file"],
    ["a file in the same directory as a binding", "/w/x", "/w", "prod", "file"],
    ["a file below a binding", "/w/x", "/w/x", "other", "directory"],
    ["a file between two bindings", "/w/a/b/c", "/w/a", "bare", "file"],
    ["a file below both", "/w/a/b/c", "/w/a/b/c", "other", "directory"],
    ["a directory whose name only begins like a bound one", "/wide", "/wide", "other", "directory"],
  ])(
    "%s: the nearest directory's context wins, and the user's own in the same directory",
    (_, cwd, directory, value, source) => {
      const { context } = resolve({ cwd, directoryFile: fileIn(directory, { context: "other" }) });
      expect(context).toMatchObject({ value, source });
    },
  );

  it("an unknown context of a directory file is an error only where it is needed", () => {
    const unknown = shared({ context: "pord" });
    expect(failure(() => requireService(unknown))).toMatchObject({
      exit: "usage",
      code: "unknown_context",
      message: 'context in /r/.browserctl.json: there is no context "pord"; did you mean "prod"?',
      options: { hint: "browserctl login --context pord --base-url URL" },
    });
    const env = { BROWSERCTL_BASE_URL: "https://env.example", BROWSERCTL_TOKEN: "env-token" };
    const pipeline = requireService(shared({ context: "pord", project: "web" }, { env, settings: none }));
    expect(pipeline).toMatchObject({ baseUrl: "https://env.example", token: "env-token", project: undefined });
    expect(failure(() => requireService(shared({ context: "constructor" }))).code).toBe("unknown_context");
  });
});

describe("the project of a directory file", () => {
  it("the project of a directory file comes after flag and variable and before the context's own", () => {
    const choice = { context: "prod", project: "web" };
    const input = { flags: { project: "p-flag" }, env: { BROWSERCTL_PROJECT: "p-env" } };
    const { project } = shared(choice, input);
    expect([project.value, ...project.shadowed.map((each) => each.value)]).toEqual([
      "p-flag",
      "p-env",
      "web",
      "prod-project",
    ]);
    expect(shared(choice).project).toMatchObject({ source: "directory", from: "project in /r/.browserctl.json" });
  });

  it("the project of a directory file without a context applies to any context", () => {
    expect(requireService(shared({ project: "web" }))).toMatchObject({
      contextName: "cur",
      project: "web",
      chosenBy: "/r/.browserctl.json",
    });
    expect(requireService(shared({ project: "web" }, { flags: { context: "prod" } }))).toMatchObject({
      contextName: "prod",
      project: "web",
    });
  });

  it.each<[string, Partial<ResolveInput>, unknown]>([
    ["another context of the flag", { flags: { context: "prod" } }, "prod-project"],
    ["another context of the user's own binding", { cwd: "/w", directoryFile: undefined }, "prod-project"],
    ["another base URL", { flags: { baseUrl: "https://x.example" }, env: { BROWSERCTL_TOKEN: "t" } }, undefined],
  ])("is not used with %s", (_, input, project) => {
    const directoryFile = fileIn(input.cwd ?? "/r", { context: "cur", project: "web" });
    const service = requireService(resolve({ cwd: "/r", ...input, directoryFile }));
    expect([service.project, service.chosenBy]).toEqual([project, undefined]);
  });

  it("an unused project of a directory file is explained", () => {
    const from = (choice: Partial<DirectoryFile>, input: Partial<ResolveInput>): string =>
      shared(choice, input).project.from;
    expect(from({ context: "cur", project: "web" }, { flags: { context: "bare" } })).toBe(
      'the service\'s default; /r/.browserctl.json names a project, but only for context "cur"',
    );
    expect(from({ project: "web" }, { settings: none, env: { BROWSERCTL_BASE_URL: "https://x.example" } })).toBe(
      "the service's default; /r/.browserctl.json names a project, but only for the services of your contexts",
    );
  });
});

describe("no token follows a directory file to another service", () => {
  const env = { BROWSERCTL_TOKEN: "env-token" };

  it("a token of the environment is not sent to the service that the file chose", () => {
    const resolved = shared({ context: "prod" }, { env });
    expect(resolved.token).toMatchObject({ value: undefined, shadowed: [] });
    expect(failure(() => requireService(resolved))).toMatchObject({
      exit: "auth",
      code: "no_token",
      message:
        "no token for https://prod.example/v1: BROWSERCTL_TOKEN is not sent to a service that /r/.browserctl.json chose",
      options: { hint: "add --context prod if you mean it" },
    });
  });

  it.each<[string, Partial<DirectoryFile>, Partial<ResolveInput>]>([
    ["the context that is current anyway", { context: "cur" }, {}],
    ["a context with the same base URL", { context: "twin" }, {}],
    ["a context that the flag names too", { context: "prod" }, { flags: { context: "prod" } }],
    ["a context that the variable names too", { context: "prod" }, { env: { ...env, BROWSERCTL_CONTEXT: "prod" } }],
    ["a context that the user has bound above", { context: "prod" }, { cwd: "/w/x" }],
    ["no context at all", { project: "web" }, {}],
  ])("it is sent with %s", (_, choice, input) => {
    const contexts = { ...settings.contexts, twin: { kind: "hosted" as const, base_url: "https://cur.example" } };
    const directoryFile = fileIn(input.cwd ?? "/r", choice);
    const at = { cwd: "/r", env, settings: { ...settings, contexts }, ...input, directoryFile };
    expect(requireService(resolve(at)).token).toBe("env-token");
  });

  it("a token of the environment is sent to a base URL of the environment, whatever the file chooses", () => {
    const both = { ...env, BROWSERCTL_BASE_URL: "https://env.example" };
    expect(requireService(shared({ context: "prod", project: "web" }, { env: both }))).toMatchObject({
      baseUrl: "https://env.example",
      token: "env-token",
      project: undefined,
      contextName: undefined,
    });
  });

  it("a token of the environment is not sent when the user has chosen no context", () => {
    const { current: _, ...undecided } = settings;
    const resolved = shared({ context: "prod" }, { env, settings: undecided });
    expect(resolved.token.value).toBeUndefined();
  });

  it("a stored token is only sent to its own context's base URL", () => {
    for (const context of Object.keys(settings.contexts)) {
      const { base_url, token } = shared({ context, project: "web" });
      if (token.value === undefined) continue;
      const pair = [base_url.value, token.value];
      expect([
        ["https://cur.example", "cur-token"],
        ["https://prod.example/v1", "prod-token"],
        [local.base_url, local.listener],
      ]).toContainEqual(pair);
    }
  });
});

describe("the output defaults of a directory file", () => {
  const defaults = { output: "csv", timeout: "7s", noInput: true } as const;
  it("the output defaults of a directory file come before the user's own and after flags and variables", () => {
    expect(shared(defaults)).toMatchObject({
      output: { value: "csv", source: "directory", from: "output in /r/.browserctl.json" },
      timeout: { value: { ms: 7_000 }, source: "directory", shadowed: [{ value: "3m" }] },
      no_input: { value: true, source: "directory" },
      directory_file: { value: "/r/.browserctl.json" },
    });
    const env = { BROWSERCTL_OUTPUT: "json", BROWSERCTL_TIMEOUT: "1s", BROWSERCTL_NO_INPUT: "0" };
    expect(shared(defaults, { env })).toMatchObject({
      output: { value: "json" },
      timeout: { value: { ms: 1_000 } },
      no_input: { value: false },
    });
    expect(requireService(shared(defaults)).chosenBy).toBeUndefined();
  });
});
