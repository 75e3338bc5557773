import { command } from "../cli/declare/command.ts";

export const logout = command({
  words: "logout",
  effects: "settings",
  summary: "Remove a stored token",
  description:
    "Removes the token from the store that it is in: the settings file or the keychain. Where a program or a variable holds the token, only the reference to it is removed. The context itself stays.",
  flags: {
    allContexts: { kind: "boolean", summary: "Remove the tokens of all contexts" },
    forget: {
      kind: "boolean",
      summary: "Drop only the reference to a keychain entry, for a keychain that is gone; the entry stays in it",
    },
  },
  seeAlso: ["login", "context remove", "help contexts"],
  examples: [
    { line: "logout", does: "Remove the token of the current context" },
    { line: "logout --context ci", does: "Remove the token of another context" },
    { line: "logout --all-contexts", does: "Remove every stored token" },
  ],
  output: async () => (await import("./lib/outputs.ts")).logoutOutput,
  run: () => import("./logout.run.ts"),
});
