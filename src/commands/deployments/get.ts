import { command } from "../../cli/command.ts";
import { deploymentColumns } from "./columns.ts";

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
