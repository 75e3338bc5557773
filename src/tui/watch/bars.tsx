import type { ReactNode } from "react";
import { clockText } from "../../render/sentence.ts";
import { bold, dim, KeyBar, type Part, StatusBar, TitleBar, warning } from "../kit/bars.tsx";
import type { WatchModel } from "./model.ts";

interface BarProps {
  readonly model: WatchModel;
}

/** The watched command on the left, the time of its latest result on the right. */
export function WatchTitleBar({ model }: BarProps): ReactNode {
  const { readAt, size, title } = model;
  return (
    <TitleBar
      columns={size.columns}
      name={[title, bold]}
      details={[]}
      right={[[readAt === undefined ? "" : clockText(readAt), dim]]}
    />
  );
}

/** Failure of the latest round, or the time of the latest change. */
export function WatchStatusBar({ model }: BarProps): ReactNode {
  return <StatusBar columns={model.size.columns} parts={statusParts(model)} />;
}

export function WatchKeyBar({ model }: BarProps): ReactNode {
  const { above, below } = model.hidden;
  const scroll = above + below > 0 ? ([["↑↓", `scroll, ${below} more below`]] as const) : [];
  return <KeyBar columns={model.size.columns} hints={[["q", "leave"], ...scroll]} />;
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
