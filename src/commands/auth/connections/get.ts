import { command } from "../../../cli/declare/command.ts";
import { recordColumns } from "./lib/columns.ts";
import { connectionArgs } from "./lib/connection-args.ts";

export const authConnectionsGet = command({
  words: "auth connections get",
  effects: "none",
  operation: "authConnections.get",
  description:
    "A terminal shows only the fields that are set; -o json has the whole record. auth connections explain says what the state means.",
  args: connectionArgs,
  idField: "id",
  columns: recordColumns,
  examples: [
    { line: "auth connections get a6u2t8h4c0o5n9n3e7c1t8i2", does: "Show its settings and the state of its login" },
    {
      line: "auth connections get a6u2t8h4c0o5n9n3e7c1t8i2 --fields status,can_reauth_reason",
      does: "Show whether it is logged in, and the reason whether that can be renewed",
    },
  ],
  run: () => import("./get.run.ts"),
});
