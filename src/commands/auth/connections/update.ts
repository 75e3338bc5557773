import { command } from "../../../cli/declare/command.ts";
import { recordColumns } from "./lib/columns.ts";
import { connectionArgs } from "./lib/connection-args.ts";
import { settingsFields, settingsFlags } from "./lib/settings.ts";

export const authConnectionsUpdate = command({
  words: "auth connections update",
  effects: "none",
  operation: "authConnections.update",
  description:
    "Only the given settings change, for sessions that start later. Text output shows the changed values before and after, -o json the whole connection. A credential of another domain is used after confirmation.",
  args: connectionArgs,
  idField: "id",
  fields: {
    ...settingsFields,
    allowed_domains: {
      ...settingsFields.allowed_domains,
      summary: "Host, with its subdomains, where credentials may be entered; replaces the list",
      clear: { name: "clear-allowed-domains", value: [], summary: "Enter credentials at any domain" },
    },
    login_url: {
      ...settingsFields.login_url,
      clear: { name: "clear-login-url", value: "", summary: "Search for the login page again" },
    },
  },
  flags: settingsFlags,
  columns: recordColumns,
  examples: [
    {
      line: "auth connections update a6u2t8h4c0o5n9n3e7c1t8i2 --auto-reauth --health-check-interval 30m",
      does: "Check every 30 minutes, and log in again when the session has expired",
    },
    {
      line: "auth connections update a6u2t8h4c0o5n9n3e7c1t8i2 --allowed-domain login.example.com --allowed-domain sso.example.org",
      does: "Replace the hosts where credentials may be entered",
    },
    {
      line: "auth connections update a6u2t8h4c0o5n9n3e7c1t8i2 --clear-allowed-domains",
      does: "Enter credentials at any domain",
    },
    {
      line: "auth connections update a6u2t8h4c0o5n9n3e7c1t8i2 --telemetry-category console=on --telemetry-category captcha=off",
      does: "Change two categories of telemetry and keep the others",
    },
  ],
  run: () => import("./update.run.ts"),
});
