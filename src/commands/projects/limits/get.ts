import { command } from "../../../cli/declare/command.ts";
import { projectLimitColumns } from "../lib/columns.ts";

export const projectsLimitsGet = command({
  words: "projects limits get",
  effects: "none",
  operation: "projects.limits",
  columns: projectLimitColumns,
  description:
    "null in JSON means that the project has no limit of its own: the organization's default applies to sessions, see org limits get.",
  examples: [
    { line: "projects limits get shop", does: "Show how much may run in it at the same time" },
    { line: "projects limits get shop -o yaml", does: "The same as YAML" },
  ],
});
