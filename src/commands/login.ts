import { command } from "../cli/declare/command.ts";
import { tokenStores } from "../settings/tokens/token-store.ts";

export const login = command({
  words: "login",
  effects: "settings",
  calls: ["auth.context"],
  summary: "Store a token for a service",
  description:
    "Asks for the token at a terminal, or reads it from stdin with --token-stdin; --web and --device log in with the browser (OAuth) where the service offers it. The token is checked with the service before it is stored. --store names its place: the settings file (mode 0600; the default), the operating system's keychain, a program that prints it, or a variable that holds it.",
  newContext: true,
  flags: {
    store: {
      kind: "enum",
      choices: tokenStores,
      summary: "Place of the token: file, keychain, command or env; the context's own, or file, when omitted",
      placeholder: "STORE",
    },
    tokenStdin: { kind: "boolean", summary: "Read the token from stdin" },
    tokenEnv: { kind: "string", summary: "Variable that holds the token, for --store env", placeholder: "NAME" },
    web: { kind: "boolean", summary: "Log in with the browser of this machine (OAuth)" },
    device: { kind: "boolean", summary: "Log in with a browser on any device, by a code (OAuth)" },
    clientId: {
      kind: "string",
      placeholder: "ID",
      summary: "Client id at the authorization server; one is registered when omitted",
    },
    callbackPort: {
      kind: "integer",
      placeholder: "PORT",
      summary: "Port on 127.0.0.1 to which the browser returns; a free one when omitted",
    },
    skipCheck: { kind: "boolean", summary: "Store it without checking it with the service" },
  },
  rest: {
    name: "PROGRAM [ARG...]",
    required: false,
    summary: "For --store command: prints the token as one line within 10 s (60 s at a terminal). Runs without a shell",
  },
  seeAlso: ["context list", "auth status", "whoami", "help contexts"],
  examples: [
    {
      line: "login --base-url https://browsers.example.com",
      does: "Ask for a token and make this the current context",
    },
    {
      line: "login --context ci --base-url https://browsers.example.com --token-stdin < token.txt",
      does: "Log in without a terminal, under your own name for the context",
    },
    { line: "login --base-url https://browsers.example.com --web", does: "Log in with the browser" },
    { line: "login --store keychain", does: "Keep the token in the operating system's keychain" },
    {
      line: "login --store command -- op read op://work/browsers/token",
      does: "Ask a password manager for the token; it runs once per command, and again after a 401",
    },
    { line: "login --store env --token-env SHOP_TOKEN", does: "Take the token from a variable each time" },
  ],
  output: async () => (await import("./lib/outputs.ts")).loginOutput,
  run: () => import("./login.run.ts"),
});
