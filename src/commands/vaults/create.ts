import { command } from "../../cli/declare/command.ts";
import { vaultColumns } from "./lib/columns.ts";

export const vaultsCreate = command({
  words: "vaults create",
  effects: "none",
  operation: "vaults.create",
  preview: "request",
  args: { name: { summary: "Name for it, as --name", required: false, field: ["body", "name"] } },
  idField: "id",
  columns: vaultColumns,
  fields: { name: { placeholder: "NAME" } },
  seeAlso: ["vaults items put", "browsers create"],
  examples: [
    { line: "vaults create checkout", does: "Create a vault, or show the one that has this name" },
    { line: "vaults create checkout -q", does: "Print its id alone" },
  ],
});
