import { command } from "../../cli/declare/command.ts";
import { projectColumns } from "./lib/columns.ts";

export const projectsCreate = command({
  words: "projects create",
  effects: "none",
  operation: "projects.create",
  description:
    "The name is kept exactly as it is given: names that differ in case are two projects. It has 1 to 255 characters, no / and no %. A service that only has the old route, POST /projects, is called by that route.",
  args: { name: { summary: "Name for it", field: ["body", "name"] } },
  fields: { name: false },
  preview: "request",
  idField: "id",
  columns: projectColumns,
  examples: [
    { line: "projects create shop", does: "Create a project" },
    { line: "projects create shop -q", does: "Create one, and print its id alone" },
  ],
  run: () => import("./create.run.ts"),
});
