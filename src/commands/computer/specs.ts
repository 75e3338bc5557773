import { command } from "../../cli/command.ts";
import type { BodyRules } from "../../cli/spec.ts";
import type { ActionName, ActionParams } from "../../input-rules/action-rules.ts";
import { sessionArgs } from "../browsers/session-args.ts";

const pointArgs = {
  ...sessionArgs,
  x: { summary: "CSS pixels from the left", kind: "integer", field: ["body", "x"] },
  y: { summary: "CSS pixels from the top", kind: "integer", field: ["body", "y"] },
} as const;
const pointFields = { x: false, y: false } as const;
const holdKeys = { hold_keys: { name: "hold-key", placeholder: "KEY" } } as const;

/** Checks of an action, shared with the service. */
function rulesOf<Name extends ActionName>(name: Name): () => Promise<BodyRules<ActionParams[Name]>> {
  return async () => {
    const { actionRefusal } = await import("../../input-rules/action-rules.ts");
    return (body, named) => actionRefusal(name, body, named)?.problems ?? [];
  };
}

export const computerClick = command({
  words: "browsers computer click",
  operation: "computer.click",
  rules: rulesOf("click_mouse"),
  args: pointArgs,
  fields: { ...pointFields, ...holdKeys },
  done: "Clicked.",
  examples: [
    { line: "browsers computer click shop 100 200", does: "Click with the left button" },
    {
      line: "browsers computer click shop 100 200 --num-clicks 2 --hold-key Shift",
      does: "Double-click with Shift held",
    },
  ],
});

export const computerMove = command({
  words: "browsers computer move",
  operation: "computer.move",
  rules: rulesOf("move_mouse"),
  args: pointArgs,
  fields: { ...pointFields, ...holdKeys },
  done: "Moved the mouse.",
  examples: [{ line: "browsers computer move shop 300 40 --no-smooth", does: "Move the mouse there at once" }],
});

export const computerDrag = command({
  words: "browsers computer drag",
  operation: "computer.drag",
  rules: rulesOf("drag_mouse"),
  args: {
    ...sessionArgs,
    path: {
      word: "x,y",
      summary: "Points to drag along, at least two",
      repeat: true,
      kind: "point",
      field: ["body", "path"],
    },
  },
  fields: { path: false, ...holdKeys },
  done: "Dragged.",
  examples: [{ line: "browsers computer drag shop 10,10 200,10 200,150", does: "Drag along three points" }],
});

export const computerScroll = command({
  words: "browsers computer scroll",
  operation: "computer.scroll",
  rules: rulesOf("scroll"),
  args: pointArgs,
  fields: { ...pointFields, ...holdKeys },
  done: "Scrolled.",
  examples: [{ line: "browsers computer scroll shop 640 360 --delta-y 3", does: "Scroll down three notches" }],
});

export const computerPress = command({
  words: "browsers computer press",
  operation: "computer.press",
  rules: rulesOf("press_key"),
  args: {
    ...sessionArgs,
    key: {
      summary: "Keys in order: names such as Return or Page_Down, or combinations",
      required: false,
      repeat: true,
      field: ["body", "keys"],
    },
  },
  fields: { keys: false, duration: { summary: "Milliseconds each key is held" }, ...holdKeys },
  done: "Pressed.",
  examples: [
    { line: "browsers computer press shop Ctrl+a BackSpace", does: "Empty a field" },
    { line: "browsers computer press shop Return", does: "Press Enter" },
  ],
});

export const computerType = command({
  words: "browsers computer type",
  operation: "computer.type",
  rules: rulesOf("type_text"),
  args: { ...sessionArgs, text: { summary: "Text to type", kind: "text", field: ["body", "text"] } },
  fields: { text: false, delay: { summary: "Milliseconds between keystrokes" } },
  done: "Typed.",
  examples: [
    { line: "browsers computer type shop 'hello'", does: "Type text" },
    { line: "browsers computer type shop env:PASSWORD", does: "Type a secret from a variable, which is never printed" },
    { line: "browsers computer type shop @letter.txt --delay 20", does: "Type the text of a file, slowly" },
  ],
});

export const computerCursor = command({
  words: "browsers computer cursor",
  operation: "computer.cursor",
  args: sessionArgs,
  fields: { hidden: false },
  flags: {
    hide: { kind: "boolean", summary: "Hide the pointer", constant: true, field: ["body", "hidden"] },
    show: { kind: "boolean", summary: "Show the pointer", constant: false, field: ["body", "hidden"] },
  },
  done: "Changed the pointer.",
  examples: [{ line: "browsers computer cursor shop --hide", does: "Hide the pointer on every page" }],
});

export const computerMousePosition = command({
  words: "browsers computer mouse-position",
  operation: "computer.mousePosition",
  args: sessionArgs,
  examples: [{ line: "browsers computer mouse-position shop -o json", does: "Print the position as JSON" }],
});

export const computerClipboardWrite = command({
  words: "browsers computer clipboard write",
  operation: "computer.clipboardWrite",
  args: { ...sessionArgs, text: { summary: "Text for the clipboard", kind: "text", field: ["body", "text"] } },
  fields: { text: false },
  done: "Wrote the clipboard.",
  examples: [
    { line: "browsers computer clipboard write shop @clip.txt", does: "Copy the text of a file to the clipboard" },
  ],
});
