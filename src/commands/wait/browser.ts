import { command } from "../../cli/declare/command.ts";
import { printedVariables, sessionColumns } from "../browsers/lib/printed-session.ts";
import { waitDescription, waitExits, waitFlagsOfDeletable } from "./lib/wait-words.ts";

export const waitBrowser = command({
  words: "wait browser",
  effects: "none",
  reads: true,
  operation: "browsers.get",
  summary: "Wait until a session has ended, or a field has a value",
  description: waitDescription,
  fields: { include_deleted: false },
  flags: waitFlagsOfDeletable,
  columns: sessionColumns,
  variables: printedVariables,
  examples: [
    { line: "wait browser shop --for deleted --timeout 10m", does: "Until it has ended, at most 10 minutes" },
    { line: "wait browser shop --for viewport.width=800 --timeout 1m", does: "Until its screen has another size" },
  ],
  watch: false,
  preview: "calls",
  exits: waitExits,
  run: async () => (await import("./lib/waiting.run.ts")).waiting("browser"),
});
