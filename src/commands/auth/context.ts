import { command } from "../../cli/declare/command.ts";

/** Parts that `auth context` shares with its short form, `whoami`. */
export const identityFacts = {
  operation: "auth.context",
  description:
    "A terminal, and -o table, also show names, the context, the service and the source of the token, with a note where the project or the token in effect is not the stored one. -o json prints only the record of the API.",
  run: () => import("./context.run.ts"),
} as const;

export const authContext = command({
  ...identityFacts,
  words: "auth context",
  effects: "none",
  exits: { auth: "no token, or it is not valid" },
  seeAlso: ["whoami", "auth status"],
  examples: [
    { line: "auth context", does: "Show who you are, and where you act" },
    { line: "auth context --query organization.id", does: "The organization alone" },
  ],
});
