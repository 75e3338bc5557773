import { spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { once } from "node:events";
import { closeSync, createReadStream, openSync, readFileSync, writeFileSync, writeSync } from "node:fs";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { describe, expect, onTestFinished, test } from "vitest";
import { type LocalHome, type SessionRecord, sharedHome, startedHome } from "../support/cli/local-home.ts";
import { jsonError, program, startCli } from "../support/cli/run-cli.ts";
import { until } from "../support/until.ts";

type SessionHome = LocalHome & { id: string };

const atHome = sharedHome({ fakeBrowser: true, inProcess: true });

/** A session of the test's own. */
async function ownSession(): Promise<SessionHome> {
  const home = await atHome();
  const { session_id } = await home.json<SessionRecord>(["browsers", "create", "--timeout-seconds", "600"]);
  return { ...home, id: session_id };
}

let shared: Promise<SessionHome> | undefined;
/** The session of all tests that neither end it nor look at all of its processes. */
function session(): Promise<SessionHome> {
  shared ??= ownSession();
  return shared;
}

const exec = (id: string, ...command: string[]): string[] => [
  "browsers",
  "process",
  "exec",
  id,
  "-n",
  "--",
  ...command,
];
const execFed = (id: string, ...command: string[]): string[] => [
  "browsers",
  "process",
  "exec",
  id,
  "-i",
  "--",
  ...command,
];

/** Runs a line of a shell in the home, with the program as `"$NODE" "$PROGRAM"`. */
async function shell(
  home: SessionHome,
  line: string,
): Promise<{ stdout: string; stderr: string; code: number | null }> {
  const env = { ...home.env, NODE: process.execPath, PROGRAM: program };
  const child = spawn("sh", ["-c", line], { cwd: home.dir, env, stdio: ["ignore", "pipe", "pipe"] });
  onTestFinished(() => void child.kill("SIGKILL"));
  const [stdout, stderr, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, "close")]);
  return { stdout, stderr, code: code as number | null };
}

async function running({ id, json }: SessionHome): Promise<unknown[]> {
  return json(["browsers", "process", "list", id, "--query", "[?state=='running']"]);
}

