import { command } from "../../cli/command.ts";

export const logout = command({
  words: "logout",
  summary: "Remove a stored token",
  examples: [
    { line: "logout", does: "Remove the token of the current context" },
    { line: "logout --context ci", does: "Remove the token of another context" },
  ],
  run: () => import("./logout.run.ts"),
});
