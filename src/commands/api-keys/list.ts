import { command } from "../../cli/declare/command.ts";
import { apiKeyColumns } from "./lib/key-words.ts";

export const apiKeysList = command({
  words: "api-keys list",
  effects: "none",
  operation: "apiKeys.list",
  idField: "id",
  columns: apiKeyColumns,
  examples: [
    { line: "api-keys list", does: "Show the keys that were not deleted, the newest first" },
    { line: "api-keys list --sort-by expires_at --all", does: "Every key, those that expire soon first" },
    { line: "api-keys list --status all --search ci -o json", does: "Deleted ones too, with this in their name" },
  ],
});
