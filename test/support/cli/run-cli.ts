import { type ChildProcess, spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable, Writable } from "node:stream";
import { stripVTControlCharacters } from "node:util";
import { onTestFinished } from "vitest";
import type { CommandHead, CommandSpec } from "../../../src/cli/declare/spec.ts";
import { commandHelp, writePage } from "../../../src/cli/help/help-command.ts";
import { reportError } from "../../../src/cli/output/report.ts";
import { wantsJson } from "../../../src/cli/output/wants-json.ts";
import { route } from "../../../src/cli/route/route.ts";
import { runCommand } from "../../../src/cli/run/run-command.ts";
import { groups } from "../../../src/commands/groups.ts";
import { Lifetime } from "../../../src/core/abort.ts";
import { InterruptedError } from "../../../src/core/errors.ts";
import { Io, type TtyFacts } from "../../../src/core/io.ts";
import { commandHeads } from "../../../src/generated/commands.ts";
import { until } from "../until.ts";
import { checkDeclaredOutput } from "./declared-output.ts";

/** The program as it is built: `npm test` builds it first. */
export const program = join(import.meta.dirname, "../../../bin/browserctl.js");

type Env = Record<string, string | undefined>;

export interface Home {
  dir: string;
  configDir: string;
  stateDir: string;
  /** Nothing of this machine but the search path: every folder is the home's own. */
  env: Record<string, string>;
}

/** A home of the test's own, gone when it has finished. */
export function temporaryHome(): Home {
  const home = createHome();
  onTestFinished(() => removeHome(home));
  return home;
}

export function removeHome({ dir }: Home): void {
  rmSync(dir, { recursive: true, force: true, maxRetries: 5 });
}

/** A new home; {@link removeHome} is up to the caller. */
export function createHome(): Home {
  const dir = mkdtempSync(join(tmpdir(), "browserctl-cli-"));
  const configDir = join(dir, "config");
  const stateDir = join(dir, "state");
  const env = {
    PATH: process.env["PATH"] ?? "",
    LANG: "C.UTF-8",
    TERM: "xterm",
    HOME: dir,
    BROWSERCTL_CONFIG_DIR: configDir,
    BROWSERCTL_STATE_DIR: stateDir,
    TMPDIR: tmpdir(),
    // Shared by all homes of the run.
    NODE_COMPILE_CACHE: process.env["NODE_COMPILE_CACHE"] ?? "",
    // A test whose subject is the pager sets it.
    BROWSERCTL_PAGER: "",
    // Faster; a test whose subject is the screen takes it away.
    BROWSERCTL_SCREEN: "headless",
    // The mark by which the run finds what a test left behind.
    BROWSERCTL_TEST_RUN: process.env["BROWSERCTL_TEST_RUN"] ?? "",
  };
  return { dir, configDir, stateDir, env };
}

export interface CliOptions {
  stdin?: string | Uint8Array;
  /** Stdin stays open for what the test writes. */
  keepStdin?: boolean;
  /** Beside the clean environment; undefined takes a variable away. */
  env?: Env;
  cwd?: string;
  home?: Home;
  /** File and first arguments of another program than the built one, with this Node. */
  program?: readonly string[];
  /** A real terminal for the three streams; what they show comes as stdout, without its control sequences. */
  tty?: boolean;
  /** Columns of that terminal; 100 when omitted, 0 for one of no size. */
  columns?: number;
  /** With `tty`: a file that stdout goes to instead of the terminal. */
  stdoutFile?: string;
}

export interface CliResult {
  stdout: string;
  /** stdout byte for byte. */
  bytes: Buffer;
  stderr: string;
  code: number | null;
  signal: NodeJS.Signals | null;
}

export interface RunningCli {
  child: ChildProcess;
  home: Home;
  /** Everything so far. */
  stdout(): string;
  stderr(): string;
  /** Types at the terminal, or into the pipe. */
  write(text: string): void;
  /** Waits until stdout and stderr together hold the text. */
  shows(text: string): Promise<void>;
  kill(signal: NodeJS.Signals): void;
  done: Promise<CliResult>;
}

/** Starts the built program in a clean environment; it is killed when the test has finished. */
export function startCli(args: readonly string[], options: CliOptions = {}): RunningCli {
  const cli = spawnCli(args, { ...options, home: options.home ?? temporaryHome() });
  const { child } = cli;
  onTestFinished(async ({ task }) => {
    if (child.exitCode === null && child.signalCode === null) {
      // Otherwise a test that timed out does not say how far the program has come.
      if (task.result?.state === "fail") process.stderr.write(stillRunning(args, cli));
      child.kill("SIGKILL");
    }
    await cli.done.catch(() => {});
  });
  return cli;
}

function stillRunning(args: readonly string[], { stdout, stderr }: RunningCli): string {
  return `still running: ${args.join(" ")}\nstdout: ${stdout()}\nstderr: ${stderr()}\n`;
}

