import { command } from "../../../cli/command.ts";
import { recordColumns } from "./columns.ts";
import { settingsFields, settingsFlags } from "./settings.ts";

export const authConnectionsCreate = command({
  words: "auth connections create",
  operation: "authConnections.create",
  args: { domain: { summary: "Domain to log in to, as --domain", required: false, field: ["body", "domain"] } },
  idField: "id",
  fields: {
    domain: { placeholder: "DOMAIN" },
    profile_name: { placeholder: "NAME" },
    ...settingsFields,
  },
  flags: settingsFlags,
  columns: recordColumns,
  examples: [
    {
      line: "auth connections create shop.example.com --profile-name customer",
      does: "Keep the profile customer logged in to a domain",
    },
    {
      line: "auth connections create shop.example.com --profile-name customer --credential shop --auto-reauth",
      does: "Log in again by itself with a stored credential",
    },
    {
      line: "auth connections create shop.example.com --profile-name buyer --allowed-domain login.example.com --health-check-interval 30m",
      does: "Allow the host of its login page too, and check every 30 minutes",
    },
  ],
  run: () => import("./create.run.ts"),
});
