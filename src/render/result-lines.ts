import { Styled, type Text } from "../core/styled.ts";
import type { ResultLine } from "./for-people.ts";
import { columnsOf, hasRows, render } from "./render.ts";
import type { RenderOptions } from "./render-options.ts";

/** Mark of a line that differs from an earlier result: new, changed or gone. */
export type LineMark = "+" | "~" | "-";

/** Columns of the mark before each line, with the space behind it. */
export const MARK_CELLS = 2;

export interface MarkedLine {
  readonly text: Styled;
  readonly mark: LineMark | undefined;
}

/** A value as the lines for a terminal. Lines of tables and records have the identity of their item. */
export async function resultLines(value: unknown, options: RenderOptions): Promise<ResultLine[]> {
  if ((options.format === "text" || options.format === "table") && typeof value === "object" && value !== null) {
    const { listLines, recordLines } = await import("./for-people.ts");
    if (!Array.isArray(value)) return recordLines(value, options);
    if (value.length > 0 && hasRows(value)) {
      return listLines(value, options.columns ?? columnsOf(value), options);
    }
  }
  return textLines(await render(value, options));
}

/** The lines of a text. */
export function textLines(text: Text): ResultLine[] {
  const lines = Styled.of(text).split();
  if (lines.at(-1)?.ansi === "") lines.pop();
  return lines.map((line) => ({ text: line, content: line.ansi }));
}

/** The lines of a result, marked where they differ from those of an earlier one; lines that are gone come last. */
export function markChanges(before: readonly ResultLine[], now: readonly ResultLine[]): MarkedLine[] {
  const known = new Map(before.map((line) => [line.key, line.content]));
  const unkeyed = countsOf(before);
  const marked = now.map(({ key, content, text }): MarkedLine => {
    if (key === undefined) {
      const left = unkeyed.get(content) ?? 0;
      unkeyed.set(content, left - 1);
      return { text, mark: left > 0 ? undefined : "~" };
    }
    const earlier = known.get(key);
    return { text, mark: earlier === undefined ? "+" : earlier === content ? undefined : "~" };
  });
  const present = new Set(now.map((line) => line.key));
  const gone = before.filter(({ key, text }) => key !== undefined && !present.has(key) && text.ansi !== "");
  return [...marked, ...gone.map(({ text }): MarkedLine => ({ text, mark: "-" }))];
}

function countsOf(lines: readonly ResultLine[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const { key, content } of lines) if (key === undefined) counts.set(content, (counts.get(content) ?? 0) + 1);
  return counts;
}
