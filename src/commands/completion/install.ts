import { command } from "../../cli/declare/command.ts";

export const completionInstall = command({
  words: "completion install",
  effects: "settings",
  summary: "Set up completion for your shell",
  description:
    "Writes the script where the shell looks for it and, where that is not enough, a few lines between markers into its startup file. The script asks this program for names and ids, whatever is typed. Install again after an update or a move of the program; a second time changes nothing.",
  args: { shell: { required: false, summary: "bash, zsh, fish or powershell; your shell when left out" } },
  requests: false,
  examples: [
    { line: "completion install", does: "Set completion up for the shell you use" },
    { line: "completion install zsh", does: "Set it up for zsh" },
  ],
  output: async () => (await import("../lib/outputs.ts")).completionInstallOutput,
  run: () => import("./install.run.ts"),
});
