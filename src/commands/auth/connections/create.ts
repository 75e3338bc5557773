import { command } from "../../../cli/declare/command.ts";
import { recordColumns } from "./lib/columns.ts";
import { settingsFields, settingsFlags } from "./lib/settings.ts";

export const authConnectionsCreate = command({
  words: "auth connections create",
  effects: "none",
  operation: "authConnections.create",
  preview: "calls",
  description:
    "Values are entered at its own domain, at the host of --login-url and at common identity providers, unless --allowed-domain names others or --allow-any-domain lifts the limit. A credential of another domain is used after confirmation.",
  args: { domain: { summary: "Domain to log in to, as --domain", required: false, field: ["body", "domain"] } },
  idField: "id",
  fields: {
    domain: { placeholder: "DOMAIN" },
    profile_name: { placeholder: "NAME" },
    ...settingsFields,
    allowed_domains: {
      ...settingsFields.allowed_domains,
      clear: { name: "allow-any-domain", value: [], summary: "Enter credentials at any domain" },
    },
  },
  flags: settingsFlags,
  columns: recordColumns,
  examples: [
    {
      line: "auth connections create shop.example.com --profile-name customer",
      does: "Keep the profile customer logged in to a domain",
    },
    {
      line: "auth connections create shop.example.com --profile-name customer --credential shop",
      does: "Log in, and log in again by itself, with a stored credential",
    },
    {
      line: "auth connections create shop.example.com --profile-name buyer --allowed-domain login.example.com --health-check-interval 30m",
      does: "Allow the host of its login page too, and check every 30 minutes",
    },
  ],
  run: () => import("./create.run.ts"),
});
