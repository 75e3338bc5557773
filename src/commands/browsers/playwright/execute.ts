import { command } from "../../../cli/declare/command.ts";
import { sessionArgs } from "../lib/session-args.ts";

export const playwrightExecute = command({
  words: "browsers playwright execute",
  effects: "none",
  operation: "playwright.execute",
  args: {
    ...sessionArgs,
    code: {
      summary: "Body of an async function with page, context and browser, in JavaScript or TypeScript",
      kind: "text",
      field: ["body", "code"],
    },
  },
  fields: { code: false },
  exits: { "outcome-failed": "the code failed; the message is its error" },
  seeAlso: ["browsers run", "browsers playwright executors list", "browsers computer screenshot"],
  examples: [
    { line: "browsers playwright execute shop 'return await page.title()'", does: "Print the title of the page" },
    { line: "browsers playwright execute shop @login.js --timeout-sec 120", does: "Run a file" },
    {
      line: "browsers playwright execute shop @login.js --executor checkout",
      does: "Run it in a tab of its own, beside other executors",
    },
    {
      line: "browsers playwright execute shop @prices.ts -o json --query result",
      does: "Run TypeScript and print its result as JSON",
    },
  ],
  run: () => import("./execute.run.ts"),
});
