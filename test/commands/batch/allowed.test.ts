import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { loadOperation } from "../../../src/cli/declare/operations.ts";
import type { CommandSpec, Effects } from "../../../src/cli/declare/spec.ts";
import { hasSecrets, serviceOperations } from "../../../src/commands/batch/lib/allowed.ts";
import { allowable } from "../../../src/commands/lib/allowable.ts";
import { operations } from "../../../src/contract/index.ts";
import { commands } from "../../../src/generate/all-commands.ts";
import { type HereOptions, runHere, temporaryHome } from "../../support/cli/run-cli.ts";
import { apiServer } from "../../support/servers/api-server.ts";

/** Results of a batch with these lines. */
async function results(lines: readonly (readonly string[])[], options: HereOptions, ...flags: string[]) {
  const stdin = lines.map((line) => `${JSON.stringify(line)}\n`).join("");
  const { stdout } = await runHere(["batch", ...flags], { ...options, stdin });
  return stdout
    .split("\n")
    .slice(0, -1)
    .map((line) => JSON.parse(line) as { exit_code: number; error?: { code: string; message: string } });
}

/** Words of a command with a text for each argument, and with one of the flags. */
function wordsOf(spec: CommandSpec, flag?: string): string[] {
  const args = (spec.args ?? []).filter(({ required }) => required).map(() => "x");
  const declared = spec.flags?.find(({ name }) => name === flag);
  const value = flag === undefined ? [] : [declared?.kind === "boolean" ? `--${flag}` : `--${flag}=json`];
  return [...spec.words.split(" "), ...args, ...value];
}

/** A line for each effect of a command, with the flag of `--allow` that it needs. */
function lines(spec: CommandSpec): { line: string[]; effect: string }[] {
  const { effects } = spec;
  if (effects === "none" || effects === "request") return [];
  if (typeof effects === "string") return [{ line: wordsOf(spec), effect: effects }];
  return Object.entries(effects).flatMap(([effect, when]) =>
    when === true ? [{ line: wordsOf(spec), effect }] : when.map((flag) => ({ line: wordsOf(spec, flag), effect })),
  );
}

test("a line with an effect is refused before it runs, whatever else the batch allows", async () => {
  const server = await apiServer();
  const home = temporaryHome();
  const { env } = await apiServer();
  const all = commands.filter(({ inBatch }) => inBatch !== "never").flatMap(lines);
  expect(all.length).toBeGreaterThan(30);
  for (const effect of allowable) {
    const refused = all.filter((each) => each.effect === effect).map(({ line }) => [...line, "--timeout", "1m"]);
    const others = allowable.filter((each) => each !== effect).flatMap((each) => ["--allow", each]);
    for (const [at, result] of (await results(refused, { home, env }, ...others)).entries()) {
      expect([refused[at], result.exit_code, result.error?.code]).toEqual([refused[at], 2, "not_in_batch"]);
      expect(result.error?.message).toContain(`--allow ${effect}`);
    }
  }
  expect(server.requests).toEqual([]);
  expect(() => readFileSync(join(home.configDir, "config.json"))).toThrow();
});

describe("the declared effects", () => {
  const effectsOf = new Map(commands.map(({ effects, words }) => [words, effects]));
  const has = (effects: Effects | undefined, effect: string): boolean =>
    effects === effect || (typeof effects === "object" && effect in effects);

  test("every command whose answer has a secret declares it", async () => {
    const secret: string[] = [];
    for (const { operation, words } of commands) {
      const response = operation && (await loadOperation(operation)).response;
      if (response?.kind === "json" && hasSecrets(response.schema)) secret.push(words);
    }
    expect(secret).toContain("api-keys rotate");
    for (const words of secret) expect([words, has(effectsOf.get(words), "secrets")]).toEqual([words, true]);
  });

  test("every command that changes settings or the local service declares an effect", () => {
    const reading =
      /^(?:(?:local|config|context|local clock|local chaos) )(?:show|get|list|path|explain|status|logs|support)$/;
    for (const [words, effects] of effectsOf) {
      if (!/^(?:local|config|context|login|logout|completion (?:un)?install)(?: |$)/.test(words) || reading.test(words))
        continue;
      // A profile is a record of the service.
      if (words === "local seed-profile") continue;
      expect([words, has(effects, "settings") || has(effects, "service")]).toEqual([words, true]);
    }
  });

  test("every local-only operation is about records, a reading, or declared to change how the service runs", () => {
    for (const { id, localOnly, method, path } of operations as readonly {
      id: string;
      localOnly?: boolean;
      method: string;
      path: string;
    }[]) {
      if (!localOnly || method === "GET" || /^\/_local\/(?:browsers|profiles|auth)\//.test(path)) continue;
      expect([id, serviceOperations.has(id)]).toEqual([id, true]);
    }
  });
});

describe("the flags and calls of a line", () => {
  test.each([
    ["secrets", ["browsers", "list", "--base-url", "http://127.0.0.1:1"]],
    ["secrets", ["browsers", "list", "--base-url=http://127.0.0.1:1"]],
    ["secrets", ["browsers", "list", "--context", "other"]],
    ["secrets", ["context", "show", "--show-token"]],
    ["secrets", ["browsers", "list", "--insecure-http"]],
    ["secrets", ["api", "POST", "/api_keys"]],
    ["secrets", ["api", "post", "/org/api_keys/x/rotate"]],
    ["secrets", ["api", "GET", "/browsers/../org/api_keys"]],
    ["secrets", ["api", "GET", "/credentials/shop/totp-code"]],
    ["secrets", ["api", "POST", "/credentials"]],
    ["secrets", ["api", "GET", "/unknown"]],
    ["service", ["api", "PUT", "/_local/chaos"]],
    ["service", ["api", "POST", "/_local/stop"]],
    ["service", ["api", "POST", "/_local/new", "--query", "a"]],
  ])("a line needs --allow %s: %j", async (effect, line) => {
    const { env } = await apiServer();
    const others = allowable.filter((each) => each !== effect).flatMap((each) => ["--allow", each]);
    const [result] = await results([line], { env }, ...others);
    expect([result?.exit_code, result?.error?.code]).toEqual([2, "not_in_batch"]);
    expect(result?.error?.message).toContain(`--allow ${effect}`);
  });

  test("a line needs no --allow for values of the batch, or words that only look like flags", async () => {
    const answer = { json: [] };
    const steps = [1, 2, 3].map(() => ({ request: "GET /browsers", answer }));
    const { env, url } = await apiServer(...steps);
    const list = ["browsers", "list"];
    const named = [...list, "--fields", "show-token"];
    const all = await results([[...list, "--base-url", url], named, ["api", "GET", "/browsers"]], { env });
    expect(all.map(({ exit_code }) => exit_code)).toEqual([0, 0, 0]);
  });
});

test("a line with an allowed effect runs", async () => {
  const home = temporaryHome();
  const { env } = await apiServer();
  const line = ["config", "set", "output", "json"];
  const [allowed] = await results([line], { home, env }, "--allow", "settings");
  expect(allowed?.exit_code).toBe(0);
  const [, token] = await results([["version"], ["auth", "token"]], { home, env }, "--allow", "secrets");
  expect(token).toMatchObject({ exit_code: 0 });
});
