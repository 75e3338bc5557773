import { command } from "../../cli/command.ts";

export const login = command({
  words: "login",
  summary: "Store a token for a service",
  description:
    "Asks for the token at a terminal, or reads it from stdin with --token-stdin. The token is checked with the service before it is stored in the settings file (mode 0600).",
  newContext: true,
  flags: {
    tokenStdin: { kind: "boolean", summary: "Read the token from stdin" },
    skipCheck: { kind: "boolean", summary: "Store it without checking it with the service" },
  },
  examples: [
    {
      line: "login --base-url https://browsers.example.com",
      does: "Ask for a token and make this the current context",
    },
    {
      line: "login --context ci --base-url https://browsers.example.com --token-stdin < token.txt",
      does: "Log in without a terminal, under your own name for the context",
    },
  ],
  run: () => import("./login.run.ts"),
});