describe("process exec behaves like a local command", () => {
  test("exec passes exit code, arguments, separate streams, stdin, environment and working directory", async () => {
    const home = await session();
    expect((await home.cli(exec(home.id, "sh", "-c", "exit 7"))).code).toBe(7);
    expect((await home.cli(exec(home.id, "printf", "%s|", "a b", "", "--x", "$HOME"))).stdout).toBe("a b||--x|$HOME|");
    const apart = await home.cli(exec(home.id, "sh", "-c", "echo out; echo err >&2"));
    expect(apart).toMatchObject({ stdout: "out\n", stderr: "err\n", code: 0 });
    const piped = await home.cli(execFed(home.id, "tr", "a-z", "A-Z"), { stdin: "piped through" });
    expect(piped.stdout).toBe("PIPED THROUGH");
    const placed = ["browsers", "process", "exec", home.id, "--cwd", "/tmp", "--env", "GREETING=hi there", "--"];
    const said = await home.cli([...placed, "sh", "-c", 'printf "%s in %s" "$GREETING" "$PWD"']);
    expect(said.stdout).toBe("hi there in /tmp");
  });

  test("exec passes every byte value unchanged in both directions", async () => {
    const home = await session();
    const bytes = Buffer.from(Array.from({ length: 256 * 64 }, (_, at) => at % 256));
    expect((await home.cli(execFed(home.id, "cat"), { stdin: bytes })).bytes.equals(bytes)).toBe(true);
  });

  test("exec returns 128 and the number for a signal, 127 for not found, 126 for not executable", async () => {
    const home = await session();
    expect((await home.cli(exec(home.id, "sh", "-c", "kill -TERM $$"))).code).toBe(143);
    const missing = await home.cli(exec(home.id, "no-such-command-here"));
    expect(missing.code).toBe(127);
    expect(missing.stderr).toContain("no-such-command-here");
    expect((await home.cli(exec(home.id, "/etc/passwd"))).code).toBe(126);
  });

  test("Ctrl-C of exec is INT, a second one TERM, a third KILL", async () => {
    const home = await ownSession();
    const script = `trap 'echo int' INT; trap 'echo term' TERM; echo ready; while :; do sleep 0.05; done`;
    const command = startCli(exec(home.id, "sh", "-c", script), { home });
    await command.shows("ready");
    command.kill("SIGINT");
    await command.shows("int");
    command.kill("SIGINT");
    await command.shows("term");
    command.kill("SIGINT");
    expect((await command.done).code).toBe(137);
    expect(await running(home)).toEqual([]);
  });

  test("a reader that closes its pipe ends exec quietly", async () => {
    const home = await ownSession();
    const line = `"$NODE" "$PROGRAM" browsers process exec ${home.id} -n -- yes | head -n 2`;
    const child = spawn("sh", ["-c", line], { env: { ...home.env, NODE: process.execPath, PROGRAM: program } });
    onTestFinished(() => void child.kill("SIGKILL"));
    let [out, err] = ["", ""];
    child.stdout.on("data", (chunk) => {
      out += chunk;
    });
    child.stderr.on("data", (chunk) => {
      err += chunk;
    });
    const code = await new Promise((resolve) => child.on("close", resolve));
    expect({ out, err, code }).toEqual({ out: "y\ny\n", err: "", code: 0 });
    await until(
      () => running(home),
      (left) => left.length === 0,
    );
  });

  test("exec -t has a terminal; without -t escape sequences are shown and not executed", async () => {
    const home = await session();
    const asks = ["sh", "-c", "test -t 0 && test -t 1 && echo tty"];
    const terminal = await home.cli(["browsers", "process", "exec", home.id, "-t", "-n", "--", ...asks]);
    expect(terminal.stdout.trim()).toBe("tty");
    const hostile = ["sh", "-c", "printf 'a\\033]52;c;aGk=\\007b\\n'"];
    expect((await home.cli(exec(home.id, ...hostile))).stdout).toBe("a\u001b]52;c;aGk=\u0007b\n");
    const shown = await home.cli(["browsers", "process", "exec", home.id, "-n", "--", ...hostile], { tty: true });
    expect(shown.stdout).toContain("a␛]52;c;aGk=␇b");
  });

  test("exec -o json prints the whole result and exits with the command's own code", async () => {
    const home = await session();
    const words = (...command: string[]) => ["browsers", "process", "exec", home.id, "-o", "json", "--", ...command];
    const result = await home.cli(words("sh", "-c", "echo hi; exit 3"));
    expect([result.code, result.stderr]).toEqual([3, ""]);
    const value = JSON.parse(result.stdout) as unknown;
    expect(value).toMatchObject({ exit_code: 3, stdout_b64: Buffer.from("hi\n").toString("base64") });
    expect((await home.cli(words("true"))).code).toBe(0);
    expect((await home.cli(["browsers", "process", "exec", home.id, "--query", "exit_code", "--", "false"])).code).toBe(
      1,
    );
    expect(jsonError(await home.cli(words("no-such-command-here")))).toMatchObject({ exit_code: 127 });
  });

  test("a command of exec that is killed at --timeout-sec says so; another KILL does not", async () => {
    const home = await session();
    const words = (...command: string[]) => [
      ...["browsers", "process", "exec", home.id, "-n", "--timeout-sec", "1", "--", ...command],
    ];
    const late = await home.cli(words("sleep", "60"));
    expect(late).toMatchObject({ code: 137, stderr: "timed out after 1s (--timeout-sec); killed\n" });
    expect(await home.cli(words("sh", "-c", "kill -KILL $$"))).toMatchObject({ code: 137, stderr: "" });
  });

  test("exec sends stdin only with -i: a loop keeps its own, and unsent input is reported", async () => {
    const home = await session();
    writeFileSync(join(home.dir, "list"), "one\ntwo\n");
    const sh = (script: string) =>
      shell(home, script.replaceAll("EXEC", `"$NODE" "$PROGRAM" browsers process exec ${home.id}`));
    const note = "note: stdin is not sent to the command; add -i to send it, or -n to hide this note\n";
    const loop = 'while read word; do EXEC -- echo "got $word"; done';
    expect(await sh(`${loop} < list`)).toEqual({ stdout: "got one\ngot two\n", stderr: "", code: 0 });
    expect(await sh(`cat list | ${loop}`)).toEqual({ stdout: "got one\ngot two\n", stderr: note + note, code: 0 });
    expect(await sh("EXEC -- cat < list")).toEqual({ stdout: "", stderr: note, code: 0 });
    expect(await sh("EXEC -n -- cat < list")).toEqual({ stdout: "", stderr: "", code: 0 });
    expect(await sh("EXEC -- cat < /dev/null")).toEqual({ stdout: "", stderr: "", code: 0 });
    expect(await sh("EXEC -i -- cat < list")).toEqual({ stdout: "one\ntwo\n", stderr: "", code: 0 });
  });

  test("exec -i with -n, or with -o json, is exit 2", async () => {
    const home = await session();
    for (const [flag, other] of [
      [["-n"], "--no-stdin"],
      [["--query", "exit_code"], "--output, --query, --fields or --template"],
    ] as const) {
      const refused = await home.cli(["browsers", "process", "exec", home.id, "-i", ...flag, "--", "cat"]);
      expect(refused.code).toBe(2);
      expect(refused.stderr).toContain(`--stdin: cannot be used together with ${other}`);
    }
  });

  test("typed keys at a terminal reach the command of exec -t", async () => {
    const home = await session();
    const words = ["browsers", "process", "exec", home.id, "-t", "--", "sh", "-c", "read word; echo got=$word"];
    const terminal = startCli(words, { home, tty: true });
    terminal.write("typed\r");
    expect((await terminal.done).stdout).toContain("got=typed");
  });

  test("exec without a command says how to give one; an unknown session is exit 4", async () => {
    const home = await session();
    expect((await home.cli(["browsers", "process", "exec", home.id])).code).toBe(2);
    expect((await home.cli(exec("nothere", "true"))).code).toBe(4);
  });
});

