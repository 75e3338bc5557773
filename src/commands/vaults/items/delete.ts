import { command } from "../../../cli/declare/command.ts";
import { itemArgs } from "./lib/item-words.ts";

export const vaultsItemsDelete = command({
  words: "vaults items delete",
  effects: "none",
  operation: "vaultItems.delete",
  args: itemArgs,
  description: "Refused while the outcome of a payment is open. It is no proof that a payment did not happen.",
  question: { about: "vaultItems.get", text: "Delete vault item {thing}?" },
  done: "Deleted item {key}.",
  examples: [
    { line: "vaults items delete checkout shop-login", does: "Delete it, after confirmation" },
    { line: "vaults items delete checkout shop-login --yes", does: "Delete it in a script" },
  ],
});
