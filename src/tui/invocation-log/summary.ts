import { commandLine } from "../../core/command-line.ts";
import { sanitizeLine } from "../../core/sanitize.ts";
import { count } from "../../render/sentence.ts";
import { paint } from "../kit/styled-text.ts";
import { rowText } from "./line-text.ts";
import type { LogModel } from "./model.ts";
import type { Title } from "./options.ts";
import { isTerminal } from "./record.ts";
import { lastPosition, rowsFrom } from "./viewport.ts";

/** Lines of the log in the summary. */
const LAST_LINES = 10;

interface SummaryOptions {
  readonly colour: boolean;
  /** True for a summary with the last lines of the log. */
  readonly hasLines: boolean;
  /** True for a summary with the line of the status. */
  readonly hasState: boolean;
}

/**
 * Summary that stays in the scrollback: the last lines of the log, then one line with app, action, id, status and running
 * time. The command itself reports the reason of a failure.
 *
 *     The last 10 of 1204 lines; all of them: browserctl invocations tail inv_1 --plain
 *     charge took 12 s
 *     shop › charge inv_1 succeeded in 12.3 s, 1204 lines
 */
export function summary(title: Title, model: LogModel, options: SummaryOptions): string[] {
  const { colour } = options;
  const name = `${sanitizeLine(title.app_name)} › ${sanitizeLine(title.action_name)} ${sanitizeLine(title.id)}`;
  const status = sanitizeLine(model.status);
  const time = secondsText(model.elapsedMs);
  const result = isTerminal(model.status) ? `${status} in ${time}` : `is ${status} after ${time}`;
  const gaps = model.gaps > 0 ? `, ${count(model.gaps, "gap")}` : "";
  const look = {
    bold: "1",
    ...(model.status === "failed" && { fg: "31" }),
    ...(model.status === "succeeded" && { fg: "32" }),
  };
  const line = `${name} ${paint(result, look, colour)}, ${count(model.store.logLines, "line")}${gaps}`;
  return [
    ...(options.hasLines ? [...moreLines(title, model, colour), ...lastLines(model, colour)] : []),
    ...(options.hasState ? [line] : []),
  ];
}

/** Pointer to the lines that are not in the summary. */
function moreLines({ id }: Title, { store: { logLines } }: LogModel, colour: boolean): string[] {
  if (logLines <= LAST_LINES) return [];
  const text = `The last ${LAST_LINES} of ${logLines} lines; all of them: ${commandLine`invocations tail ${id} --plain`}`;
  return [paint(text, { dim: "2" }, colour)];
}

function lastLines({ store, size }: LogModel, colour: boolean): string[] {
  const one = (): number => 1;
  return rowsFrom(store.ring, lastPosition(store.ring, LAST_LINES, one), LAST_LINES, one).map(({ line }) =>
    rowText(line, 0, { width: size.columns, wrap: false, colour, search: undefined, isCurrent: false }),
  );
}

function secondsText(ms: number): string {
  const all = ms / 1_000;
  if (all < 60) return `${all.toFixed(1)} s`;
  const [hours, minutes] = [Math.floor(all / 3_600), Math.floor((all % 3_600) / 60)];
  return `${hours > 0 ? `${hours} h ` : ""}${minutes} min ${Math.floor(all % 60)} s`;
}