/** Starts the built program in a home, also outside of a test; its end is up to the caller. */
export function spawnCli(args: readonly string[], options: CliOptions & { home: Home }): RunningCli {
  const { home } = options;
  const env = defined({ ...home.env, ...options.env });
  const words = [...(options.program ?? [process.execPath, program]), ...args];
  const [file = "", ...rest] = options.tty
    ? [
        "script",
        "-qfec",
        `stty rows 24 cols ${options.columns ?? 100}; exec ${words.map(quote).join(" ")}${options.stdoutFile === undefined ? "" : ` > ${quote(options.stdoutFile)}`}`,
        "/dev/null",
      ]
    : words;
  const child = spawn(file, rest, { cwd: options.cwd ?? home.dir, env, stdio: "pipe" });
  const out: Buffer[] = [];
  const err: Buffer[] = [];
  child.stdout.on("data", (chunk: Buffer) => out.push(chunk));
  child.stderr.on("data", (chunk: Buffer) => err.push(chunk));
  child.stdin.on("error", () => {});
  if (options.stdin !== undefined) child.stdin.end(options.stdin);
  else if (!options.tty && !options.keepStdin) child.stdin.end();
  const text = (chunks: Buffer[]): string => {
    const all = Buffer.concat(chunks).toString();
    return options.tty ? stripVTControlCharacters(all).replaceAll("\r\n", "\n") : all;
  };
  const done = new Promise<CliResult>((resolve, reject) => {
    child.on("error", reject);
    child.on("close", (code, signal) => {
      resolve({ stdout: text(out), bytes: Buffer.concat(out), stderr: text(err), code, signal });
    });
  });
  return {
    child,
    home,
    stdout: () => text(out),
    stderr: () => text(err),
    write: (typed) => void child.stdin.write(typed),
    shows: async (wanted) =>
      void (await until(() => (text(out) + text(err)).includes(wanted), {
        what: () => `"${wanted}" in ${text(out)}${text(err)}`,
      })),
    kill: (signal) => void child.kill(signal),
    done,
  };
}

/** Runs the built program to its end. */
export async function runCli(args: readonly string[], options: CliOptions = {}): Promise<CliResult> {
  const result = await startCli(args, options).done;
  await checkDeclaredOutput(args, result);
  return result;
}

export interface HereOptions {
  stdin?: string | Uint8Array;
  env?: Env;
  home?: Home;
  cwd?: string;
  /** Which streams are a terminal; none by default. */
  tty?: Partial<TtyFacts>;
  width?: number;
  /** The commands there are; the program's own by default. */
  commands?: readonly CommandSpec[];
  /** The service sends more than is declared. */
  newerService?: true;
  /** Interrupts the command as a signal would. */
  interrupt?: Promise<NodeJS.Signals>;
  /** Takes what it writes to stdout and stderr, as it comes. */
  onOutput?: (text: string) => void;
}

/** Runs a command line in this process, over streams in memory: the same words, settings and errors as the program. */
export async function runHere(args: readonly string[], options: HereOptions = {}): Promise<CliResult> {
  const home = options.home ?? temporaryHome();
  const [out, err] = [memory(options.onOutput), memory(options.onOutput)];
  const env = defined({ ...home.env, ...options.env });
  const io = new Io({
    stdin: Readable.from(options.stdin === undefined ? [] : [Buffer.from(options.stdin)]),
    stdinOffered: (options.stdin?.length ?? 0) > 0,
    stdout: out.stream,
    stderr: err.stream,
    env,
    tty: { stdin: false, stdout: false, stderr: false, ...options.tty },
    width: options.width ?? 80,
    cwd: options.cwd ?? home.dir,
  });
  io.jsonErrors = wantsJson(args, env);
  const lifetime = new Lifetime();
  io.interruption = lifetime.signal;
  void options.interrupt?.then((name) => lifetime.abort(new InterruptedError(name as "SIGINT")));
  let code: number;
  try {
    const heads = options.commands?.map(headOf) ?? commandHeads;
    const where = route(args, heads);
    if (where.to === "help") throw new Error("the help of a group is the process's own: use runCli");
    const help = async () => writePage(await commandHelp(where.head, commandHeads, groups), io);
    code = await runCommand(await where.head.load(), where.words, io, lifetime, { heads, help });
    io.writeHeldNotes();
  } catch (error) {
    code = await reportError(lifetime.signal.aborted ? lifetime.signal.reason : error, io, { debug: false });
  } finally {
    await lifetime.finish();
  }
  const result = {
    stdout: out.bytes().toString(),
    bytes: out.bytes(),
    stderr: err.bytes().toString(),
    code,
    signal: null,
  };
  if (!options.commands && !options.newerService) await checkDeclaredOutput(args, result);
  return result;
}

/** The error object of a failed run under `-o json`: stdout must be empty and stderr that one object. */
export function jsonError(
  result: CliResult,
): Record<string, unknown> & { code: string; message: string; exit_code: number } {
  if (result.stdout !== "") throw new Error(`stdout of a failure is not empty: ${result.stdout}`);
  const lines = result.stderr.trimEnd().split("\n");
  if (lines.length !== 1) throw new Error(`stderr is not one object: ${result.stderr}`);
  return (JSON.parse(lines[0] ?? "") as { error: never }).error;
}

function memory(written?: (text: string) => void): { stream: Writable; bytes: () => Buffer } {
  const chunks: Buffer[] = [];
  const stream = new Writable({
    write(chunk: Buffer, _encoding, done) {
      chunks.push(Buffer.from(chunk));
      written?.(chunk.toString());
      done();
    },
  });
  return { stream, bytes: () => Buffer.concat(chunks) };
}

function defined(env: Env): Record<string, string> {
  return Object.fromEntries(Object.entries(env).filter((entry): entry is [string, string] => entry[1] !== undefined));
}

/** A word for a POSIX shell. */
export function quote(word: string): string {
  return `'${word.replaceAll("'", "'\\''")}'`;
}

function headOf(spec: CommandSpec): CommandHead {
  return { summary: "", ...spec, load: async () => spec };
}
