import { type ArgSpec, type CommandSpec, command } from "../../cli/spec.ts";
import type { ActionName, ActionParams } from "../../input-rules/action-rules.ts";

const id: ArgSpec = { name: "id", summary: "Session id or name", required: true };
const at: readonly ArgSpec[] = [
  { name: "x", summary: "CSS pixels from the left", required: true, kind: "integer", field: ["body", "x"] },
  { name: "y", summary: "CSS pixels from the top", required: true, kind: "integer", field: ["body", "y"] },
];
const ownFields = { x: false, y: false } as const;
const holdKeys = { hold_keys: { name: "hold-key", placeholder: "KEY" } } as const;

/** The checks of an action, the same as the service makes them. */
function rulesOf<Name extends ActionName>(name: Name): Pick<CommandSpec, "rules"> {
  return {
    rules: async () => {
      const { actionRefusal } = await import("../../input-rules/action-rules.ts");
      return (body, named) => actionRefusal(name, body as ActionParams[Name], named)?.problems ?? [];
    },
  };
}

export const computerClick = command({
  words: "browsers computer click",
  operation: "computer.click",
  ...rulesOf("click_mouse"),
  args: [id, ...at],
  fields: { ...ownFields, ...holdKeys },
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
  ...rulesOf("move_mouse"),
  args: [id, ...at],
  fields: { ...ownFields, ...holdKeys },
  done: "Moved the mouse.",
  examples: [{ line: "browsers computer move shop 300 40 --no-smooth", does: "Put the mouse there at once" }],
});

export const computerDrag = command({
  words: "browsers computer drag",
  operation: "computer.drag",
  ...rulesOf("drag_mouse"),
  args: [
    id,
    {
      name: "x,y",
      summary: "Points to drag along, at least two",
      required: true,
      repeat: true,
      kind: "point",
      field: ["body", "path"],
    },
  ],
  fields: { path: false, ...holdKeys },
  done: "Dragged.",
  examples: [{ line: "browsers computer drag shop 10,10 200,10 200,150", does: "Drag along three points" }],
});

export const computerScroll = command({
  words: "browsers computer scroll",
  operation: "computer.scroll",
  ...rulesOf("scroll"),
  args: [id, ...at],
  fields: { ...ownFields, ...holdKeys },
  done: "Scrolled.",
  examples: [{ line: "browsers computer scroll shop 640 360 --delta-y 3", does: "Three notches down" }],
});

export const computerPress = command({
  words: "browsers computer press",
  operation: "computer.press",
  ...rulesOf("press_key"),
  args: [
    id,
    {
      name: "key",
      summary: "Keys in order: names such as Return or Page_Down, or combinations",
      required: false,
      repeat: true,
      field: ["body", "keys"],
    },
  ],
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
  ...rulesOf("type_text"),
  args: [id, { name: "text", summary: "Text to type", required: true, kind: "text", field: ["body", "text"] }],
  fields: { text: false, delay: { summary: "Milliseconds between keystrokes" } },
  done: "Typed.",
  examples: [
    { line: "browsers computer type shop 'hello'", does: "Type a word" },
    { line: "browsers computer type shop env:PASSWORD", does: "Type a secret that shows nowhere" },
    { line: "browsers computer type shop @letter.txt --delay 20", does: "Type a file, as a person would" },
  ],
});

export const computerCursor = command({
  words: "browsers computer cursor",
  operation: "computer.cursor",
  fields: { hidden: false },
  flags: [
    { name: "hide", kind: "boolean", summary: "Hide it", constant: true, field: ["body", "hidden"] },
    { name: "show", kind: "boolean", summary: "Show it", constant: false, field: ["body", "hidden"] },
  ],
  done: "Done.",
  examples: [{ line: "browsers computer cursor shop --hide", does: "Hide the pointer on every page" }],
});

export const computerMousePosition = command({
  words: "browsers computer mouse-position",
  operation: "computer.mousePosition",
  examples: [{ line: "browsers computer mouse-position shop -o json", does: "Where the mouse is" }],
});

export const computerClipboardRead = command({
  words: "browsers computer clipboard read",
  operation: "computer.clipboardRead",
  examples: [{ line: "browsers computer clipboard read shop > clip.txt", does: "Save what a page has copied" }],
  run: () => import("./clipboard-read.run.ts"),
});

export const computerClipboardWrite = command({
  words: "browsers computer clipboard write",
  operation: "computer.clipboardWrite",
  args: [
    id,
    { name: "text", summary: "Text for the clipboard", required: true, kind: "text", field: ["body", "text"] },
  ],
  fields: { text: false },
  done: "Wrote the clipboard.",
  examples: [{ line: "browsers computer clipboard write shop @clip.txt", does: "Put a file's text on it" }],
});

export const computerBatch = command({
  words: "browsers computer batch",
  operation: "computer.batch",
  filled: ["actions"],
  args: [{ ...id }, { name: "actions", summary: "JSON list of actions", required: false, kind: "text" }],
  description:
    'An action is an object with its type and the parameters under the same name, such as {"type":"click_mouse","click_mouse":{"x":10,"y":20}}. Types: click_mouse, move_mouse, drag_mouse, scroll, press_key, type_text, set_cursor, sleep.',
  examples: [{ line: "browsers computer batch shop @actions.json", does: "Do what a file lists, undisturbed" }],
  run: () => import("./batch.run.ts"),
});
