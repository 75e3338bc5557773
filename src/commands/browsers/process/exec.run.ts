import type { ReadStream, WriteStream } from "node:tty";
import type { BodyOf, Check, Result, Run } from "../../../cli/declare/body.ts";
import { CliError, type Problem } from "../../../core/errors.ts";
import { ClosedPipeError, type Io } from "../../../core/io.ts";
import type { ProcessExecBody, ProcessSpawnBody } from "../../../generated/types.ts";
import type { processExec } from "./exec.ts";
import { commandProblems, withCommand } from "./lib/command-words.ts";
import { feedInput } from "./lib/feed-input.ts";
import { exitCodeOf, OutputWriter, outputChunk } from "./lib/output-writer.ts";
import { RemoteProcess } from "./lib/remote-process.ts";

type Exec = BodyOf<typeof processExec>;

/** Signals for a first, second and third Ctrl-C. */
const escalation = ["INT", "TERM", "KILL"] as const;

/** Exit code of a process that was killed. */
const KILLED = 137;

export const check: Check<typeof processExec> = ({ flags, request, rest, wantsValue }) => {
  const problems: Problem[] = commandProblems(rest, request.body);
  const other =
    flags.noStdin === true ? "--no-stdin" : wantsValue ? "--output, --query, --fields or --template" : undefined;
  if (flags.stdin === true && other !== undefined)
    problems.push({ path: "--stdin", message: `cannot be used together with ${other}` });
  return problems;
};

/** Runs a command in the session as if it ran here. */
export const run: Run<typeof processExec> = async (body) => {
  const command = withCommand(body.rest, body.request.body);
  const sendStdin = sendsStdin(body);
  return body.wantsValue ? wholeResult(body, command) : body.exit(await live(body, command, sendStdin));
};

/**
 * True when stdin is sent to the command: on request, or when the local terminal becomes its terminal. assumed: a pipe
 * or file is not enough, because it may be the input of a loop around this program; a note mentions it instead.
 */
function sendsStdin({ flags, io, note, wantsValue }: Exec): boolean {
  if (flags.stdin === true) return true;
  if (flags.noStdin === true) return false;
  if (flags.tty === true && io.tty.stdin) return true;
  if (io.stdinOffered && !wantsValue)
    note("note: stdin is not sent to the command; add -i to send it, or -n to hide this note");
  return false;
}

/** Prints the result as one value, and exits with the exit code of the command. */
async function wholeResult({ call, record, request }: Exec, command: ProcessExecBody): Promise<Result> {
  const result = await call("process.exec", { params: request.params, body: command }).catch((error: unknown) => {
    throw asShellNumbers(error);
  });
  return record(result, { exitNumber: result.exit_code });
}

async function live(body: Exec, command: ProcessExecBody, sendStdin: boolean): Promise<number> {
  const { flags, io, lifetime } = body;
  const terminal = flags.tty === true;
  const start = performance.now();
  const remote = await spawn(body, command);
  const ended = new AbortController();
  const screen = terminal ? openTerminal(io, remote) : undefined;
  let signals = 0;
  const giveBack = lifetime.takeSignals((name) => {
    const signal = name === "SIGINT" ? escalation[Math.min(signals, 2)] : name === "SIGHUP" ? "HUP" : "TERM";
    if (name === "SIGINT") signals += 1;
    void remote.kill(signal ?? "KILL").catch(() => {});
  });
  // The process must not outlive this command.
  const undo = lifetime.defer(() => remote.kill("KILL").catch(() => {}));
  const feeding = sendStdin ? feedInput(io, remote, ended.signal, terminal) : endInput(remote, terminal);
  try {
    const code = await untilExit(body, remote, terminal);
    undo();
    noteTimeout(body, command, code, performance.now() - start);
    return code;
  } finally {
    ended.abort();
    screen?.close();
    giveBack();
    await feeding;
  }
}

/** Ends the input of a command that gets none, so that it does not wait for input. */
async function endInput(remote: RemoteProcess, terminal: boolean): Promise<void> {
  if (!terminal) await remote.endInput().catch(() => {});
}

/** Prints a note when the time limit is the likely cause of a KILL. */
function noteTimeout({ note }: Exec, { timeout_sec }: ProcessExecBody, code: number, elapsedMs: number): void {
  if (typeof timeout_sec !== "number" || code !== KILLED || elapsedMs < timeout_sec * 1_000) return;
  note(`timed out after ${timeout_sec}s (--timeout-sec); killed`);
}

async function spawn(body: Exec, command: ProcessExecBody): Promise<RemoteProcess> {
  const { params } = body.request;
  try {
    const { process_id } = await body.call("process.spawn", { params, body: spawnBody(body, command) });
    return new RemoteProcess(body, { ...params, process_id });
  } catch (error) {
    throw asShellNumbers(error);
  }
}

/** Request body that starts the process; a requested terminal gets the size of the local one. */
function spawnBody({ flags, io }: Exec, command: ProcessExecBody): ProcessSpawnBody {
  if (flags.tty !== true) return command;
  const size = io.tty.stdout ? { rows: io.height, cols: io.width } : {};
  return { ...command, allocate_tty: true, ...size };
}

/** Gives the error of a command that cannot be run the exit code of a shell. */
function asShellNumbers(error: unknown): unknown {
  if (!(error instanceof CliError)) return error;
  const exitNumber = { command_not_found: 127, command_not_executable: 126 }[error.code];
  return exitNumber === undefined ? error : new CliError(error.exit, error.message, { ...error.options, exitNumber });
}

async function untilExit({ io, warn }: Exec, remote: RemoteProcess, terminal: boolean): Promise<number> {
  const writer = new OutputWriter(io, terminal);
  let broken: unknown;
  try {
    for await (const event of remote.output()) {
      if (!("event" in event)) await writer.write(outputChunk(event));
      else if (event.event === "exit") return exitCodeOf(event);
      else if (event.event === "gap") warn(`${event.dropped_bytes} bytes of output were lost`);
    }
  } catch (error) {
    if (error instanceof ClosedPipeError) throw error;
    broken = error;
  }
  const code = await remote.exitCode().catch(() => undefined);
  if (code !== undefined && broken === undefined) return code;
  throw new CliError(
    "outcome-unknown",
    `the output of process ${remote.id} ended early${code === undefined ? "; it may still be running" : ""}`,
    {
      code: "stream_broken",
      cause: broken,
      ...(code !== undefined && { extra: { exit_code_of_process: code } }),
    },
  );
}

/** Connects this terminal to a remote one: keys are sent unchanged, and size changes are forwarded. */
function openTerminal(io: Io, remote: RemoteProcess): { close(): void } {
  const input = io.stdin as ReadStream;
  const output = io.stdout as WriteStream;
  const raw = io.tty.stdin;
  if (raw) input.setRawMode(true);
  const drawn = io.draw();
  const resize = (): void => void remote.resize(output.rows, output.columns).catch(() => {});
  if (io.tty.stdout) output.on("resize", resize);
  return {
    close() {
      output.off("resize", resize);
      if (raw) input.setRawMode(false);
      drawn();
    },
  };
}
