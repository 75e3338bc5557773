import { command } from "../../cli/declare/command.ts";

export const browsersUse = command({
  words: "browsers use",
  effects: "settings",
  operation: "browsers.get",
  watch: false,
  summary: "Choose the session that commands in this directory take",
  description:
    "Stores the session in your settings, for this directory and below it; BROWSERCTL_BROWSER_ID overrides it. Commands on a session then take it where theirs is left out: where all other required words are there, and no more. With more words, type @current in its place; @last is the newest session.",
  args: { id_or_name: { session: "typed", summary: "Session id or name" } },
  fields: { include_deleted: false },
  seeAlso: ["browsers unbind", "browsers open", "browsers keep"],
  examples: [
    { line: "browsers use shop", does: "Leave the session out from now on: browsers computer screenshot" },
    { line: "browsers use @last", does: "Take the one that was created last" },
  ],
  output: async () => (await import("../lib/outputs.ts")).browsersUseOutput,
  run: () => import("./use.run.ts"),
});
