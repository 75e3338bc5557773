import { command } from "../../cli/command.ts";

export const login = command({
  words: "login",
  summary: "Store a token for a service",
  description:
    "The token is asked for at a terminal, or read from stdin with --token-stdin, checked with the service, and only then stored in the settings file (mode 0600).",
  newContext: true,
  flags: {
    tokenStdin: { kind: "boolean", summary: "Read the token from stdin" },
    skipCheck: { kind: "boolean", summary: "Store it without asking the service" },
  },
  examples: [
    {
      line: "login --base-url https://browsers.example.com",
      does: "Ask for a token and make this the current context",
    },
    {
      line: "login --context ci --base-url https://browsers.example.com --token-stdin < token.txt",
      does: "Without a terminal, under a name of your own",
    },
  ],
  run: () => import("./login.run.ts"),
});

export const logout = command({
  words: "logout",
  summary: "Remove a stored token",
  examples: [
    { line: "logout", does: "Forget the token of the current context" },
    { line: "logout --context ci", does: "Forget that of another" },
  ],
  run: () => import("./logout.run.ts"),
});
