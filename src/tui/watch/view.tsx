import { type ReactNode, useEffect } from "react";
import type { Io } from "../../core/io.ts";
import { clockText } from "../../render/sentence.ts";
import { bold, dim, KeyBar, type Part, StatusBar, TitleBar, warning } from "../kit/bars.tsx";
import { type Key, useKeys } from "../kit/keys.ts";
import { type OpenView, openView } from "../kit/open-view.tsx";
import { RenderScheduler, useFrames } from "../kit/render-scheduler.ts";
import { Rows, Screen } from "../kit/rows.tsx";
import { terminalSize, useResize } from "../kit/terminal-size.ts";
import { WatchModel } from "./watch-model.ts";

export { hasScreenReader } from "../kit/open-view.tsx";

/** How a person left, or that the rounds failed. */
export type WatchEnd = "left" | "failed";

export interface WatchView extends OpenView<WatchEnd> {
  readonly model: WatchModel;
}

/** Draws results on the whole screen until it is closed, or a person leaves with `q`. */
export function openWatchView(io: Io, signal: AbortSignal, title: string): WatchView {
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
    content: (close) => <WatchScreen model={model} scheduler={scheduler} onLeave={() => close("left")} />,
  });
  return { ...view, model };
}

/** Reads `q` beside lines that are written for a screen reader. `closed` gives the exit code. */
export function readKeys(io: Io, signal: AbortSignal): { readonly closed: Promise<number>; readonly end: () => void } {
  const view = openView<number>({
    io,
    signal,
    mode: "append",
    content: (close) => <LeaveKey onLeave={() => close(0)} />,
  });
  return { closed: view.closed, end: () => view.close(0) };
}

function LeaveKey({ onLeave }: { readonly onLeave: () => void }): ReactNode {
  useKeys((key) => {
    if (isCharacter(key, "q")) onLeave();
  });
  return null;
}

interface WatchScreenProps {
  readonly model: WatchModel;
  readonly scheduler: RenderScheduler;
  readonly onLeave: () => void;
}

function WatchScreen({ model, scheduler, onLeave }: WatchScreenProps): ReactNode {
  useFrames(scheduler);
  useEffect(() => () => scheduler.stop(), [scheduler]);
  useResize((size) => model.resize(size));
  useKeys((key) => {
    if (isCharacter(key, "q")) onLeave();
    else scrollBy(model, key);
  });
  const { columns, rows } = model.size;
  const { title, status, keys } = model.layout;
  const { above, below } = model.hidden;
  const visible = model.visibleRows();
  const blanks = Array.from({ length: Math.max(0, model.layout.middle - visible.length) }, () => "");
  return (
    <Screen size={{ columns, rows }}>
      {title > 0 && (
        <TitleBar
          columns={columns}
          name={[model.title, bold]}
          details={[]}
          right={[[model.readAt === undefined ? "" : clockText(model.readAt), dim]]}
        />
      )}
      {status > 0 && <StatusBar columns={columns} parts={statusParts(model)} />}
      <Rows rows={[...visible, ...blanks]} />
      {keys > 0 && (
        <KeyBar
          columns={columns}
          hints={[["q", "leave"], ...(above + below > 0 ? ([["↑↓", `scroll, ${below} more below`]] as const) : [])]}
        />
      )}
    </Screen>
  );
}

function statusParts(model: WatchModel): Part[] {
  if (model.failure !== undefined) return [[model.failure, warning]];
  if (model.readAt === undefined) return [];
  if (model.changedAt === undefined) return [["no change yet", dim]];
  return [
    [`changed at ${clockText(model.changedAt)}`, {}],
    ["+ new, ~ changed, - gone", dim],
  ];
}

function scrollBy(model: WatchModel, key: Key): void {
  const page = Math.max(1, model.layout.middle - 1);
  const rows: Partial<Record<string, number>> = {
    up: -1,
    down: 1,
    pageUp: -page,
    pageDown: page,
    home: Number.NEGATIVE_INFINITY,
    end: Number.POSITIVE_INFINITY,
  };
  const by = typeof key === "string" ? rows[key] : undefined;
  if (by !== undefined) model.scroll(by);
}

function isCharacter(key: Key, character: string): boolean {
  return typeof key !== "string" && key.character === character;
}
