import type { ReactNode } from "react";
import { useKeys } from "../kit/keys.ts";
import { layoutOf } from "../kit/layout.ts";
import { type RenderScheduler, useFrames } from "../kit/render-scheduler.ts";
import { Rows, Screen } from "../kit/rows.tsx";
import { useResize } from "../kit/terminal-size.ts";
import { useView } from "../kit/view-context.ts";
import { LogKeyBar, LogStatusBar, LogTitleBar } from "./bars.tsx";
import { type Action, handleKey } from "./key-actions.ts";
import { middleRows } from "./middle-rows.ts";
import type { LogModel } from "./model.ts";
import type { Title } from "./options.ts";

export interface LogViewProps {
  readonly model: LogModel;
  readonly title: Title;
  readonly scheduler: RenderScheduler;
  readonly onAction: (action: Action) => void;
}

/** The whole screen of a log. Its state is the model, which only events change; a frame reads it. */
export function InvocationLogView({ model, title, scheduler, onAction }: LogViewProps): ReactNode {
  const { io, colour } = useView();
  useFrames(scheduler);
  useResize((size) => {
    model.size = size;
    scheduler.draw();
  });
  useKeys((key) => {
    const action = handleKey(model, key);
    if (action) onAction(action);
    scheduler.draw();
  });
  const layout = layoutOf(model.size.rows);
  return (
    <Screen size={model.size}>
      {layout.title ? <LogTitleBar title={title} model={model} /> : null}
      {layout.status ? <LogStatusBar model={model} now={io.now()} /> : null}
      <Rows rows={middleRows(model, colour)} />
      {layout.keys ? <LogKeyBar model={model} /> : null}
    </Screen>
  );
}
