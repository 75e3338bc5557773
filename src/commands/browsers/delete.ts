import { command } from "../../cli/declare/command.ts";

export const browsersDelete = command({
  words: "browsers delete",
  effects: "none",
  operation: "browsers.delete",
  args: {
    // Always required: a line without words, such as from xargs with empty input, must not end a session.
    id_or_name: {
      session: "typed",
      summary: "Sessions to end, by id or name; - reads them from stdin, one on a line",
      repeat: true,
    },
  },
  preview: "calls",
  exits: { declined: "declined by the user; nothing was done" },
  examples: [
    { line: "browsers delete shop", does: "End a session, after confirmation" },
    { line: "browsers delete shop --yes", does: "End it in a script" },
    {
      line: "browsers list --all --tag stage=test --query '[].session_id' | browserctl browsers delete - --yes",
      does: "End every session with a tag, however many",
    },
  ],
  output: async () => (await import("../lib/outputs.ts")).browsersDeleteOutput,
  run: () => import("./delete.run.ts"),
});
