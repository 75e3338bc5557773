import { command } from "../../cli/declare/command.ts";
import { deploymentColumns } from "./lib/columns.ts";

export const deploymentsGet = command({
  words: "deployments get",
  effects: "none",
  operation: "deployments.get",
  idField: "id",
  columns: deploymentColumns,
  examples: [
    { line: "deployments get d4c1", does: "Show one" },
    { line: "deployments get d4c1 --query status", does: "Its state alone" },
  ],
});
