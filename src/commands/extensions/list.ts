import { command } from "../../cli/declare/command.ts";
import { extensionColumns } from "./lib/extension-words.ts";

export const extensionsList = command({
  words: "extensions list",
  effects: "none",
  operation: "extensions.list",
  idField: "id",
  columns: extensionColumns,
  examples: [
    { line: "extensions list", does: "Show stored extensions" },
    { line: "extensions list --search block -o json", does: "Those with this in their name" },
  ],
});
