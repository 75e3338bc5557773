import { command } from "../../cli/declare/command.ts";

export const browsersUnbind = command({
  words: "browsers unbind",
  effects: "settings",
  summary: "Choose no session for a directory any more",
  description: "Removes what browsers use or browsers open has stored. The session goes on.",
  args: { dir: { required: false, kind: "path", summary: "Directory; the current one when left out" } },
  seeAlso: ["browsers use"],
  examples: [
    { line: "browsers unbind", does: "Type the session again" },
    { line: "browsers unbind ~/shop", does: "The same for another directory" },
  ],
  output: async () => (await import("../lib/outputs.ts")).browsersUnbindOutput,
  run: () => import("./unbind.run.ts"),
});
