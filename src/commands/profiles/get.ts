import { command } from "../../cli/declare/command.ts";
import { profileColumns } from "./lib/columns.ts";

export const profilesGet = command({
  words: "profiles get",
  effects: "none",
  operation: "profiles.get",
  idField: "id",
  columns: profileColumns,
  examples: [
    { line: "profiles get work", does: "Show when it was created, saved and used" },
    { line: "profiles get work --query last_used_at", does: "When a session last started from it" },
  ],
});
