import { command } from "../../cli/declare/command.ts";
import { progressFlags } from "../../cli/transfer/progress-flags.ts";
import { extensionColumns, includeAllFlags, manifestIsChecked, sourceArg } from "./lib/extension-words.ts";

export const extensionsUpload = command({
  words: "extensions upload",
  effects: "none",
  operation: "extensions.upload",
  idField: "id",
  description: `Sessions load it with browsers create --extension. ${manifestIsChecked}`,
  args: { source: sourceArg },
  filled: ["file"],
  fields: {
    name: { placeholder: "NAME", summary: "Name, unique in the project; that of its directory or file by default" },
  },
  flags: { ...includeAllFlags, ...progressFlags },
  columns: extensionColumns,
  examples: [
    { line: "extensions upload ./my-extension", does: "Store an extension under its directory's name" },
    { line: "extensions upload blocker-1.4.zip --name blocker", does: "Store an archive under a name" },
  ],
  run: () => import("./upload.run.ts"),
});
