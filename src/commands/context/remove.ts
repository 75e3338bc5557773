import { command } from "../../cli/declare/command.ts";
import { name } from "./lib/context-args.ts";

export const contextRemove = command({
  words: "context remove",
  effects: "settings",
  summary: "Remove a context and its token",
  args: { name },
  flags: {
    forget: {
      kind: "boolean",
      summary: "Leave its keychain entry where it is, for a keychain that is gone",
    },
  },
  exits: { declined: "declined by the user; nothing was done" },
  examples: [
    { line: "context remove staging --yes", does: "Remove a service" },
    { line: "context remove staging --forget --yes", does: "Leave its token in a keychain that is gone" },
  ],
  output: async () => (await import("../lib/outputs.ts")).contextRemoveOutput,
  run: () => import("./remove.run.ts"),
});
