import { command } from "../../cli/command.ts";

export const authContext = command({
  words: "auth context",
  aliases: ["whoami"],
  operation: "auth.context",
  description:
    "At a terminal also the context, the service and the source of the token, with a note where the project or the token in effect is not the stored one. -o json is the record of the API alone.",
  examples: [
    { line: "whoami", does: "Show who you are, and where you act" },
    { line: "auth context --query organization.id", does: "The organization alone" },
  ],
  run: () => import("./context.run.ts"),
});
