import { Styled } from "../../core/styled.ts";
import { epochMs } from "../../core/timestamp.ts";
import { RenderScheduler } from "../kit/render-scheduler.ts";
import { terminalSize } from "../kit/terminal-size.ts";
import { LogModel } from "./model.ts";
import type { InvocationLogOptions, ViewEnd } from "./options.ts";
import { followOnScreen } from "./screen.tsx";
import { followWithScreenReader } from "./screen-reader.ts";
import { summary } from "./summary.ts";

export type { InvocationLogOptions, ViewEnd } from "./options.ts";
export type { EarlierLine, InvocationRecord, ReadEarlier } from "./record.ts";

/**
 * Shows the log of an invocation live on the whole screen until the invocation ends or the person leaves. While the
 * person is reading, the view stays open after the end. With a screen reader (`INK_SCREEN_READER=true`), lines are
 * written one after the other instead. A summary stays on stderr.
 *
 * Throws the error of `items`, and the signal's reason after an abort, with the terminal restored.
 * Source: design 3 ("Live views").
 *
 * assumed: a person who leaves after the invocation has ended gets `ended`, whatever the key was, except for Ctrl-C.
 */
export async function showInvocationLog(options: InvocationLogOptions): Promise<ViewEnd> {
  const { io, signal, title, earlier, onCancel } = options;
  signal.throwIfAborted();
  const screenReader = io.hasScreenReader;
  const scheduler = new RenderScheduler();
  const startedAt = epochMs(options.startedAt);
  const model = new LogModel({
    status: options.status,
    startedAt: Number.isNaN(startedAt) ? undefined : startedAt,
    earlier,
    canCancel: onCancel !== undefined,
    size: terminalSize(io),
    now: () => io.now(),
    onChange: () => scheduler.schedule(),
  });
  const cancel = async (): Promise<void> => {
    try {
      model.note = "cancellation requested";
      await onCancel?.();
    } catch (error) {
      model.note = `cannot cancel the invocation: ${(error as Error).message}`;
    }
    scheduler.schedule();
  };
  const follow = screenReader ? followWithScreenReader : followOnScreen;
  const result = await follow({ options, model, scheduler, cancel });
  const interrupted = signal.aborted || (!result.failed && result.how === "interrupted");
  const lines = summary(title, model, {
    colour: io.colour("stderr"),
    hasLines: !screenReader,
    // An interrupted command cancels the invocation next, and its error says so.
    hasState: !(interrupted && onCancel),
  });
  await io.writeError(Styled.lines(lines.map(Styled.row)));
  signal.throwIfAborted();
  if (result.failed) throw result.error;
  return { how: result.how, ...(model.invocation && { invocation: model.invocation }) };
}
