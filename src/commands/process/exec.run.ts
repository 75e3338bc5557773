import { callAndRender, preview } from "../../cli/call-and-render.ts";
import type { CommandContext, RequestInput } from "../../cli/context.ts";
import type { CommandRun, Output } from "../../cli/spec.ts";
import { type ApiClient, readJson } from "../../client/call.ts";
import { CliError, usageError } from "../../core/errors.ts";
import { withCommand } from "./exec-body.ts";
import { feedInput } from "./feed-input.ts";
import { OutputWriter } from "./output-writer.ts";
import { RemoteProcess } from "./remote-process.ts";

/** What each Ctrl-C, or other signal to this command, sends: ever harder. */
const escalation = ["INT", "TERM", "KILL"] as const;

/** Exit code of a process that was ended by KILL. */
const KILLED = 137;

/** Runs a command in the session as if it ran here. */
export const run: CommandRun = async (context) => {
  const { globals } = context;
  const request = withCommand(context);
  const whole = globals.output !== "text" || globals.query !== undefined || globals.fields !== undefined;
  const sendStdin = sendsStdin(context, whole);
  if (whole) return wholeResult(context, request);
  const operation = await context.loadOperation("process.spawn");
  const shown = await preview({ ...context, operation }, { ...request, body: spawnBody(context, request) });
  if (shown) return shown;
  return { kind: "exit", exitNumber: await live(context, request, sendStdin) };
};

/**
 * True when stdin goes to the command: on request, or when a terminal here becomes its terminal. assumed: a pipe or
 * file is not enough, because it may be the input of a loop around this program; a note mentions it instead.
 */
function sendsStdin({ flags, io }: CommandContext, whole: boolean): boolean {
  if (flags["stdin"] === true) {
    const other = flags["no-stdin"] === true ? "--no-stdin" : whole ? "--output, --query or --fields" : undefined;
    if (other) throw usageError([{ path: "--stdin", message: `cannot be used together with ${other}` }]);
    return true;
  }
  if (flags["no-stdin"] === true) return false;
  if (flags["tty"] === true && io.tty.stdin) return true;
  if (io.stdinOffered && !whole)
    io.note("note: stdin is not sent to the command; add -i to send it, or -n to hide this note");
  return false;
}

/** The result as one value; the exit code is the command's own. */
async function wholeResult(context: CommandContext, request: RequestInput): Promise<Output> {
  const output = await callAndRender({ ...context, request }).catch((error: unknown) => {
    throw asShellNumbers(error);
  });
  if (output.kind !== "value") return output;
  const { exit_code } = (output.value ?? {}) as { exit_code?: unknown };
  return { ...output, exitNumber: typeof exit_code === "number" ? exit_code : 0 };
}

async function live(context: CommandContext, request: RequestInput, sendStdin: boolean): Promise<number> {
  const { flags, io, lifetime } = context;
  const terminal = flags["tty"] === true;
  const client = await context.client();
  const start = performance.now();
  const remote = await spawn(context, client, request);
  const ended = new AbortController();
  const screen = terminal ? (await import("./local-terminal.ts")).openTerminal(io, remote) : undefined;
  let signals = 0;
  const giveBack = lifetime.takeSignals((name) => {
    const signal = name === "SIGINT" ? escalation[Math.min(signals, 2)] : name === "SIGHUP" ? "HUP" : "TERM";
    if (name === "SIGINT") signals += 1;
    void remote.kill(signal ?? "KILL").catch(() => {});
  });
  // However this command ends, what it started here does not go on without it.
  const undo = lifetime.defer(() => remote.kill("KILL").catch(() => {}));
  const feeding = sendStdin ? feedInput(context, remote, ended.signal, terminal) : endInput(remote, terminal);
  try {
    const code = await untilExit(context, remote, terminal);
    undo();
    tellTimeout(context, request, code, performance.now() - start);
    return code;
  } finally {
    ended.abort();
    screen?.close();
    giveBack();
    await feeding;
  }
}

/** Ends the input of a command that gets none, so that it does not wait for it. */
async function endInput(remote: RemoteProcess, terminal: boolean): Promise<void> {
  if (!terminal) await remote.endInput().catch(() => {});
}

/** Names the time limit as the cause of a KILL that came when it was over. */
function tellTimeout({ io }: CommandContext, { body }: RequestInput, code: number, elapsedMs: number): void {
  const limit = body?.["timeout_sec"];
  if (typeof limit !== "number" || code !== KILLED || elapsedMs < limit * 1_000) return;
  io.note(`timed out after ${limit}s (--timeout-sec); killed`);
}

async function spawn(context: CommandContext, client: ApiClient, request: RequestInput): Promise<RemoteProcess> {
  const operation = await context.loadOperation("process.spawn");
  const raw = client.request(operation, { params: request.params, body: spawnBody(context, request) });
  try {
    const { process_id } = (await readJson(await client.send(raw))) as { process_id: string };
    return new RemoteProcess(context, client, request.params["id"] ?? "", process_id);
  } catch (error) {
    throw asShellNumbers(error);
  }
}

/** Request body that starts the process, with a terminal the size of ours when one is requested. */
function spawnBody({ flags, io }: CommandContext, request: RequestInput): Record<string, unknown> {
  if (flags["tty"] !== true) return { ...request.body };
  const size = io.tty.stdout ? { rows: io.height, cols: io.width } : {};
  return { ...request.body, allocate_tty: true, ...size };
}

/** A command that cannot be run, with the exit code a shell has for it. */
function asShellNumbers(error: unknown): unknown {
  if (!(error instanceof CliError)) return error;
  const exitNumber = { command_not_found: 127, command_not_executable: 126 }[error.code];
  return exitNumber === undefined ? error : new CliError(error.exit, error.message, { ...error.options, exitNumber });
}

async function untilExit({ io }: CommandContext, remote: RemoteProcess, terminal: boolean): Promise<number> {
  const writer = new OutputWriter(io, terminal);
  let broken: unknown;
  try {
    for await (const item of remote.output()) {
      if ("exitCode" in item) return item.exitCode;
      if ("droppedBytes" in item) io.note(`warning: ${item.droppedBytes} bytes of output were not kept`);
      else if ("data" in item) await writer.write(item);
    }
  } catch (error) {
    if (!(error instanceof CliError) && (error as Error)?.name === "ClosedPipeError") throw error;
    broken = error;
  }
  const code = await remote.exitCode().catch(() => undefined);
  if (code !== undefined && broken === undefined) return code;
  throw new CliError(
    "outcome-unknown",
    `the output of process ${remote.id} broke off${code === undefined ? " and it may still run" : ""}`,
    {
      code: "stream_broken",
      cause: broken,
      ...(code !== undefined && { extra: { exit_code_of_process: code } }),
    },
  );
}
