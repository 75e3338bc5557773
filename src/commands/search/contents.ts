import { command } from "../../cli/declare/command.ts";
import { contentFlags } from "./lib/content-flags.ts";

export const searchContents = command({
  words: "search contents",
  effects: "none",
  operation: "search.contents",
  preview: "request",
  description: "Prints what came of each result; -o json has the texts.",
  fields: {
    result_ids: { name: "result", placeholder: "ID", summary: "Result; several in the order of the answer" },
    limit: { summary: "First results, when none is named" },
  },
  flags: contentFlags,
  seeAlso: ["search run"],
  examples: [
    { line: "search contents srch_s4e9a2r7c1h8 --limit 3 -o json", does: "Texts of the first three results" },
    {
      line: "search contents srch_s4e9a2r7c1h8 --result res_r3e8s1u6l0t5 --content-format markdown --query 'contents[0].text'",
      does: "The text of one result alone",
    },
  ],
  run: () => import("./contents.run.ts"),
});
