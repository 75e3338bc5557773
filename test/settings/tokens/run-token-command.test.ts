import { chmodSync, existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { spawn } from "@lydell/node-pty";
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
  ])("a program that prints one line %s gives the token", async (_what, text) => {
    expect(await run([script(text)])).toBe(secret);
  });
  test("a token program gets its arguments unchanged, without a shell", async () => {
    const argv = [script('printf "%s" "$1-$#"'), "$(id);*"] as const;
    expect(await run(argv)).toBe("$(id);*-1");
  });
  test("a token program has an empty stdin, and its stderr is passed on", async () => {
    let stderr = "";
    const onStderr = (text: string): void => {
      stderr += text;
    };
    expect(await run([script(`cat; echo unlocking >&2; echo ${secret}`)], { onStderr })).toBe(secret);
    expect(stderr).toBe("unlocking\n");
  });
  test("a token program is found by its name", async () => {
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
  ])("a token program without a token is exit 3: %s", async (_what, text, message) => {
    expect(await failureOf([script(text)])).toBe(message);
  });
  test("a token program that does not exist is exit 3", async () => {
    expect(await failureOf(["/nonexistent/program"])).toBe("was not found");
    expect(await failureOf(["browserctl-no-such-program"])).toBe("was not found");
  });
  test("a token program that is not executable is exit 3", async () => {
    expect(await failureOf([script("true", 0o600)])).toBe("is not executable");
  });
  test("a token program that calls browserctl for the same token is exit 3", async () => {
    const env = { ...process.env, BROWSERCTL_IN_TOKEN_COMMAND: "1" };
    expect(await failureOf(["true"], { env })).toContain("is asked by a token program");
  });
});

function isRunning(pid: number): boolean {
  try {
    // A process that has ended stays until its new parent has noticed.
    return !/\) [ZX] /.test(readFileSync(`/proc/${pid}/stat`, "utf8"));
  } catch {
    return false;
  }
}

describe("a program that hangs", () => {
  test("a token program that hangs or ignores SIGTERM is ended at the limit", async () => {
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
  test.each([
    ["a child that it waits for", 'sleep 3601 & echo $! >"$1"; wait'],
    ["a child that ignores SIGTERM", "trap '' TERM; sh -c 'echo $$ >\"$1\"; sleep 3601; sleep 3601' sh \"$1\" & wait"],
    ["a child that keeps its stdout open, after its own end", 'sleep 3601 & echo $! >"$1"'],
  ])("a token program is ended with %s at the limit and by Ctrl-C", async (_what, text) => {
    for (const how of ["limit", "Ctrl-C"]) {
      const file = join(temporaryDirectory(), "pid");
      const controller = new AbortController();
      const limitMs = how === "limit" ? 1_000 : 60_000;
      const asked = run([script(text), file], { limitMs, signal: controller.signal }).catch((error: unknown) => error);
      const pid = await until(() => (existsSync(file) ? Number(readFileSync(file, "utf8")) : 0), { what: "its child" });
      expect(isRunning(pid)).toBe(true);
      if (how === "Ctrl-C") controller.abort(new CliError("interrupted", "interrupted"));
      expect(await asked).toMatchObject({ exit: how === "limit" ? "auth" : "interrupted" });
      await until(() => !isRunning(pid), { what: `the end of the child (${how})` });
    }
  });
  test("a token program that asks at the terminal is ended with its child", async () => {
    const directory = temporaryDirectory();
    const [asks, hangs, pidFile] = [
      script("printf 'Password: ' >/dev/tty; read answer </dev/tty; echo sk-$answer"),
      script('sleep 3601 & echo $! >"$1"; wait'),
      join(directory, "pid"),
    ];
    const main = join(directory, "main.ts");
    const module = JSON.stringify(join(import.meta.dirname, "../../../src/settings/tokens/run-token-command.ts"));
    const options = "{ env: process.env, signal: new AbortController().signal, onStderr: () => {}, limitMs: ";
    writeFileSync(
      main,
      `import { readFileSync } from "node:fs";
      const { runTokenCommand } = await import(${module});
      console.log("token", await runTokenCommand([${JSON.stringify(asks)}], ${options} 30_000 }));
      await runTokenCommand(${JSON.stringify([hangs, pidFile])}, ${options} 1_000 }).catch(({ message }) => console.log(message));
      // The environment of a process that has ended is empty.
      const left = () => readFileSync("/proc/" + readFileSync(${JSON.stringify(pidFile)}, "utf8").trim() + "/environ");
      try { console.log("left " + (left().length > 0)); } catch { console.log("left false"); }`,
    );
    const terminal = spawn(process.execPath, [main], { name: "xterm", env: process.env as Record<string, string> });
    let screen = "";
    const ended = new Promise<void>((resolve) => terminal.onExit(() => resolve()));
    terminal.onData((text) => {
      screen += text;
    });
    await until(() => screen.includes("Password: "), { what: "the question" });
    terminal.write("4711\r");
    await ended;
    expect(screen).toContain("token sk-4711");
    expect(screen).toContain("did not finish within 1 s");
    expect(screen).toContain("left false");
  });
  test("a token program that hangs is ended by Ctrl-C", async () => {
    const controller = new AbortController();
    const asked = run([script("exec sleep 60")], { signal: controller.signal });
    controller.abort(new CliError("interrupted", "interrupted"));
    await expect(asked).rejects.toMatchObject({ exit: "interrupted" });
  });
});
