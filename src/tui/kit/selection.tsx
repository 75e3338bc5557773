import { Box } from "ink";
import type { ReactNode } from "react";
import stringWidth from "string-width";
import { sanitizeLine } from "../../core/sanitize.ts";
import { dim } from "./bars.tsx";
import { shorten } from "./columns.ts";
import type { Key } from "./keys.ts";
import { Row } from "./rows.tsx";
import { paint } from "./styled-text.ts";
import { useView } from "./view-context.ts";

/** One choice of a list. */
export interface Choice {
  readonly value: string;
  readonly note?: string | undefined;
}

/** The index that a key moves to; undefined when the key does not move. Up and down wrap around. */
export function movedIndex(index: number, key: Key, count: number, height: number): number | undefined {
  const last = count - 1;
  switch (typeof key === "string" ? key : key.character) {
    case "up":
    case "k":
      return (index + count - 1) % count;
    case "down":
    case "j":
      return (index + 1) % count;
    case "home":
      return 0;
    case "end":
      return last;
    case "pageUp":
      return Math.max(0, index - height);
    case "pageDown":
      return Math.min(last, index + height);
    default:
      return undefined;
  }
}

/** Index of the first visible row of `count` rows when `height` fit; the current row is kept in the middle. */
export function firstVisible(index: number, count: number, height: number): number {
  return Math.max(0, Math.min(index - Math.floor(height / 2), count - height));
}

export interface ChoiceListProps {
  readonly choices: readonly Choice[];
  readonly index: number;
  readonly columns: number;
  /** Rows that the list may take. A longer list scrolls, and its last row is the position. */
  readonly height: number;
}

/**
 * A list of choices with the current one marked.
 *
 *     > local    http://127.0.0.1:41234
 *       staging  https://staging.example.com
 */
export function ChoiceList({ choices, index, columns, height }: ChoiceListProps): ReactNode {
  const { colour } = useView();
  const scrolls = choices.length > height;
  const room = Math.max(1, scrolls ? height - 1 : height);
  const first = firstVisible(index, choices.length, room);
  const rows = choiceRows(choices, index, { columns, colour });
  return (
    <Box flexDirection="column" aria-role="listbox">
      {choices.slice(first, first + room).map(({ value }, offset) => (
        <Box key={value} aria-role="option" aria-state={{ selected: first + offset === index }}>
          <Row text={rows[first + offset] ?? ""} />
        </Box>
      ))}
      {scrolls ? <Row text={paint(shorten(`  ${index + 1} of ${choices.length}`, columns), dim, colour)} /> : null}
    </Box>
  );
}

/** One row for each choice; no row is marked when `current` is not an index. */
export function choiceRows(
  choices: readonly Choice[],
  current: number | undefined,
  { columns, colour }: { readonly columns: number; readonly colour: boolean },
): string[] {
  const width = Math.max(...choices.map(({ value }) => stringWidth(sanitizeLine(value))));
  return choices.map(({ value, note }, at) => {
    const isCurrent = at === current;
    const text = sanitizeLine(value);
    const padding = " ".repeat(Math.max(0, width - stringWidth(text)));
    const name = shorten(`${isCurrent ? "> " : "  "}${text}${note ? padding : ""}`, columns);
    const rest = note ? shorten(`  ${sanitizeLine(note)}`, columns - stringWidth(name)) : "";
    return `${paint(name, isCurrent ? { fg: "36" } : {}, colour)}${paint(rest, dim, colour)}`;
  });
}
