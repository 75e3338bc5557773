import { command } from "../../../cli/declare/command.ts";
import { connectionArgs } from "./lib/connection-args.ts";

export const authConnectionsCheck = command({
  words: "auth connections check",
  effects: "none",
  operation: "local.checkLogin",
  description: "Opens the website in a browser with the profile, which logs nobody in.",
  args: connectionArgs,
  exits: { "outcome-failed": "the profile is logged out", "outcome-unknown": "the page does not tell" },
  seeAlso: ["auth connections explain"],
  examples: [
    { line: "auth connections check a6u2t8h4c0o5n9n3e7c1t8i2", does: "Show the status before and after" },
    {
      line: "auth connections check a6u2t8h4c0o5n9n3e7c1t8i2 -o json --query result",
      does: "Print logged-in, logged-out or unknown",
    },
  ],
  run: () => import("./check.run.ts"),
});
