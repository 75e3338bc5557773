import { command } from "../cli/declare/command.ts";
import { identityFacts } from "./auth/context.ts";

export const whoami = command({
  ...identityFacts,
  words: "whoami",
  effects: "none",
  summary: "Show who you are, and where you act",
  seeAlso: ["auth status", "context show", "config explain", "help contexts"],
  examples: [
    { line: "whoami", does: "The token, its scope, the context and the service" },
    { line: "whoami --project shop", does: "The same for requests in another project" },
  ],
});
