import { command } from "../../cli/declare/command.ts";
import { projectColumns } from "./lib/columns.ts";

export const projectsGet = command({
  words: "projects get",
  effects: "none",
  operation: "projects.get",
  idField: "id",
  columns: projectColumns,
  examples: [
    { line: "projects get shop", does: "Show its id and its status" },
    { line: "projects get shop --query id", does: "Its id alone" },
  ],
});
