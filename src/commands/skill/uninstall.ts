import { command } from "../../cli/declare/command.ts";
import { skillPlaceFlags } from "./lib/place-flags.ts";

export const skillUninstall = command({
  words: "skill uninstall",
  effects: "settings",
  summary: "Remove what skill install has written",
  flags: skillPlaceFlags,
  requests: false,
  examples: [
    { line: "skill uninstall --target claude-code", does: "Remove the guide from Claude Code" },
    { line: "skill uninstall --agents-md", does: "Take the line out of AGENTS.md" },
  ],
  output: async () => (await import("../lib/outputs.ts")).skillFilesOutput,
  run: () => import("./uninstall.run.ts"),
});
