import { command } from "../../../cli/declare/command.ts";
import { connectionArgs } from "./lib/connection-args.ts";

export const authConnectionsDelete = command({
  words: "auth connections delete",
  effects: "none",
  operation: "authConnections.delete",
  args: connectionArgs,
  question: {
    about: "authConnections.get",
    text: "Delete auth connection {thing}? A login of it ends; its profile and credential stay.",
  },
  done: "Deleted auth connection {id}.",
  examples: [
    { line: "auth connections delete a6u2t8h4c0o5n9n3e7c1t8i2 --yes", does: "Delete it without a question" },
    {
      line: "auth connections delete a6u2t8h4c0o5n9n3e7c1t8i2",
      does: "Delete it after confirmation; its profile stays",
    },
  ],
});
