import type { Io } from "../../core/io.ts";
import { type OpenView, openView } from "../kit/open-view.tsx";
import { RenderScheduler } from "../kit/render-scheduler.ts";
import { terminalSize } from "../kit/terminal-size.ts";
import { WatchModel } from "./model.ts";
import { WatchView } from "./view.tsx";

/** End of the view: the user left, or the rounds failed. */
export type WatchEnd = "left" | "failed";

export interface WatchOnScreen extends OpenView<WatchEnd> {
  readonly model: WatchModel;
}

/** Draws results on the alternate screen until it is closed, or a person leaves with `q`. */
export function watchOnScreen(io: Io, signal: AbortSignal, title: string): WatchOnScreen {
  const scheduler = new RenderScheduler();
  const model = new WatchModel({
    title,
    size: terminalSize(io),
    colour: io.colour("stdout"),
    now: () => io.now(),
    onChange: () => scheduler.draw(),
  });
  const view = openView<WatchEnd>({
    io,
    signal,
    mode: "alternate",
    content: (close) => <WatchView model={model} scheduler={scheduler} onLeave={() => close("left")} />,
  });
  return { ...view, model };
}
