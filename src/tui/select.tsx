import { Box, useWindowSize } from "ink";
import { type ReactNode, useCallback, useRef, useState } from "react";
import type { Io } from "../core/io.ts";
import { sanitizeLine } from "../core/sanitize.ts";
import { bold } from "./kit/bars.tsx";
import { shorten } from "./kit/columns.ts";
import { useKeys } from "./kit/keys.ts";
import { openView } from "./kit/open-view.tsx";
import { Row } from "./kit/rows.tsx";
import { type Choice, ChoiceList, movedIndex } from "./kit/selection.tsx";
import { paint } from "./kit/styled-text.ts";
import { useView } from "./kit/view-context.ts";

export interface SelectOptions {
  readonly title: string;
  /** At least one item, each with a value of its own. */
  readonly items: readonly Choice[];
  /** Value of the item that is marked first. */
  readonly initial: string | undefined;
  readonly io: Io;
  readonly signal: AbortSignal;
}

/** Rows around the list: the title, and the row of the cursor below it. */
const FRAME_ROWS = 2;

/**
 * Asks for one item on stderr: arrows or j and k move, Enter takes, q or Esc leaves. Resolves with the item's value, or
 * undefined when the person leaves. Ctrl-C rejects with an `InterruptedError`. The list is erased afterwards.
 *
 *     Use which context?
 *     > local    http://127.0.0.1:41234
 *       staging  https://staging.example.com
 */
export function select({ io, signal, ...list }: SelectOptions): Promise<string | undefined> {
  return openView<string | undefined>({
    io,
    signal,
    mode: "inline",
    content: (close) => <SelectView {...list} onClose={close} />,
  }).closed;
}

interface SelectViewProps extends Omit<SelectOptions, "io" | "signal"> {
  readonly onClose: (value: string | undefined) => void;
}

function SelectView({ title, items, initial, onClose }: SelectViewProps): ReactNode {
  const { colour } = useView();
  const { columns, rows } = useWindowSize();
  const height = Math.max(1, rows - FRAME_ROWS);
  const [index, current, change] = useCurrentState(() =>
    Math.max(
      0,
      items.findIndex((item) => item.value === initial),
    ),
  );
  useKeys((key) => {
    const moved = movedIndex(current(), key, items.length, height);
    if (moved !== undefined) change(moved);
    else if (key === "return") onClose(items[current()]?.value);
    else if (key === "escape" || (typeof key !== "string" && key.character === "q")) onClose(undefined);
  });
  return (
    <Box flexDirection="column">
      <Row text={paint(shorten(sanitizeLine(title), columns), bold, colour)} />
      <ChoiceList choices={items} index={index} columns={columns} height={height} />
    </Box>
  );
}

/**
 * State for handlers of keys: `current()` is the newest value even before the next frame. Several keys can arrive between
 * two frames, and each must see the effect of the one before.
 */
export function useCurrentState<State>(
  initial: () => State,
): readonly [state: State, current: () => State, change: (next: State) => void] {
  const [state, setState] = useState(initial);
  const newest = useRef(state);
  const current = useCallback(() => newest.current, []);
  const change = useCallback((next: State) => {
    newest.current = next;
    setState(next);
  }, []);
  return [state, current, change];
}
