import type { Line } from "./line.ts";
import { lineText, type RefOf } from "./line-text.ts";

/** Printed line of a snapshot. */
export interface PrintedLine {
  /** The line, or undefined for a count of what is left out. */
  readonly line: Line | undefined;
  readonly depth: number;
  readonly text: string;
}

/** Texts of the chosen lines in document order, with a count of the rows of each group that are left out. */
export function printLines(root: Line, chosen: ReadonlySet<Line>, refOf: RefOf): PrintedLine[] {
  const printed: PrintedLine[] = [];
  const visit = (parent: Line, depth: number): void => {
    for (const line of parent.children) {
      if (line.kind === "group") printGroup(line, depth);
      else if (chosen.has(line)) {
        printed.push({ line, depth, text: lineText(line, refOf) });
        if (line.kind !== "row") visit(line, depth + 1);
      } else visit(line, depth);
    }
  };
  const printGroup = (group: Line, depth: number): void => {
    const shown = group.children.filter((row) => chosen.has(row));
    for (const line of shown) printed.push({ line, depth, text: lineText(line, refOf) });
    const missing = group.children.length - shown.length;
    if (missing > 0 && shown.length > 0)
      printed.push({
        line: undefined,
        depth,
        text: `… ${missing.toLocaleString("en-US")} more like ${shown.length > 1 ? "these" : "this"}`,
      });
  };
  visit(root, 0);
  return printed;
}

/** Text of a printed line, indented by one space for each level. */
export function indented({ depth, text }: PrintedLine): string {
  return `${" ".repeat(depth)}${text}`;
}
