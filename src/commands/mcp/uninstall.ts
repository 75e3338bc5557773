import { command } from "../../cli/declare/command.ts";
import { targets } from "./lib/targets.ts";

export const mcpUninstall = command({
  words: "mcp uninstall",
  effects: "settings",
  summary: "Take the server out of the settings of an MCP client",
  description:
    "Shows the change and asks. A file that mcp install has made is removed; every other entry stays as it is.",
  flags: {
    target: { kind: "enum", choices: targets, required: true, placeholder: "CLIENT", summary: "Client to change" },
  },
  requests: false,
  dryRun: "Show the change instead of making it",
  examples: [
    { line: "mcp uninstall --target claude-code", does: "Take it out of Claude Code, after confirmation" },
    { line: "mcp uninstall --target codex --yes", does: "Take it out of Codex without a question" },
  ],
  output: async () => (await import("../lib/outputs.ts")).mcpSettingsOutput,
  run: () => import("./uninstall.run.ts"),
});
