import { command } from "../../cli/spec.ts";

export const playwrightExecute = command({
  words: "browsers playwright execute",
  operation: "playwright.execute",
  args: [
    { name: "id", summary: "Session id or name", required: true },
    {
      name: "code",
      summary: "Body of an async function with page, context and browser, in JavaScript or TypeScript",
      required: true,
      kind: "text",
      field: ["body", "code"],
    },
  ],
  fields: { code: false },
  examples: [
    { line: "browsers playwright execute shop 'return await page.title()'", does: "Ask a page for its title" },
    { line: "browsers playwright execute shop @login.js --timeout-sec 120", does: "Run a file" },
    {
      line: "browsers playwright execute shop @prices.ts -o json --query result",
      does: "Run TypeScript, and print what it returns as JSON",
    },
  ],
  run: () => import("./execute.run.ts"),
});
