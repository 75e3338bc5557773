import { command } from "../../cli/declare/command.ts";
import { extensionColumns } from "./lib/extension-words.ts";

export const extensionsGet = command({
  words: "extensions get",
  effects: "none",
  operation: "extensions.get",
  idField: "id",
  columns: extensionColumns,
  examples: [
    { line: "extensions get blocker", does: "Show one, with its checksum" },
    { line: "extensions get blocker --query size_bytes", does: "Its size in bytes" },
  ],
});
