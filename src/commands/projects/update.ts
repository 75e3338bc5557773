import { command } from "../../cli/declare/command.ts";
import { projectColumns } from "./lib/columns.ts";

export const projectsUpdate = command({
  words: "projects update",
  effects: "none",
  operation: "projects.update",
  idField: "id",
  summary: "Rename a project",
  description: "To change its status, use projects archive and projects unarchive.",
  fields: { name: { placeholder: "NAME" }, status: false },
  columns: projectColumns,
  examples: [
    { line: "projects update shop --name store", does: "Rename it; its id stays the same" },
    { line: "projects update shop --name shop-2026 -o json", does: "Rename it, and print the record as JSON" },
  ],
});
