import { command } from "../../cli/declare/command.ts";
import { sessionColumns } from "./lib/printed-session.ts";

export const browsersList = command({
  words: "browsers list",
  effects: "none",
  operation: "browsers.list",
  idField: "session_id",
  columns: sessionColumns,
  examples: [
    { line: "browsers list", does: "Show the active sessions" },
    {
      line: "browsers list --status all --tag team=web --all -o json",
      does: "Every session with a tag, ended ones too",
    },
    { line: "browsers list -q", does: "Their ids alone" },
  ],
});
