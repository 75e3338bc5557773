import { command } from "../../cli/declare/command.ts";
import { appColumns } from "./lib/columns.ts";

export const appsList = command({
  words: "apps list",
  effects: "none",
  operation: "apps.list",
  columns: appColumns,
  examples: [
    { line: "apps list", does: "Show apps, their versions and actions" },
    { line: "apps list --app-name example --query '[0].actions[].name'", does: "The actions of the latest version" },
  ],
});
