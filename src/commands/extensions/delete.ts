import { command } from "../../cli/declare/command.ts";

export const extensionsDelete = command({
  words: "extensions delete",
  effects: "none",
  operation: "extensions.delete",
  description: "Sessions that have loaded it keep their copy.",
  question: { about: "extensions.get", text: "Delete extension {thing}?" },
  done: "Deleted extension {id_or_name}.",
  examples: [
    { line: "extensions delete blocker", does: "Delete one, after confirmation" },
    { line: "extensions delete blocker --yes", does: "Delete it in a script" },
  ],
});
