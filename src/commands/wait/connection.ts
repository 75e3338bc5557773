import { command } from "../../cli/declare/command.ts";
import { recordColumns } from "../auth/connections/lib/columns.ts";
import { connectionArgs } from "../auth/connections/lib/connection-args.ts";
import { waitDescription, waitExits, waitFlagsOfDeletable } from "./lib/wait-words.ts";

export const waitConnection = command({
  words: "wait connection",
  effects: "none",
  reads: true,
  operation: "authConnections.get",
  summary: "Wait until an auth connection is deleted, or a field has a value",
  description: waitDescription,
  args: connectionArgs,
  flags: waitFlagsOfDeletable,
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
  exits: waitExits,
  run: async () => (await import("./lib/waiting.run.ts")).waiting("connection"),
});
