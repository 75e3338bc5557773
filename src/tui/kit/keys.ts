import { type Key as InkKey, useInput } from "ink";
import { table } from "../../core/table.ts";
import { useView } from "./view-context.ts";

/** A key: a typed character (one code point), or a named key. `clear` is Ctrl-U, `live` is Ctrl-L. Ctrl-C never arrives here. */
export type Key = NamedKey | { readonly character: string };

export type NamedKey =
  | "up"
  | "down"
  | "left"
  | "right"
  | "pageUp"
  | "pageDown"
  | "home"
  | "end"
  | "return"
  | "escape"
  | "tab"
  | "backTab"
  | "backspace"
  | "delete"
  | "clear"
  | "live";

/** Calls `onKey` for each key, in order. Reads no keys while stdin is not a terminal. */
export function useKeys(onKey: (key: Key) => void): void {
  const { hasKeys } = useView();
  useInput(
    (input, key) => {
      for (const each of keysOf(input, key)) onKey(each);
    },
    { isActive: hasKeys },
  );
}

/** The keys in one chunk of input: Ink delivers several quickly typed keys as one text. */
function keysOf(input: string, key: InkKey): Key[] {
  if (key.ctrl) return input === "u" ? ["clear"] : input === "l" ? ["live"] : [];
  const special = named(key);
  if (special) return [special];
  if (key.meta) return [];
  return [...input].flatMap((character): Key[] => {
    const control = controls.get(character);
    if (control) return [control];
    return character < " " || character === "\u007f" ? [] : [{ character }];
  });
}

/** Control characters that stand for keys when Ink delivers them inside of a text. */
const controls = table<NamedKey>({
  "\r": "return",
  "\n": "return",
  "\t": "tab",
  "\u000c": "live",
  "\u0015": "clear",
  "\u007f": "backspace",
});

function named(key: InkKey): NamedKey | undefined {
  if (key.upArrow) return "up";
  if (key.downArrow) return "down";
  if (key.leftArrow) return "left";
  if (key.rightArrow) return "right";
  if (key.pageUp) return "pageUp";
  if (key.pageDown) return "pageDown";
  if (key.home) return "home";
  if (key.end) return "end";
  if (key.return) return "return";
  if (key.escape) return "escape";
  if (key.tab) return key.shift ? "backTab" : "tab";
  if (key.backspace) return "backspace";
  return key.delete ? "delete" : undefined;
}
