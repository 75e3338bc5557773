import { consumeYielding } from "../kit/consume.ts";
import { followedEnd, type StreamFailure } from "../kit/followed-view.ts";
import { openView } from "../kit/open-view.tsx";
import type { Action } from "./key-actions.ts";
import type { FollowResult, Presentation, ViewEnd } from "./options.ts";
import { InvocationLogView } from "./view.tsx";

/** Milliseconds between two frames that update the clock in the title and the wait for the next attempt. */
const CLOCK_INTERVAL_MS = 500;

/** Follows the log on the alternate screen until the invocation ends or the person leaves. */
export async function followOnScreen({ options, model, scheduler, cancel }: Presentation): Promise<FollowResult> {
  const { io, signal, title, items } = options;
  let isClosed = false;
  let streamFailure: StreamFailure | undefined;
  const onAction = (action: Action): void => {
    if (action === "cancel") void cancel();
    else view.close(model.ended ? "ended" : "left");
  };
  const view = openView<ViewEnd["how"]>({
    io,
    signal,
    mode: "alternate",
    content: () => <InvocationLogView model={model} title={title} scheduler={scheduler} onAction={onAction} />,
  });
  const clock = setInterval(() => scheduler.draw(), CLOCK_INTERVAL_MS);
  const onStreamEnd = (reason?: string): void => {
    model.end(reason);
    scheduler.schedule();
    if (!model.busy) view.close("ended");
  };
  void consumeYielding(
    items,
    (item) => {
      model.take(item);
      scheduler.schedule();
    },
    () => isClosed,
  ).then(
    () => onStreamEnd(),
    (error: unknown) => {
      // A stream that breaks because the person has left has not failed.
      if (isClosed) return;
      streamFailure = { error };
      onStreamEnd(error instanceof Error ? error.message : String(error));
    },
  );
  try {
    return await followedEnd(view.closed, () => streamFailure);
  } finally {
    isClosed = true;
    clearInterval(clock);
    scheduler.stop();
    model.reader.stop();
  }
}
