import { command } from "../../cli/command.ts";

export const authContext = command({
  words: "auth context",
  operation: "auth.context",
  examples: [
    { line: "auth context", does: "Show who you are" },
    { line: "auth context --query organization.id", does: "The organization alone" },
  ],
});
