import { command } from "../../cli/spec.ts";

export const browsersDelete = command({
  words: "browsers delete",
  operation: "browsers.delete",
  args: [{ name: "id_or_name", summary: "Sessions to end, by id or name", required: true, repeat: true }],
  examples: [
    { line: "browsers delete shop", does: "End a session, after a question" },
    { line: "browsers delete shop --yes", does: "End it in a script" },
    {
      line: "browsers delete $(browserctl browsers list --tag stage=test --query '[].session_id') --yes",
      does: "End every session with a tag",
    },
  ],
  run: () => import("./delete.run.ts"),
});
