import { command } from "../../cli/declare/command.ts";
import { credentialColumns } from "./lib/credential-words.ts";

export const credentialsList = command({
  words: "credentials list",
  effects: "none",
  operation: "credentials.list",
  idField: "id",
  fields: { domain: { placeholder: "HOST" } },
  columns: credentialColumns,
  examples: [
    { line: "credentials list", does: "Show credentials, the newest first" },
    { line: "credentials list --domain shop.example.com -o json", does: "Those of one site" },
    { line: "credentials list --search shop --all -q", does: "The ids of all with this in their name or host name" },
  ],
});
