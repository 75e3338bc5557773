import { command } from "../../cli/declare/command.ts";
import { vaultColumns } from "./lib/columns.ts";

export const vaultsList = command({
  words: "vaults list",
  effects: "none",
  operation: "vaults.list",
  idField: "id",
  columns: vaultColumns,
  examples: [
    { line: "vaults list", does: "Show the vaults of the project" },
    { line: "vaults list --search check -q", does: "The ids of those with this in their name" },
  ],
});
