import { command } from "../../cli/declare/command.ts";
import { skillPlaceFlags } from "./lib/place-flags.ts";

export const skillInstall = command({
  words: "skill install",
  effects: "settings",
  summary: "Put the guide where agents look for skills",
  description: "Install again after an update of the program: the guide is the one of this version.",
  flags: skillPlaceFlags,
  requests: false,
  seeAlso: ["skill", "skill uninstall", "mcp install"],
  examples: [
    { line: "skill install --target claude-code", does: "For Claude Code, in all directories" },
    { line: "skill install --directory .claude/skills", does: "For those who work in this directory" },
    { line: "skill install --agents-md", does: "Only tell agents of it, by a line in AGENTS.md" },
  ],
  output: async () => (await import("../lib/outputs.ts")).skillFilesOutput,
  run: () => import("./install.run.ts"),
});
