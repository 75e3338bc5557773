import { command } from "../../cli/declare/command.ts";
import { actVerbs, CELL_REFERENCES } from "../../contract/agent-parts.ts";
import { sessionArgs } from "./lib/session-args.ts";

/** Word in place of a reference that means the page. */
export const PAGE = "page";
/** Verb that stands for lines from stdin. */
export const LINES = "-";

export const browsersAct = command({
  words: "browsers act",
  effects: "none",
  operation: "local.act",
  hostedBy: "playwright.execute",
  preview: "calls",
  summary: "Operate an element of the page by its reference",
  description:
    "The element is pressed as a person would: only when it is still the one that the snapshot showed, enabled, visible, at rest and not covered. The answer says what has changed. Values: text for fill and type, options for select, keys for press, a direction or pixels for scroll, files of the session for upload, a second reference for drag.",
  args: {
    ...sessionArgs,
    verb: { summary: `${actVerbs.join(", ")}; - reads acts from stdin, one a line`, choices: [...actVerbs, LINES] },
    ref: {
      summary: `Reference from a snapshot, e12; ${CELL_REFERENCES}; ${PAGE} for press and scroll`,
      required: false,
    },
    values: { summary: "Value of the verb", required: false, repeat: true, word: "value" },
  },
  fields: { acts: false },
  filled: ["acts"],
  input: false,
  flags: {
    secret: { kind: "text", placeholder: "SOURCE", summary: "Value that is never printed, for fill and type" },
    wait: { kind: "duration", unit: "milliseconds", summary: "Wait until it can be operated; at most 60s" },
    force: { kind: "boolean", summary: "Skip the comparison of name and row, and what is in front" },
  },
  exits: { "outcome-failed": "refused, with its code: nothing was pressed, or the page did not keep it" },
  seeAlso: ["browsers snapshot", "browsers computer click"],
  examples: [
    { line: "browsers act shop click e12", does: "Press a button" },
    { line: "browsers act shop fill e3 'Anna Berg'", does: "Replace what a field holds" },
    { line: "browsers act shop select e5 Norway", does: "Choose an option by its label or value" },
    { line: "browsers act shop fill e4 --secret env:PASSWORD", does: "Fill in a password that is never printed" },
    { line: "browsers act shop dblclick e20.3", does: "Press twice on the third cell of a row" },
    { line: "browsers act shop press page Escape", does: "Press a key on the page" },
    {
      before: "printf 'fill e3 Anna\\nclick e12\\n' |",
      line: "browsers act shop -",
      does: "Several acts in one call; the first that is refused ends them",
    },
  ],
  run: () => import("./act.run.ts"),
});
