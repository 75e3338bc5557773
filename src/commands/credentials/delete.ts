import { command } from "../../cli/declare/command.ts";

export const credentialsDelete = command({
  words: "credentials delete",
  effects: "none",
  operation: "credentials.delete",
  question: { about: "credentials.get", text: "Delete credential {thing}, with its values?" },
  done: "Deleted credential {id_or_name}.",
  examples: [
    { line: "credentials delete shop", does: "Delete one, after confirmation" },
    { line: "credentials delete shop --yes", does: "Delete it in a script" },
  ],
});
