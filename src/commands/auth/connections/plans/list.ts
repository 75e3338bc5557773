import { command } from "../../../../cli/declare/command.ts";
import { connectionArgs } from "../lib/connection-args.ts";

export const authConnectionsPlansList = command({
  words: "auth connections plans list",
  effects: "none",
  operation: "local.loginPlans",
  description:
    "When the service does not know a page of a login, a person finishes it in the live view. What was done there is kept as a plan without values; the next login and the renewal replay it with stored values.",
  args: connectionArgs,
  idField: "id",
  columns: [
    { path: "id" },
    { path: "state", as: "state" },
    { path: "created_at", title: "shown", as: "age" },
    { path: "tried_at", title: "tried", as: "age" },
    { path: "failed.name", title: "failed at" },
  ],
  seeAlso: ["auth connections plans show", "auth connections explain"],
  examples: [
    { line: "auth connections plans list a6u2t8h4c0o5n9n3e7c1t8i2", does: "Show the plans, the newest first" },
    {
      line: "auth connections plans list a6u2t8h4c0o5n9n3e7c1t8i2 --query '[].steps[].name'",
      does: "The steps of all plans, one on a line",
    },
  ],
});
