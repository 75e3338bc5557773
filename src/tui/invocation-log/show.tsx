import { epochMs } from "../../core/timestamp.ts";
import { LogModel } from "./log-model.ts";
import { type InvocationLogOptions, RenderScheduler, type ViewEnd } from "./options.ts";
import { followOnScreen } from "./screen.tsx";
import { followWithScreenReader } from "./screen-reader.tsx";
import { summary } from "./summary.ts";

export type { InvocationLogOptions, ViewEnd } from "./options.ts";
export type { EarlierLine, InvocationRecord, ReadEarlier } from "./record.ts";

/**
 * Shows the log of an invocation on the whole screen, live, until it ends or the person leaves; it stays when it has
 * ended and the person is reading something. A summary is left on stderr. With a screen reader
 * (`INK_SCREEN_READER=true`) the lines are written one after the other instead.
 *
 * Throws what `items` throws, and the signal's reason when that is aborted, with the terminal as it was.
 * Source: design 3 ("Live views").
 *
 * assumed: who leaves after the invocation has ended gets `ended`, whatever key it was but Ctrl-C.
 */
export async function showInvocationLog(options: InvocationLogOptions): Promise<ViewEnd> {
  const { io, signal, title, earlier, onCancel } = options;
  signal.throwIfAborted();
  const screenReader = io.env["INK_SCREEN_READER"] === "true";
  const scheduler = new RenderScheduler();
  const started = epochMs(options.startedAt);
  const model = new LogModel({
    status: options.status,
    startedAt: Number.isNaN(started) ? undefined : started,
    earlier,
    canCancel: onCancel !== undefined,
    now: () => io.now(),
    changed: () => scheduler.schedule(),
  });
  const cancel = async (): Promise<void> => {
    try {
      model.note = "asked the service to end it";
      await onCancel?.();
    } catch (error) {
      model.note = `cannot end it: ${(error as Error).message}`;
    }
    scheduler.schedule();
  };
  const end = await (screenReader ? followWithScreenReader : followOnScreen)({ options, model, scheduler, cancel });
  const lines = summary(title, model, { colour: io.colour("stderr"), lines: !screenReader });
  await io.writeError(lines.map((line) => `${line}\n`).join(""));
  signal.throwIfAborted();
  if (end.failed) throw end.error;
  return { how: end.how, ...(model.invocation && { invocation: model.invocation }) };
}
