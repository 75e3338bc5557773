import { command } from "../../../cli/declare/command.ts";
import { connectionArgs } from "./lib/connection-args.ts";

export const authConnectionsCancel = command({
  words: "auth connections cancel",
  effects: "none",
  operation: "local.cancelLogin",
  description:
    "The login ends as CANCELED, and its browser is closed. Without a running login nothing happens: exit 0.",
  args: connectionArgs,
  exits: { declined: "declined by the user; nothing was done" },
  examples: [
    { line: "auth connections cancel a6u2t8h4c0o5n9n3e7c1t8i2", does: "End it, after confirmation" },
    { line: "auth connections cancel a6u2t8h4c0o5n9n3e7c1t8i2 --yes", does: "End it in a script" },
  ],
  output: async () => (await import("./lib/outputs.ts")).connectionsCancelOutput,
  run: () => import("./cancel.run.ts"),
});
