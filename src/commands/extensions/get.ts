import { command } from "../../cli/command.ts";
import { extensionColumns } from "./columns.ts";

export const extensionsGet = command({
  words: "extensions get",
  operation: "extensions.get",
  columns: extensionColumns,
  examples: [{ line: "extensions get blocker", does: "Show one, with its checksum" }],
});
