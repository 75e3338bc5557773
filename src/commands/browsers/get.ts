import { command } from "../../cli/declare/command.ts";
import { printedVariables, sessionColumns, sessionVariables } from "./lib/printed-session.ts";

export const browsersGet = command({
  words: "browsers get",
  effects: "none",
  operation: "browsers.get",
  idField: "session_id",
  columns: sessionColumns,
  variables: printedVariables,
  examples: [
    { line: "browsers get shop", does: "Show a session by its name" },
    { line: "browsers get shop --query cdp_ws_url", does: "The address for Playwright or Puppeteer" },
    {
      line: "browsers get shop -o env",
      does: `As variables: ${Object.values(sessionVariables).join(", ")} and the rest`,
    },
  ],
});
