import { type ReactNode, useEffect } from "react";
import { useKeys } from "../kit/keys.ts";
import { type RenderScheduler, useFrames } from "../kit/render-scheduler.ts";
import { Rows, Screen } from "../kit/rows.tsx";
import { useResize } from "../kit/terminal-size.ts";
import { WatchKeyBar, WatchStatusBar, WatchTitleBar } from "./bars.tsx";
import { handleKey } from "./key-actions.ts";
import type { WatchModel } from "./model.ts";

export interface WatchViewProps {
  readonly model: WatchModel;
  readonly scheduler: RenderScheduler;
  readonly onLeave: () => void;
}

/** The whole screen of a watched command. Its state is the model, which only events change; a frame reads it. */
export function WatchView({ model, scheduler, onLeave }: WatchViewProps): ReactNode {
  useFrames(scheduler);
  useEffect(() => () => scheduler.stop(), [scheduler]);
  useResize((size) => model.resize(size));
  useKeys((key) => {
    if (handleKey(model, key) === "leave") onLeave();
  });
  const { layout, size } = model;
  const visible = model.visibleRows();
  const blanks = Array.from({ length: Math.max(0, layout.middle - visible.length) }, () => "");
  return (
    <Screen size={size}>
      {layout.title > 0 ? <WatchTitleBar model={model} /> : null}
      {layout.status > 0 ? <WatchStatusBar model={model} /> : null}
      <Rows rows={[...visible, ...blanks]} />
      {layout.keys > 0 ? <WatchKeyBar model={model} /> : null}
    </Screen>
  );
}
