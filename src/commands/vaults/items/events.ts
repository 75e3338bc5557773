import { command, table } from "../../../cli/declare/command.ts";
import type { VaultItemEvent } from "../../../generated/types.ts";
import { itemArgs } from "./lib/item-words.ts";

export const vaultsItemsEvents = command({
  words: "vaults items events",
  effects: "none",
  operation: "vaultItems.events",
  args: itemArgs,
  idField: "id",
  columns: table<VaultItemEvent>([
    { path: "created_at", title: "time", as: "age" },
    { path: "name", keep: true },
    { path: "browser_id", title: "session" },
    { path: "id" },
  ]),
  fields: { after: { placeholder: "ID" }, wait: { kind: "duration", unit: "seconds" } },
  examples: [
    { line: "vaults items events checkout shop-login", does: "Show what happened to an item" },
    {
      line: "vaults items events checkout shop-login --after e2v6e0n4t8i1t5e9m3k7e1y5 --wait 30s",
      does: "Wait for a further event",
    },
  ],
});
