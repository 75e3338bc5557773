import { command } from "../../cli/command.ts";

export const browsersView = command({
  words: "browsers view",
  operation: "browsers.get",
  summary: "Watch a session and take over its mouse and keyboard",
  description:
    "Opens the live view of a session in the default browser and prints its link; in a pipe or a CI job it is only printed. A link opens the page once, within 10 minutes: run the command again for another one.",
  fields: { include_deleted: false },
  flags: {
    readOnly: { kind: "boolean", summary: "A link to watch only; a hosted service has none" },
    open: { kind: "boolean", negatable: true, summary: "Open the link in the default browser; so at a terminal" },
  },
  preview: "calls",
  examples: [
    { line: "browsers view shop", does: "Watch a session" },
    { line: "browsers view shop --read-only --no-open", does: "A link for someone who shall only watch" },
    { line: "browsers view shop -o json", does: "The link as JSON" },
  ],
  run: () => import("./view.run.ts"),
});
