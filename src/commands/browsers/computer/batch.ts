import { command } from "../../../cli/declare/command.ts";
import { sessionArgs } from "../lib/session-args.ts";

export const computerBatch = command({
  words: "browsers computer batch",
  effects: "none",
  operation: "computer.batch",
  filled: ["actions"],
  args: { ...sessionArgs, actions: { summary: "JSON list of actions", required: false, kind: "text" } },
  description:
    'An action is an object with its type and the parameters under the same name, such as {"type":"click_mouse","click_mouse":{"x":10,"y":20}}. Types: click_mouse, move_mouse, drag_mouse, scroll, press_key, type_text, set_cursor, sleep.',
  examples: [
    {
      line: "browsers computer batch shop @actions.json",
      does: "Run the actions in a file without other input in between",
    },
    {
      line: `browsers computer batch shop '[{"type":"click_mouse","click_mouse":{"x":640,"y":360}},{"type":"type_text","type_text":{"text":"red shoes"}}]'`,
      does: "Click into a field and type, with nothing in between",
    },
  ],
  run: () => import("./batch.run.ts"),
});
