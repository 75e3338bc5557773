import { command } from "../../cli/command.ts";
import { recordColumns } from "../auth/connections/columns.ts";
import { connectionArgs } from "../auth/connections/connection-args.ts";
import { sessionColumns } from "../browsers/columns.ts";
import { deploymentColumns } from "../deployments/columns.ts";

const description =
  "Prints the record once a condition holds. A value is the text of the field, or its JSON: status=running, headless=true, proxy_id=null. Ctrl-C ends the wait and nothing else.";

const exits = {
  timeout: "--timeout is over",
  "outcome-failed": "no condition can be met any more",
  "outcome-unknown": "the service can no longer be reached",
} as const;

/** Flags of every command that waits. */
const flags = {
  for: {
    kind: "string",
    repeat: true,
    required: true,
    placeholder: "FIELD=VALUE",
    summary: "Field of the record, such as status or profile.name, and its value; any of several ends the wait",
  },
} as const;

const flagsOfDeletable = {
  for: { ...flags.for, placeholder: "FIELD=VALUE|deleted" },
} as const;

export const waitBrowser = command({
  words: "wait browser",
  effects: "none",
  operation: "browsers.get",
  summary: "Wait until a session has ended, or a field has a value",
  description,
  fields: { include_deleted: false },
  flags: flagsOfDeletable,
  columns: sessionColumns,
  examples: [
    { line: "wait browser shop --for deleted --timeout 10m", does: "Until it has ended, at most 10 minutes" },
    { line: "wait browser shop --for viewport.width=800 --timeout 1m", does: "Until its screen has another size" },
  ],
  watch: false,
  preview: "calls",
  exits,
  run: async () => (await import("./wait.run.ts")).waiting("browser"),
});

export const waitInvocation = command({
  words: "wait invocation",
  effects: "none",
  operation: "invocations.get",
  summary: "Wait until a field of an invocation has a value",
  description,
  flags,
  examples: [
    { line: "wait invocation i7f2 --for status=running", does: "Until it has left the queue" },
    { line: "wait invocation i7f2 --for status=succeeded --for status=failed", does: "Until it has ended in any way" },
  ],
  watch: false,
  preview: "calls",
  exits,
  run: async () => (await import("./wait.run.ts")).waiting("invocation"),
});

export const waitDeployment = command({
  words: "wait deployment",
  effects: "none",
  operation: "deployments.get",
  summary: "Wait until a deployment is deleted, or a field has a value",
  description,
  flags: flagsOfDeletable,
  columns: deploymentColumns,
  examples: [
    { line: "wait deployment d4c1 --for status=running --timeout 5m", does: "Until it can be invoked" },
    { line: "wait deployment d4c1 --for deleted", does: "Until deployments delete has stopped it" },
  ],
  watch: false,
  preview: "calls",
  exits,
  run: async () => (await import("./wait.run.ts")).waiting("deployment"),
});

export const waitConnection = command({
  words: "wait connection",
  effects: "none",
  operation: "authConnections.get",
  summary: "Wait until an auth connection is deleted, or a field has a value",
  description,
  args: connectionArgs,
  flags: flagsOfDeletable,
  columns: recordColumns,
  examples: [
    {
      line: "wait connection a6u2t8h4c0o5n9n3e7c1t8i2 --for status=AUTHENTICATED",
      does: "Until its profile is logged in",
    },
    {
      line: "wait connection a6u2t8h4c0o5n9n3e7c1t8i2 --for status=NEEDS_AUTH --timeout 1d",
      does: "Until somebody has to log in again",
    },
  ],
  watch: false,
  preview: "calls",
  exits,
  run: async () => (await import("./wait.run.ts")).waiting("connection"),
});
