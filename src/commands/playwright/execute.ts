import { command } from "../../cli/spec.ts";

export const playwrightExecute = command({
  words: "browsers playwright execute",
  operation: "playwright.execute",
  args: [
    { name: "id", summary: "Session id or name", required: true },
    {
      name: "code",
      summary: "Body of an async function with page, context and browser",
      required: true,
      kind: "text",
      field: ["body", "code"],
    },
  ],
  fields: { code: false },
  examples: [
    { line: "browsers playwright execute shop 'return await page.title()'", does: "Ask a page for its title" },
    { line: "browsers playwright execute shop @login.js --timeout-sec 120", does: "Run a file" },
  ],
  run: () => import("./execute.run.ts"),
});
