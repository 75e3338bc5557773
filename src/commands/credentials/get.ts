import { command } from "../../cli/declare/command.ts";
import { credentialLines } from "./lib/credential-words.ts";

export const credentialsGet = command({
  words: "credentials get",
  effects: "none",
  operation: "credentials.get",
  idField: "id",
  description: "Shows the keys of its values; nothing shows the values themselves.",
  columns: credentialLines,
  examples: [
    { line: "credentials get shop", does: "Show its site and the keys of its values" },
    { line: "credentials get shop --query value_keys", does: "The keys of its values alone" },
  ],
});
