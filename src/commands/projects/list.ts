import { command } from "../../cli/declare/command.ts";
import { projectColumns } from "./lib/columns.ts";

export const projectsList = command({
  words: "projects list",
  effects: "none",
  operation: "projects.list",
  idField: "id",
  columns: projectColumns,
  examples: [
    { line: "projects list", does: "Show projects, the newest first, archived ones too" },
    { line: "projects list --search shop --all -o json", does: "All with this in their name" },
  ],
});
