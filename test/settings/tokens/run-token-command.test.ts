import { execFileSync } from "node:child_process";
import { chmodSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { CliError } from "../../../src/core/errors.ts";
import { runTokenCommand, type TokenCommandOptions } from "../../../src/settings/tokens/run-token-command.ts";
import { until } from "../../support/until.ts";
import { temporaryDirectory } from "../support/places.ts";

const secret = "sk-command-0987654321";

/** An executable file with this shell script. */
function script(text: string, mode = 0o700): string {
  const path = join(temporaryDirectory(), "token.sh");
  writeFileSync(path, `#!/bin/sh\n${text}\n`);
  chmodSync(path, mode);
  return path;
}

function run(argv: readonly [string, ...string[]], options: Partial<TokenCommandOptions> = {}): Promise<string> {
  return runTokenCommand(argv, {
    env: { ...process.env },
    signal: new AbortController().signal,
    limitMs: 10_000,
    onStderr: () => {},
    ...options,
  });
}

async function failureOf(argv: readonly [string, ...string[]], options?: Partial<TokenCommandOptions>) {
  const error = await run(argv, options).catch((thrown: unknown) => thrown);
  if (!(error instanceof CliError)) throw new Error(`no failure: ${error}`);
  expect(error).toMatchObject({ exit: "auth", code: "token_command_failed" });
  expect(error.message).toContain(`the token program "${argv[0]}"`);
  expect(error.message + error.options.hint).not.toContain(secret);
  return error.message.replace(`the token program "${argv[0]}" `, "");
}

describe("a program that prints one line", () => {
  test.each([
    ["with a newline at its end", `echo ${secret}`],
    ["with a Windows line end", `printf '${secret}\\r\\n'`],
    ["without one", `printf ${secret}`],
  ])("%s gives the token", async (_what, text) => {
    expect(await run([script(text)])).toBe(secret);
  });
  test("gets its arguments as they are, without a shell", async () => {
    const argv = [script('printf "%s" "$1-$#"'), "$(id);*"] as const;
    expect(await run(argv)).toBe("$(id);*-1");
  });
  test("has an empty stdin, and its stderr is passed on", async () => {
    let stderr = "";
    const onStderr = (text: string): void => {
      stderr += text;
    };
    expect(await run([script(`cat; echo unlocking >&2; echo ${secret}`)], { onStderr })).toBe(secret);
    expect(stderr).toBe("unlocking\n");
  });
  test("is found by its name", async () => {
    expect(await run(["printf", secret])).toBe(secret);
  });
});

describe("a program that gives no token", () => {
  test.each([
    ["nothing", "true", "printed nothing; it must print the token"],
    ["a newline alone", "echo", "printed nothing; it must print the token"],
    ["two lines", `echo ${secret}; echo ${secret}`, "printed 2 lines; it must print the token as one line"],
    ["an empty second line", `echo ${secret}; echo`, "printed 2 lines; it must print the token as one line"],
    ["words", "echo not a token", "printed no token: it must be one line of visible ASCII characters, without spaces"],
    ["far too much", "yes", "printed more than 64 KiB; it must print one line"],
    ["a failure", `echo ${secret}; exit 7`, "failed with exit code 7"],
    ["a signal", "kill -TERM $$", "was ended by SIGTERM"],
  ])("%s", async (_what, text, message) => {
    expect(await failureOf([script(text)])).toBe(message);
  });
  test("one that does not exist", async () => {
    expect(await failureOf(["/nonexistent/program"])).toBe("was not found");
    expect(await failureOf(["browserctl-no-such-program"])).toBe("was not found");
  });
  test("one that is not executable", async () => {
    expect(await failureOf([script("true", 0o600)])).toBe("is not executable");
  });
  test("one that calls browserctl for the same token", async () => {
    const env = { ...process.env, BROWSERCTL_IN_TOKEN_COMMAND: "1" };
    expect(await failureOf(["true"], { env })).toContain("is asked by a token program");
  });
});

describe("a program that hangs", () => {
  test("is ended at the limit, and so is one that ignores SIGTERM", async () => {
    const mark = `${process.pid}-${performance.now()}`;
    const alive = async (): Promise<string> => {
      const { execa } = await import("execa");
      return (await execa("pgrep", ["-f", mark], { reject: false })).stdout;
    };
    for (const text of [`exec sleep 60 # ${mark}`, `trap '' TERM; while :; do :; done # ${mark}`]) {
      expect(await failureOf([script(text), mark], { limitMs: 200 })).toBe("did not finish within 0.2 s");
      await until(async () => (await alive()) === "", { what: "the end of the program" });
    }
  });
  test("does not hold the command up when only its child keeps stdout open", async () => {
    const pipe = join(temporaryDirectory(), "pipe");
    execFileSync("mkfifo", [pipe]);
    try {
      expect(await failureOf([script('cat "$1"'), pipe], { limitMs: 200 })).toBe("did not finish within 0.2 s");
    } finally {
      writeFileSync(pipe, "");
    }
  });
  test("is ended by Ctrl-C", async () => {
    const controller = new AbortController();
    const asked = run([script("exec sleep 60")], { signal: controller.signal });
    controller.abort(new CliError("interrupted", "interrupted"));
    await expect(asked).rejects.toMatchObject({ exit: "interrupted" });
  });
});
