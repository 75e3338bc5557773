import type { FollowItem } from "../../core/follow-item.ts";
import { followItems } from "../kit/followed-view.ts";
import { openView } from "../kit/open-view.tsx";
import type { Action } from "./key-actions.ts";
import type { FollowResult, Presentation, ViewEnd } from "./options.ts";
import { InvocationLogView } from "./view.tsx";

/** Milliseconds between two frames that update the clock in the title and the wait for the next attempt. */
const CLOCK_INTERVAL_MS = 500;

/** Follows the log on the alternate screen until the invocation ends or the person leaves. */
export async function followOnScreen({ options, model, scheduler, cancel }: Presentation): Promise<FollowResult> {
  const { io, signal, title, items } = options;
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
  const take = (item: FollowItem): void => {
    model.take(item);
    scheduler.schedule();
  };
  const onStreamEnd = (failure?: { readonly error: unknown }): void => {
    model.end(failure && messageOf(failure.error));
    scheduler.schedule();
    if (!model.busy) view.close("ended");
  };
  try {
    return await followItems({ view, items, take, onStreamEnd });
  } finally {
    clearInterval(clock);
    scheduler.stop();
    model.reader.stop();
  }
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
