import { command, table } from "../../../../cli/declare/command.ts";
import type { RowOf } from "../../../../client/operation-types.ts";
import type { OperationById } from "../../../../contract/index.ts";
import type { ResultOf } from "../../../../contract/operation.ts";
import { sessionArgs } from "../../lib/session-args.ts";

type Executors = ResultOf<OperationById<"playwright.listExecutors">>["executors"];

export const executorsList = command({
  words: "browsers playwright executors list",
  effects: "none",
  operation: "playwright.listExecutors",
  args: sessionArgs,
  output: async () => (await import("../../../lib/outputs.ts")).executorsListOutput(),
  columns: table<RowOf<Executors>>([
    { path: "name", keep: true },
    { path: "busy" },
    { path: "last_used_at", title: "last used", as: "age" },
    { path: "url" },
  ]),
  seeAlso: ["browsers playwright execute", "browsers tabs list"],
  examples: [
    { line: "browsers playwright executors list shop", does: "List the executors of a session, and their tabs" },
    {
      line: "browsers playwright executors list shop --query '[?busy].name'",
      does: "The names of those that run code now",
    },
  ],
  run: () => import("./list.run.ts"),
});
