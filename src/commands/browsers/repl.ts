import { command } from "../../cli/declare/command.ts";
import { sessionArgs } from "./lib/session-args.ts";

export const browsersRepl = command({
  words: "browsers repl",
  effects: "none",
  operation: "repl.evaluate",
  description:
    "Variables and functions are kept from call to call, and helpers such as gotoUrl, click and js are there: repl.help() lists them. At a terminal it is a line editor: an unfinished input goes on in the next line, Ctrl-C interrupts the line or the running code, Ctrl-D ends it. From a pipe each statement is evaluated in turn, and the first that fails ends it; with -o json they are evaluated as one.",
  args: {
    ...sessionArgs,
    code: {
      summary: "JavaScript to evaluate; its value is printed",
      kind: "text",
      required: false,
      field: ["body", "code"],
    },
  },
  filled: ["code"],
  fields: { code: false },
  exits: { "outcome-failed": "the code failed; the message is its error, with its line in a pipe" },
  seeAlso: ["browsers playwright execute", "browsers run"],
  examples: [
    { line: "browsers repl shop", does: "Type JavaScript at a prompt" },
    { line: "browsers repl shop 'await page.title()'", does: "Evaluate an expression and print its value" },
    { line: "browsers repl shop @helpers.js --timeout-sec 120", does: "Define functions that later calls have" },
    { line: "browsers repl shop < steps.js", does: "Evaluate statement by statement" },
    { line: "browsers repl shop --reset", does: "Begin again without the variables" },
  ],
  terminal: true,
  run: () => import("./repl.run.ts"),
});
