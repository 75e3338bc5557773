import { command } from "../../cli/declare/command.ts";
import { credentialLines, secretFlags } from "./lib/credential-words.ts";

export const credentialsUpdate = command({
  words: "credentials update",
  effects: { secrets: ["totp-secret", "ask-totp-secret", "input"] },
  operation: "credentials.update",
  idField: "id",
  description:
    "Values that are not named stay. Removals are applied first, so that one call can remove a key and set it again.",
  fields: {
    name: { placeholder: "NAME" },
    values: false,
    remove_value_keys: { name: "remove-value", placeholder: "KEY", summary: "Remove this value" },
    sso_provider: {
      placeholder: "PROVIDER",
      summary: "Provider of the single sign-on",
      clear: { name: "clear-sso-provider", value: null, summary: "Remove the provider of the single sign-on" },
    },
    totp_secret: false,
  },
  flags: {
    ...secretFlags,
    clearTotp: { kind: "boolean", summary: "Remove the secret of one-time codes" },
  },
  // Values are read by the function.
  preview: "calls",
  columns: credentialLines,
  examples: [
    { line: "credentials update shop --ask password", does: "Replace the password" },
    {
      line: "credentials update shop --value password=env:PASSWORD --remove-value pin",
      does: "Replace one value and remove another",
    },
    { line: "credentials update shop --name old-shop --clear-totp", does: "Rename it, and forget the TOTP secret" },
  ],
  run: () => import("./update.run.ts"),
});
