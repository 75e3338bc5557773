import { command } from "../../cli/declare/command.ts";

export const searchGet = command({
  words: "search get",
  effects: "none",
  operation: "search.get",
  idField: "id",
  seeAlso: ["search run"],
  examples: [
    { line: "search get srch_s4e9a2r7c1h8", does: "Print the results again, without another search" },
    { line: "search get srch_s4e9a2r7c1h8 --query usage.cost", does: "What it cost" },
  ],
  run: () => import("./get.run.ts"),
});
