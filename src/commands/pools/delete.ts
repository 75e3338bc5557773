import { command } from "../../cli/declare/command.ts";

export const poolsDelete = command({
  words: "pools delete",
  effects: "none",
  operation: "pools.delete",
  question: { about: "pools.get", text: "Delete pool {thing} and end its browsers?" },
  done: "Deleted pool {id_or_name}.",
  examples: [
    { line: "pools delete checkout", does: "Delete it, after confirmation" },
    { line: "pools delete checkout --force --yes", does: "Delete it in a script, and end acquired browsers too" },
  ],
});
