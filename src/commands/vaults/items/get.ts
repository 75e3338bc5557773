import { command } from "../../../cli/declare/command.ts";
import { itemArgs } from "./lib/item-words.ts";

export const vaultsItemsGet = command({
  words: "vaults items get",
  effects: "secrets",
  operation: "vaultItems.get",
  args: itemArgs,
  idField: "id",
  fields: { wait: { kind: "duration", unit: "seconds" } },
  seeAlso: ["vaults items run"],
  examples: [
    { line: "vaults items get checkout shop-login", does: "Show its state and what it offers" },
    { line: "vaults items get checkout link-wallet --expand payment_methods", does: "Show how a wallet can pay" },
    {
      line: "vaults items get checkout shop-login --wait 60s --query state.status",
      does: "Wait until a person has filled it in",
    },
  ],
});
