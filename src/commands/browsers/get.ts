import { command } from "../../cli/spec.ts";
import { sessionColumns } from "./columns.ts";

export const browsersGet = command({
  words: "browsers get",
  operation: "browsers.get",
  columns: sessionColumns,
  examples: [
    { line: "browsers get shop", does: "Show a session by its name" },
    { line: "browsers get shop --query cdp_ws_url", does: "The address for Playwright or Puppeteer" },
  ],
});
