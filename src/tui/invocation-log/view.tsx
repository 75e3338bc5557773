import { Box, type Key as InkKey, Text, useInput, useWindowSize } from "ink";
import { useLayoutEffect, useReducer } from "react";
import type { Io } from "../../core/io.ts";
import type { Title } from "./bars.ts";
import { frame } from "./frame.ts";
import { type Action, handleKey, type Key } from "./key-actions.ts";
import type { LogModel } from "./log-model.ts";

/** A row that is too long for the terminal's own idea of widths is cut there, and does not push the others down. */
const WRAP_OFF = "\u001b[?7l";
const WRAP_ON = "\u001b[?7h";

export interface ViewProps {
  readonly model: LogModel;
  readonly title: Title;
  readonly io: Io;
  readonly onAction: (action: Action) => void;
  /** Hands over the way to draw anew; undefined when there is none any more. */
  readonly onDraw: (draw: (() => void) | undefined) => void;
}

/** The screen of a log; all it knows is in the model, and it is drawn when that is said to have changed. */
export function InvocationLogView({ model, title, io, onAction, onDraw }: ViewProps) {
  const [, draw] = useReducer((count: number) => count + 1, 0);
  const size = useWindowSize();
  model.size = size;
  const hasKeys = io.tty.stdin;
  useLayoutEffect(() => {
    io.stderr.write(WRAP_OFF);
    onDraw(draw);
    return () => {
      onDraw(undefined);
      io.stderr.write(WRAP_ON);
    };
  }, [io, onDraw]);
  useInput(
    (input, key) => {
      for (const each of keysOf(input, key)) {
        const action = handleKey(model, each);
        if (action) onAction(action);
      }
      draw();
    },
    { isActive: hasKeys },
  );
  const rows = frame(model, { title, colour: io.colour("stderr"), hasKeys, now: io.now() });
  return (
    <Box flexDirection="column" width={size.columns} height={size.rows} overflow="hidden">
      {rows.map((row, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a row is its place on the screen.
        <Text key={at} wrap="truncate">
          {row === "" ? " " : row}
        </Text>
      ))}
    </Box>
  );
}

/** Ink gives what was typed quickly in one piece. */
export function keysOf(input: string, key: InkKey): Key[] {
  if (key.ctrl) return input === "c" ? ["interrupt"] : input === "u" ? ["clear"] : [];
  const special = named(key);
  if (special) return [special];
  if (key.meta || key.tab) return [];
  return [...input].flatMap((character): Key[] => {
    if (character === "\r" || character === "\n") return ["return"];
    if (character === "\u0015") return ["clear"];
    return character < " " ? [] : [{ character }];
  });
}

function named(key: InkKey): Key | undefined {
  if (key.upArrow) return "up";
  if (key.downArrow) return "down";
  if (key.pageUp) return "pageUp";
  if (key.pageDown) return "pageDown";
  if (key.home) return "home";
  if (key.end) return "end";
  if (key.return) return "return";
  if (key.escape) return "escape";
  return key.backspace || key.delete ? "backspace" : undefined;
}
