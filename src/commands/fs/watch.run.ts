import { preview } from "../../cli/call-and-render.ts";
import type { CommandContext } from "../../cli/context.ts";
import { printOutput } from "../../cli/print.ts";
import type { CommandRun } from "../../cli/spec.ts";
import { type ApiClient, badAnswer, readBytes } from "../../client/call.ts";
import { sseValues } from "../../client/sse.ts";
import { CliError, usageError } from "../../core/errors.ts";
import { sanitizeLine } from "../../core/sanitize.ts";

/** A change as the service sends it (contract 3.6), a heartbeat, or a gap where changes are missing. */
interface FileEvent {
  event?: string;
  type?: string;
  path?: string;
  is_dir?: boolean;
}

/** Milliseconds that starting and stopping the watch get after an interruption. */
const grace = 5_000;

/**
 * Prints the changes in a folder until the command is interrupted or the session ends, and takes the watch away in every
 * case. A stream that breaks off is not taken up again: the API has no way to say from where (assumed).
 */
export const run: CommandRun = async (context) => {
  const { globals, io, request, lifetime } = context;
  if (globals.output !== "text" && globals.output !== "jsonl") {
    throw usageError([{ path: "--output", message: `must be jsonl, not ${globals.output}: changes have no end` }]);
  }
  const shown = await preview(context);
  if (shown) return shown;
  const id = request.params["id"] ?? "";
  const watchId = await start(context);
  const stop = stopOnce(context, id, watchId);
  const undo = lifetime.defer(stop);
  try {
    lifetime.signal.throwIfAborted();
    const client = await context.client();
    if (globals.output === "text") io.note(`watching ${request.body?.["path"]}; Ctrl-C ends it`);
    const broken = await follow(context, client, { id, watch_id: watchId });
    if (!(await hasEnded(context, client, id))) {
      throw new CliError("outcome-unknown", "the stream of changes broke off; some may be missing", {
        code: "stream_broken",
        cause: broken,
      });
    }
    io.note(`the session ${id} has ended`);
    return { kind: "exit", exitNumber: 0 };
  } finally {
    undo();
    await stop();
  }
};

/** Starts the watch. The call does not listen to signals: one that is interrupted would leave a watch behind. */
async function start(context: CommandContext): Promise<string> {
  const { operation, request, lifetime } = context;
  if (!operation) throw new Error("browsers fs watch makes a call");
  const late = new AbortController();
  const giveUp = (): void => void setTimeout(() => late.abort(lifetime.signal.reason), grace).unref();
  lifetime.signal.addEventListener("abort", giveUp, { once: true });
  try {
    const client = await context.client({ signal: late.signal });
    const { watch_id } = ((await client.call(operation, request)) ?? {}) as { watch_id?: unknown };
    if (typeof watch_id !== "string") throw badAnswer("the service answered no watch");
    return watch_id;
  } finally {
    lifetime.signal.removeEventListener("abort", giveUp);
  }
}

/** Prints events until their stream ends; gives what broke it, if something did. */
async function follow(
  context: CommandContext,
  client: ApiClient,
  params: { id: string; watch_id: string },
): Promise<unknown> {
  const operation = await context.loadOperation("fs.watchEvents");
  const response = await client.send(client.request(operation, { params }));
  try {
    for await (const event of sseValues(readBytes(response))) {
      if ((event as FileEvent).event !== "sse_heartbeat") await print(event as FileEvent, context);
    }
    return undefined;
  } catch (error) {
    if (!(error instanceof CliError) || error.exit !== "unreachable" || context.lifetime.signal.aborted) throw error;
    return error;
  }
}

async function print(event: FileEvent, { io, globals }: CommandContext): Promise<void> {
  const whole = globals.output === "jsonl" || globals.query !== undefined || globals.fields !== undefined;
  if (!whole && event.event === "gap") return io.note("warning: changes are missing here: too many came at once");
  if (whole || !io.tty.stdout) {
    // In a pipe each is a line of its two columns, as of a list with one item.
    const columns = [{ path: "type" }, { path: "path" }];
    await printOutput({ kind: "value", value: whole ? event : [event], columns }, io, globals);
    return;
  }
  await io.write(`${sanitizeLine(`${(event.type ?? "").padEnd(6)}  ${event.path}${event.is_dir ? "/" : ""}`)}\n`);
}

/** Whether the end of the stream was the end of the session. */
async function hasEnded(context: CommandContext, client: ApiClient, id: string): Promise<boolean> {
  try {
    const operation = await context.loadOperation("browsers.get");
    const session = (await client.call(operation, { params: { id_or_name: id } })) as { deleted_at?: unknown };
    return session?.deleted_at !== undefined && session.deleted_at !== null;
  } catch (error) {
    context.lifetime.signal.throwIfAborted();
    return error instanceof CliError && error.exit === "not-found";
  }
}

/** Takes the watch away; that it is gone already, or cannot be reached, is nobody's concern any more. */
function stopOnce(context: CommandContext, id: string, watchId: string): () => Promise<void> {
  let stopping: Promise<void> | undefined;
  return () => {
    stopping ??= (async () => {
      const client = await context.client({ signal: AbortSignal.timeout(grace) });
      await client.call(await context.loadOperation("fs.watchStop"), { params: { id, watch_id: watchId } });
    })().catch(() => {});
    return stopping;
  };
}