describe("spawned processes", () => {
  async function spawned(home: SessionHome, ...command: string[]): Promise<string> {
    const result = await home.cli(["browsers", "process", "spawn", home.id, "-o", "json", "--", ...command]);
    return (JSON.parse(result.stdout) as { process_id: string }).process_id;
  }

  test("a spawned process gets stdin from an argument, a file and a pipe; the end of a pipe ends the input", async () => {
    const home = await session();
    const id = await spawned(home, "cat");
    const stdin = ["browsers", "process", "stdin", home.id, id];
    expect((await home.cli([...stdin, "one "])).code).toBe(0);
    writeFileSync(join(home.dir, "two"), "two ");
    expect((await home.cli([...stdin, "@two", "--keep-open"])).code).toBe(0);
    expect((await home.cli(stdin, { stdin: "three" })).stderr).toContain("Wrote 5 bytes and ended the input.");
    const output = await home.cli(["browsers", "process", "output", home.id, id, "--follow"]);
    expect(output).toMatchObject({ stdout: "one two three", code: 0 });
    const dead = await home.cli([...stdin, "more", "-o", "json"]);
    expect(dead.code).toBe(4);
    expect(jsonError(dead)).toMatchObject({
      code: "process_not_running",
      message: expect.stringMatching(/exit code 0/),
    });
  });

  test("10 MB that are piped into a process arrive whole and in order", async () => {
    const home = await session();
    const file = join(home.dir, "big");
    const handle = openSync(file, "w");
    for (let at = 0; at < 10; at += 1) writeSync(handle, Buffer.alloc(1 << 20, `${at} 0123456789abcdef\n`));
    closeSync(handle);
    const wanted = createHash("sha256");
    for await (const chunk of createReadStream(file)) wanted.update(chunk);
    const id = await spawned(home, "sha256sum");
    expect((await home.cli(["browsers", "process", "stdin", home.id, id, "@big"])).code).toBe(0);
    const output = await home.cli(["browsers", "process", "output", home.id, id, "--follow"]);
    expect(output.stdout).toBe(`${wanted.digest("hex")}  -\n`);
  });

  test("kill refuses an unknown signal before a request, and traps run", async () => {
    const home = await session();
    const id = await spawned(
      home,
      "sh",
      "-c",
      "trap 'echo bye; exit 9' TERM; echo ready; while :; do sleep 0.05; done",
    );
    const follower = startCli(["browsers", "process", "output", home.id, id, "--follow"], { home });
    await follower.shows("ready");
    const kill = ["browsers", "process", "kill", home.id, id];
    const wrong = await home.cli([...kill, "--signal", "FOO", "--base-url", "http://127.0.0.1:1"]);
    expect(wrong.code).toBe(2);
    expect(wrong.stderr).toContain("--signal: must be one of TERM, KILL, INT, HUP");
    expect((await home.cli(kill)).code).toBe(0);
    expect(await follower.done).toMatchObject({ code: 9, stdout: "ready\nbye\n" });
  });

  test("output without --follow prints the available output and keeps the process running", async () => {
    const home = await session();
    const id = await spawned(home, "sh", "-c", "echo started; sleep 1000");
    const shown = await until(async () => (await home.cli(["browsers", "process", "output", home.id, id])).stdout);
    expect(shown).toBe("started\n");
    const status = await home.json(["browsers", "process", "status", home.id, id]);
    expect(status).toMatchObject({ state: "running", exit_code: null });
  });

  test("a session that ends takes its processes with it", async () => {
    const home = await ownSession();
    const command = startCli(exec(home.id, "sh", "-c", "echo up; sleep 1000"), { home });
    await command.shows("up");
    expect((await home.cli(["browsers", "delete", home.id, "--yes"])).code).toBe(0);
    expect([9, 137, 143]).toContain((await command.done).code);
  });
});

test("typed text is visible nowhere: not in output, traces or the service's log", async () => {
  // The input of a real browser is the subject.
  const home = await startedHome();
  const { session_id } = await home.json<SessionRecord>(["browsers", "create"]);
  const secret = "hunter2-very-secret";
  const result = await home.cli(["browsers", "computer", "type", session_id, "env:PW", "--debug"], {
    env: { PW: secret },
  });
  expect(result.code).toBe(0);
  const log = readFileSync(join(home.stateDir, "service.log"), "utf8");
  expect(result.stdout + result.stderr + log).not.toContain(secret);
});
