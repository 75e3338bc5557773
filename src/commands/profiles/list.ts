import { command } from "../../cli/declare/command.ts";
import { profileColumns } from "./lib/columns.ts";

export const profilesList = command({
  words: "profiles list",
  effects: "none",
  operation: "profiles.list",
  idField: "id",
  columns: profileColumns,
  examples: [
    { line: "profiles list", does: "Show profiles, the newest first" },
    { line: "profiles list --search work --all -o json", does: "All with this in their name" },
  ],
});
