import { command } from "../../../cli/declare/command.ts";
import { itemArgs } from "./lib/item-words.ts";

export const vaultsItemsRun = command({
  words: "vaults items run",
  effects: "secrets",
  operation: "vaultItems.perform",
  preview: "calls",
  description:
    "vaults items get lists what an item offers now. authorize and prepare_checkout pay, after confirmation. Exit 8 when not every field was filled, 9 when that is unknown; do not repeat it then.",
  args: {
    ...itemArgs,
    operation: { summary: "Operation, such as fill, collect or authorize", field: ["body", "type"] },
  },
  fields: {
    type: false,
    fields: false,
    checkout: false,
    input: false,
    bindings: false,
    browser_id: { name: "session", placeholder: "ID" },
    page_url: { placeholder: "URL" },
    tool_ref: { placeholder: "REF" },
    goal: { placeholder: "TEXT" },
    keywords: { name: "keyword", placeholder: "TEXT" },
    reason: { placeholder: "TEXT" },
  },
  flags: {
    fill: {
      kind: "string",
      repeat: true,
      placeholder: "FIELD=SELECTOR",
      summary: "Field of the item for the input that a CSS selector finds, in order",
    },
  },
  exits: {
    "outcome-failed": "not every field was filled",
    "outcome-unknown": "it is unknown which fields were filled",
  },
  seeAlso: ["vaults items get", "browsers create"],
  examples: [
    {
      line: "vaults items run checkout shop-login fill --session k3v9x2m7q1w8e5r4t6y0u2i9 --fill username=#user --fill password=#password",
      does: "Fill a login form, without seeing the values",
    },
    {
      line: "vaults items run checkout shop-login collect --query action.url",
      does: "Have a person change the values",
    },
    { line: "vaults items run checkout book-card authorize --yes", does: "Have a payment authorized, in a script" },
  ],
  run: () => import("./run.run.ts"),
});
