import { command } from "../../cli/declare/command.ts";
import { poolColumns } from "./lib/pool-words.ts";

export const poolsGet = command({
  words: "pools get",
  effects: "none",
  operation: "pools.get",
  description: "A note says why the pool is not full, if a browser of it did not start.",
  idField: "id",
  columns: poolColumns,
  examples: [
    { line: "pools get checkout", does: "Show how many browsers are idle and acquired" },
    { line: "pools get checkout --query available_count", does: "The number of idle browsers alone" },
    { line: "pools get checkout -o json", does: "All its settings" },
  ],
});
