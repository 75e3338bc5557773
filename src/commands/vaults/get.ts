import { command } from "../../cli/declare/command.ts";
import { vaultColumns } from "./lib/columns.ts";

export const vaultsGet = command({
  words: "vaults get",
  effects: "none",
  operation: "vaults.get",
  idField: "id",
  columns: vaultColumns,
  seeAlso: ["vaults items list"],
  examples: [
    { line: "vaults get checkout", does: "Show a vault" },
    { line: "vaults get checkout --query id", does: "Its id alone" },
  ],
});
