import { command } from "../../cli/declare/command.ts";
import { printedVariables, sessionColumns } from "./lib/printed-session.ts";
import { networkFlags, proxyModeFlag, telemetryFlags } from "./lib/session-flags.ts";
import { storedFields, storedFlags } from "./lib/stored.ts";

export const browsersOpen = command({
  words: "browsers open",
  effects: "settings",
  operation: "browsers.create",
  summary: "Create a session to use by hand: open its live view, and make it the current one",
  description:
    "Commands in this directory then take the session where theirs is left out, as after browsers use. Without a terminal or a desktop, over SSH and in CI jobs the live view is not opened; browsers view prints its link.",
  args: { url: { required: false, summary: "Page to open first", field: ["body", "start_url"] } },
  fields: {
    viewport: { kind: "viewport" },
    start_url: false,
    timeout_seconds: { preset: 3600 },
    ...storedFields,
  },
  flags: {
    ...storedFlags,
    ...proxyModeFlag,
    ...networkFlags,
    ...telemetryFlags,
    open: {
      kind: "boolean",
      negatable: true,
      summary: "Open the live view in the default browser; the default at a terminal",
    },
  },
  idField: "session_id",
  columns: sessionColumns,
  variables: printedVariables,
  seeAlso: ["browsers use", "browsers view", "browsers keep"],
  examples: [
    { line: "browsers open https://example.com", does: "Look at a page, and go on with it from the command line" },
    { line: "browsers open --no-open --name shop", does: "Make the session the current one, without its live view" },
  ],
  run: () => import("./open.run.ts"),
});
