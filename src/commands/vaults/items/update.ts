import { command } from "../../../cli/declare/command.ts";
import { itemArgs, valueFlags } from "./lib/item-words.ts";

export const vaultsItemsUpdate = command({
  words: "vaults items update",
  effects: "secrets",
  operation: "vaultItems.update",
  preview: "calls",
  description:
    "Values that are not named stay. Without --item-version the current one is looked up first. A card is changed by --input.",
  args: itemArgs,
  idField: "id",
  filled: ["spec"],
  calls: ["vaultItems.get"],
  fields: {
    spec: false,
    type: false,
    version: { name: "item-version", placeholder: "NUMBER" },
    expected_item_id: { name: "item-id", placeholder: "ID" },
  },
  flags: {
    ...valueFlags,
    clear: { kind: "string", repeat: true, placeholder: "FIELD", summary: "Remove the value of this field" },
    website: {
      kind: "string",
      placeholder: "TEXT",
      summary: "Name of the website, the title of the page for the person",
    },
  },
  examples: [
    {
      line: "vaults items update checkout shop-login --value password=env:PASSWORD --item-version 2",
      does: "Replace a password",
    },
    {
      line: "vaults items update checkout shop-login --clear password --item-version 2",
      does: "Have a person enter it again",
    },
  ],
  run: () => import("./update.run.ts"),
});
