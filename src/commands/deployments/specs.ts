import { command } from "../../cli/spec.ts";
import { deploymentColumns, deploymentListColumns } from "./columns.ts";

export const deploymentsList = command({
  words: "deployments list",
  operation: "deployments.list",
  idField: "id",
  columns: deploymentListColumns,
  run: () => import("./list.run.ts"),
  examples: [
    { line: "deployments list", does: "Show deployments, the latest first" },
    { line: "deployments list --app-name example --all -o json", does: "Every one of an app" },
  ],
});

export const deploymentsGet = command({
  words: "deployments get",
  operation: "deployments.get",
  columns: deploymentColumns,
  examples: [
    { line: "deployments get d4c1", does: "Show one" },
    { line: "deployments get d4c1 --query status", does: "Its state alone" },
  ],
});

export const deploymentsTail = command({
  words: "deployments tail",
  aliases: ["deployments logs"],
  operation: "deployments.events",
  description:
    "The log goes to stdout, states to stderr. Ends with the deployment's state: exit 0 when it runs, 8 when it failed or was stopped, 9 when the stream ended and the state stays unknown. -o jsonl prints each event as it was sent.",
  fields: { since: { kind: "since", summary: "Start at: an RFC 3339 time, or a duration back from now (5m)" } },
  flags: [
    { name: "no-follow", kind: "boolean", summary: "Print what is there and stop; exit 0 while it goes on" },
    { name: "timestamps", kind: "boolean", summary: "The time before each message" },
  ],
  examples: [
    { line: "deployments tail d4c1", does: "Follow a deployment until it runs" },
    { line: "deployments tail d4c1 -o jsonl", does: "Its events, one to a line" },
  ],
  run: () => import("./tail.run.ts"),
});

export const deploymentsDelete = command({
  words: "deployments delete",
  operation: "deployments.delete",
  description: "Nothing more is invoked of it; invocations that run go on. Its record stays, as stopped.",
  question: {
    about: "deployments.get",
    text: "Stop deployment {thing}?",
    over: { states: ["stopped", "failed"], sentence: "Deployment {id} has already ended." },
  },
  done: "Stopped deployment {id}.",
  examples: [
    { line: "deployments delete d4c1", does: "Stop one, after a question" },
    { line: "deployments delete d4c1 --yes", does: "Stop it in a script" },
  ],
});
