import { command } from "../../../../cli/declare/command.ts";
import { connectionArgs } from "../lib/connection-args.ts";

export const authConnectionsPlansDelete = command({
  words: "auth connections plans delete",
  effects: "none",
  operation: "local.deleteLoginPlans",
  description: "Later logins ask again where the service does not know a page. Saved values stay in the credential.",
  args: {
    ...connectionArgs,
    plan: { required: false, summary: "Plan id; all plans when left out", field: ["query", "plan_id"] },
  },
  question: { about: "authConnections.get", text: "Delete the shown logins of auth connection {thing}?" },
  done: "Deleted the shown logins of auth connection {id}.",
  examples: [
    { line: "auth connections plans delete a6u2t8h4c0o5n9n3e7c1t8i2", does: "Delete all, after confirmation" },
    { line: "auth connections plans delete a6u2t8h4c0o5n9n3e7c1t8i2 --yes", does: "Delete all in a script" },
  ],
});
