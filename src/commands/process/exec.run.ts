import { callAndRender, preview, shownBody } from "../../cli/call-and-render.ts";
import type { CommandContext, RequestInput } from "../../cli/context.ts";
import type { CommandRun } from "../../cli/spec.ts";
import { type ApiClient, readJson } from "../../client/call.ts";
import { CliError } from "../../core/errors.ts";
import { withCommand } from "./exec-body.ts";
import { feedInput } from "./feed-input.ts";
import { OutputWriter } from "./output-writer.ts";
import { RemoteProcess } from "./remote-process.ts";

/** What each Ctrl-C, or other signal to this command, sends: ever harder. */
const escalation = ["INT", "TERM", "KILL"] as const;

/** Runs a command in the session as if it ran here. */
export const run: CommandRun = async (context) => {
  const { globals } = context;
  const request = withCommand(context);
  const shown = await preview(context, request);
  if (shown) return shown;
  const whole = globals.output !== "text" || globals.query !== undefined || globals.fields !== undefined;
  if (whole) return callAndRender({ ...context, request });
  return { kind: "exit", exitNumber: await live(context, request) };
};

async function live(context: CommandContext, request: RequestInput): Promise<number> {
  const { flags, io, lifetime } = context;
  const terminal = flags["tty"] === true;
  const client = await context.client();
  const remote = await spawn(context, client, request, terminal);
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
  const feeding = flags["no-stdin"] === true ? Promise.resolve() : feedInput(context, remote, ended.signal, terminal);
  try {
    const code = await untilExit(context, remote, terminal);
    undo();
    return code;
  } finally {
    ended.abort();
    screen?.close();
    giveBack();
    await feeding;
  }
}

async function spawn(
  context: CommandContext,
  client: ApiClient,
  request: RequestInput,
  terminal: boolean,
): Promise<RemoteProcess> {
  const operation = await context.loadOperation("process.spawn");
  const { io } = context;
  const size = terminal && io.tty.stdout ? { rows: io.height, cols: io.width } : {};
  const body = { ...request.body, ...(terminal && { allocate_tty: true, ...size }) };
  const raw = client.request(operation, { params: request.params, body }, shownBody(context, { ...request, body }));
  try {
    const { process_id } = (await readJson(await client.send(raw))) as { process_id: string };
    return new RemoteProcess(context, client, request.params["id"] ?? "", process_id);
  } catch (error) {
    // As a shell numbers them.
    if (error instanceof CliError && error.code === "command_not_found") throw renumbered(error, 127);
    if (error instanceof CliError && error.code === "command_not_executable") throw renumbered(error, 126);
    throw error;
  }
}

function renumbered(error: CliError, exitNumber: number): CliError {
  return new CliError(error.exit, error.message, { ...error.options, exitNumber });
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
