import { command } from "../../cli/declare/command.ts";

export const profilesDelete = command({
  words: "profiles delete",
  effects: "none",
  operation: "profiles.delete",
  question: { about: "profiles.get", text: "Delete profile {thing}, and what it has saved?" },
  done: "Deleted profile {id_or_name}.",
  examples: [
    { line: "profiles delete work", does: "Delete one, after confirmation" },
    { line: "profiles delete work --yes", does: "Delete it in a script" },
  ],
});
