import { command } from "../../cli/declare/command.ts";

export const vaultsDelete = command({
  words: "vaults delete",
  effects: "none",
  operation: "vaults.delete",
  description: "Refused while the outcome of a payment is open.",
  question: { about: "vaults.get", text: "Delete vault {thing} with its items?" },
  done: "Deleted vault {id_or_name}.",
  examples: [
    { line: "vaults delete checkout", does: "Delete it, after confirmation" },
    { line: "vaults delete checkout --yes", does: "Delete it in a script" },
  ],
});
