import { command } from "../cli/declare/command.ts";
import { allowable } from "./lib/allowable.ts";

export const mcp = command({
  words: "mcp",
  effects: "none",
  reads: false,
  summary: "Serve the commands to agents, over the Model Context Protocol",
  description:
    "The client starts it and speaks over stdin and stdout; mcp install writes it into the client's settings. Flags such as --context, --project, --timeout and --yes apply to every call. A command that asks a question asks it through the client; one that prints secrets, or changes settings or the local service, needs --allow.",
  flags: {
    http: {
      kind: "string",
      placeholder: "[HOST:]PORT",
      summary: "Serve over HTTP on a loopback address of this machine instead; port 0 is any free one",
    },
    token: {
      kind: "string",
      placeholder: "SOURCE",
      summary: "Token that HTTP clients send: env:NAME, @file or -; by default a new one, printed on stderr",
    },
    readOnly: { kind: "boolean", summary: "Only what changes nothing: snapshots, screenshots, lists and logs" },
    allow: {
      kind: "enum",
      choices: allowable,
      repeat: true,
      placeholder: "EFFECT",
      summary:
        "Also run commands that print secrets (secrets), change how the local service runs (service), or change settings (settings)",
    },
  },
  seeAlso: ["mcp install", "mcp uninstall", "batch", "browsers snapshot"],
  examples: [
    { line: "mcp --read-only", does: "Serve over stdin and stdout, and change nothing" },
    { line: "mcp --http 8931 --token env:MCP_TOKEN", does: "Serve over HTTP at http://127.0.0.1:8931/mcp" },
  ],
  requests: false,
  serves: true,
  inBatch: "never",
  output: async () => (await import("./lib/outputs.ts")).mcpOutput,
  terminal: true,
  run: () => import("./mcp.run.ts"),
});
