import { command } from "../../cli/declare/command.ts";
import { poolColumns, poolFields, poolFlags } from "./lib/pool-words.ts";

export const poolsCreate = command({
  words: "pools create",
  effects: "none",
  operation: "pools.create",
  description:
    "The pool starts its browsers at once and keeps them ready; each uses memory and counts toward the limit of sessions. pools acquire takes one in milliseconds.",
  args: { name: { summary: "Name for it, as --name", required: false, field: ["body", "name"] } },
  idField: "id",
  fields: { name: { placeholder: "NAME" }, size: { placeholder: "NUMBER" }, ...poolFields },
  flags: poolFlags,
  columns: poolColumns,
  seeAlso: ["pools acquire", "pools release", "browsers create"],
  examples: [
    { line: "pools create checkout --size 2", does: "Keep two browsers ready" },
    {
      line: "pools create checks --size 3 --headless --viewport 1280x720 --start-url https://example.com",
      does: "Three without a window, on a page",
    },
    {
      line: "pools create customers --size 2 --profile work --timeout-seconds 30m",
      does: "Two that are logged in as a saved profile, for at most half an hour without use",
    },
  ],
});
