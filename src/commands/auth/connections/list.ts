import { command } from "../../../cli/declare/command.ts";
import { connectionColumns } from "./lib/columns.ts";

export const authConnectionsList = command({
  words: "auth connections list",
  effects: "none",
  operation: "authConnections.list",
  idField: "id",
  fields: { domain: { placeholder: "DOMAIN" }, profile_name: { placeholder: "NAME" } },
  columns: connectionColumns,
  examples: [
    { line: "auth connections list", does: "List the newest connections with their state" },
    { line: "auth connections list --profile-name customer", does: "The domains that a profile is kept logged in to" },
    {
      line: "auth connections list --all --query \"[?status=='NEEDS_AUTH'].domain\"",
      does: "Domains where somebody has to log in",
    },
  ],
});
