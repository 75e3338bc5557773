import { command } from "../../cli/declare/command.ts";

export const browsersView = command({
  words: "browsers view",
  effects: "none",
  operation: "browsers.get",
  watch: false,
  summary: "Watch a session and take over its mouse and keyboard",
  description:
    "Opens the live view of a session in the default browser and prints its link. Without a terminal or a desktop, over SSH and in CI jobs the link is only printed. A link opens the page once, within 10 minutes: run the command again for another one.",
  fields: { include_deleted: false },
  flags: {
    readOnly: { kind: "boolean", summary: "Link to watch only; local service only" },
    open: {
      kind: "boolean",
      negatable: true,
      summary: "Open the link in the default browser; the default at a terminal",
    },
  },
  preview: "calls",
  examples: [
    { line: "browsers view shop", does: "Watch a session" },
    { line: "browsers view shop --read-only --no-open", does: "Print a link for someone who only watches" },
    { line: "browsers view shop -o json", does: "Print the link as JSON" },
  ],
  output: async () => (await import("../lib/outputs.ts")).browsersViewOutput,
  run: () => import("./view.run.ts"),
});
