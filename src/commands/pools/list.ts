import { command } from "../../cli/declare/command.ts";
import { poolColumns } from "./lib/pool-words.ts";

export const poolsList = command({
  words: "pools list",
  effects: "none",
  operation: "pools.list",
  idField: "id",
  columns: poolColumns,
  examples: [
    { line: "pools list", does: "List the newest pools, with their idle and acquired browsers" },
    { line: "pools list --search check --all -q", does: "The ids of all with this in their name" },
  ],
});
