import { preview } from "../../cli/call-and-render.ts";
import type { CommandRun } from "../../cli/spec.ts";
import { IDLE_TIMEOUT_MS } from "../../client/follow/limits.ts";
import { CliError } from "../../core/errors.ts";
import { OutputWriter } from "./output-writer.ts";
import { RemoteProcess } from "./remote-process.ts";

/** A stream that says nothing for so long has sent all it kept, in milliseconds. */
const silence = 1000;
/** Milliseconds without any answer after which there is none. */
const noAnswer = IDLE_TIMEOUT_MS;

/** Prints what is kept of a process's output; with `--follow` everything until it ends, and then exits as it did. */
export const run: CommandRun = async (context) => {
  const shown = await preview(context);
  if (shown) return shown;
  const { args, flags, io, lifetime } = context;
  const follow = flags["follow"] === true;
  const quiet = new AbortController();
  const client = await context.client({ signal: AbortSignal.any([lifetime.signal, quiet.signal]) });
  const remote = new RemoteProcess(context, client, args[0] ?? "", args[1] ?? "");
  const writer = new OutputWriter(io, false);
  const late = new CliError("timeout", `no answer came for ${noAnswer / 1000} s`);
  let timer: NodeJS.Timeout | undefined = setTimeout(() => quiet.abort(late), noAnswer);
  const answered = (): void => {
    clearTimeout(timer);
    timer = follow ? undefined : setTimeout(() => quiet.abort(), silence);
  };
  try {
    for await (const item of remote.output(answered)) {
      timer?.refresh();
      if ("exitCode" in item) return { kind: "exit", exitNumber: follow ? item.exitCode : 0 };
      if ("caughtUp" in item && !follow) return { kind: "exit", exitNumber: 0 };
      if ("droppedBytes" in item) io.note(`warning: the first ${item.droppedBytes} bytes are no longer kept`);
      else if ("data" in item) await writer.write(item);
    }
  } catch (error) {
    if (!quiet.signal.aborted || lifetime.signal.aborted || error === late) throw error;
    return { kind: "exit", exitNumber: 0 };
  } finally {
    clearTimeout(timer);
  }
  throw new CliError("outcome-unknown", `the output of process ${remote.id} broke off`, { code: "stream_broken" });
};
