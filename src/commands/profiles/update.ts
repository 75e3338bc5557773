import { command } from "../../cli/declare/command.ts";
import { profileColumns } from "./lib/columns.ts";

export const profilesUpdate = command({
  words: "profiles update",
  effects: "none",
  operation: "profiles.update",
  idField: "id",
  fields: { name: { placeholder: "NAME" } },
  columns: profileColumns,
  examples: [
    { line: "profiles update work --name office", does: "Rename it" },
    { line: "profiles update work --name work-2026 -o json", does: "Rename it, and print the record as JSON" },
  ],
});
