import { command } from "../../cli/declare/command.ts";
import { targets } from "./lib/targets.ts";

export const mcpInstall = command({
  words: "mcp install",
  effects: "settings",
  summary: "Add the server to the settings of an MCP client",
  description:
    "Shows the change and asks; comments and other entries of the file stay as they are. The entry has the absolute path of this program: install again after a move. Words after -- are flags of mcp, for each start by the client.",
  flags: {
    target: { kind: "enum", choices: targets, required: true, placeholder: "CLIENT", summary: "Client to set up" },
  },
  rest: { name: "flags of mcp", summary: "Flags with which the client starts the server", required: false },
  requests: false,
  dryRun: "Show the change instead of making it",
  seeAlso: ["mcp", "mcp uninstall", "skill install"],
  examples: [
    { line: "mcp install --target claude-code", does: "Let Claude Code start the server, after confirmation" },
    { line: "mcp install --target cursor --yes -- --read-only", does: "Let Cursor only read, without a question" },
    { line: "mcp install --target codex --dry-run", does: "Show what would be written" },
  ],
  output: async () => (await import("../lib/outputs.ts")).mcpSettingsOutput,
  run: () => import("./install.run.ts"),
});
