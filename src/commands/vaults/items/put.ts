import { command } from "../../../cli/declare/command.ts";
import { itemArgs, valueFlags } from "./lib/item-words.ts";

export const vaultsItemsPut = command({
  words: "vaults items put",
  effects: "secrets",
  operation: "vaultItems.put",
  preview: "calls",
  description:
    "A credential is made of --field; what has no value is entered by a person on the page in action.url. Wallets, cards and accounts are given by --input. No credit card data belongs into a credential.",
  args: itemArgs,
  idField: "id",
  filled: ["type", "spec"],
  fields: { spec: false },
  flags: {
    field: {
      kind: "string",
      repeat: true,
      placeholder: "NAME=TYPE",
      summary: "Field of a credential, in the order of the website; TYPE is text, email, password or totp",
    },
    visible: {
      kind: "string",
      repeat: true,
      placeholder: "NAME",
      summary: "Field whose value may be shown, such as a user name",
    },
    optional: { kind: "string", repeat: true, placeholder: "NAME", summary: "Field that may stay without a value" },
    website: {
      kind: "string",
      placeholder: "TEXT",
      summary: "Name of the website, the title of the page for the person",
    },
    ...valueFlags,
  },
  seeAlso: ["vaults items get", "vaults items run"],
  examples: [
    {
      line: "vaults items put checkout shop-login --field username=text --visible username --field password=password --value username=@username.txt --value password=env:PASSWORD",
      does: "Store a login with its values",
    },
    {
      line: "vaults items put checkout shop-login --field email=email --field password=password --website 'Example shop' --query action.url",
      does: "Have a person enter them, and print the address of the page",
    },
    {
      line: `vaults items put checkout wallet --type wallet --input '{"spec":{"provider":"agentcard"}}'`,
      does: "Create an item of another type",
    },
  ],
  run: () => import("./put.run.ts"),
});
