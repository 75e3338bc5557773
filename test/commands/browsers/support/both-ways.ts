import { beforeAll, describe, expect } from "vitest";
import { type StartedHome, sharedHome } from "../../../support/cli/local-home.ts";
import { type CliResult, jsonError } from "../../../support/cli/run-cli.ts";

export type Call = (
  args: readonly string[],
  options?: { readonly stdin?: string; readonly env?: Record<string, string> },
) => Promise<CliResult>;

/** Session "shop" of a local service, whose commands run in both ways: as of the local service, and as of a hosted one. */
export interface BothWays {
  readonly home: () => StartedHome;
  /** Runs a command in the way of the current describe. */
  readonly describeEach: (tests: (call: Call) => void) => void;
  /** Arguments and environment by which the service is a hosted one. */
  readonly hosted: () => { readonly args: readonly string[]; readonly env: Record<string, string> };
}

/** Starts the service and the session for a file. */
export function bothWays(): BothWays {
  const started = sharedHome({ inProcess: true });
  let home: StartedHome;
  let hosted: { readonly args: readonly string[]; readonly env: Record<string, string> };
  beforeAll(async () => {
    home = await started();
    await home.json(["browsers", "create", "--headless", "--name", "shop", "--timeout-seconds", "1h"]);
    const { stdout } = await home.cli(["local", "start", "-o", "env", "--show-token"]);
    const variable = (name: string): string => new RegExp(`${name}='?([^'\\n]+)`).exec(stdout)?.[1] ?? "";
    await home.json(["context", "add", "far", "--base-url", variable("BROWSERCTL_BASE_URL")]);
    await home.json(["context", "use", "local"]);
    hosted = { args: ["--context", "far"], env: { BROWSERCTL_TOKEN: variable("BROWSERCTL_TOKEN") } };
  });
  const ways: readonly (readonly [string, Call])[] = [
    ["the local service", (args, options) => home.cli(args, options)],
    [
      "a hosted service, by Playwright",
      (args, options) => home.cli([...args, ...hosted.args], { ...options, env: { ...hosted.env, ...options?.env } }),
    ],
  ];
  return {
    home: () => home,
    hosted: () => hosted,
    describeEach: (tests) => describe.each(ways)("with %s", (_name, call) => tests(call)),
  };
}

/** Output of a command that succeeds. */
export async function printed(call: Call, ...words: readonly string[]): Promise<string> {
  const { code, stderr, stdout } = await call(["browsers", ...words]);
  expect(code, stderr).toBe(0);
  return stdout;
}

/** JSON of a command that succeeds. */
export async function json<T>(call: Call, ...words: readonly string[]): Promise<T> {
  return JSON.parse(await printed(call, ...words, "-o", "json")) as T;
}

/** Code and message of a command that is refused with exit 8. */
export async function refusalOf(
  call: Call,
  words: readonly string[],
  env: Record<string, string> = {},
): Promise<{ readonly code: string; readonly message: string }> {
  const result = await call(["browsers", ...words, "-o", "json"], { env });
  expect(result.code, result.stdout + result.stderr).toBe(8);
  const { code, message } = jsonError(result);
  return { code: String(code), message: String(message) };
}
