import { command } from "../../cli/declare/command.ts";
import { deploymentListColumns } from "./lib/columns.ts";

export const deploymentsList = command({
  words: "deployments list",
  effects: "none",
  operation: "deployments.list",
  idField: "id",
  columns: deploymentListColumns,
  run: () => import("./list.run.ts"),
  examples: [
    { line: "deployments list", does: "Show deployments, the latest first" },
    { line: "deployments list --app-name example --all -o json", does: "All deployments of an app" },
  ],
});
