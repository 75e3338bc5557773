import { command } from "../../cli/declare/command.ts";
import { programRest, providerLines, tokenFlag } from "./lib/provider-words.ts";

export const credentialProvidersCreate = command({
  words: "credential-providers create",
  effects: "none",
  operation: "credentialProviders.create",
  preview: "calls",
  description:
    "Logins then read their values from it, each time; none are stored. The local service runs the provider's own program (op, bw, pass or vault), or any that follows the protocol of docs/credential-providers.md. The token is stored encrypted and never shown again.",
  args: { name: { summary: "Name for it, as --name", required: false, field: ["body", "name"] } },
  idField: "id",
  fields: {
    name: { placeholder: "NAME" },
    token: false,
    command: false,
    cache_ttl_seconds: { placeholder: "SECONDS" },
  },
  flags: tokenFlag,
  rest: programRest,
  columns: providerLines,
  seeAlso: ["credential-providers test", "auth connections create"],
  examples: [
    {
      line: "credential-providers create team --provider-type onepassword --provider-token env:OP_TOKEN",
      does: "Use the logins of 1Password, with the token of a service account",
    },
    {
      line: "credential-providers create own --provider-type program -- /opt/logins/ours --team web",
      does: "Let a program of this machine answer; its arguments follow it",
    },
  ],
  run: () => import("./create.run.ts"),
});
