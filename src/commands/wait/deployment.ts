import { command } from "../../cli/declare/command.ts";
import { deploymentColumns } from "../deployments/lib/columns.ts";
import { waitDescription, waitExits, waitFlagsOfDeletable } from "./lib/wait-words.ts";

export const waitDeployment = command({
  words: "wait deployment",
  effects: "none",
  reads: true,
  operation: "deployments.get",
  summary: "Wait until a deployment is deleted, or a field has a value",
  description: waitDescription,
  flags: waitFlagsOfDeletable,
  columns: deploymentColumns,
  examples: [
    { line: "wait deployment d4c1 --for status=running --timeout 5m", does: "Until it can be invoked" },
    { line: "wait deployment d4c1 --for deleted", does: "Until deployments delete has stopped it" },
  ],
  watch: false,
  preview: "calls",
  exits: waitExits,
  run: async () => (await import("./lib/waiting.run.ts")).waiting("deployment"),
});
