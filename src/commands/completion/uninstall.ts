import { command } from "../../cli/declare/command.ts";

export const completionUninstall = command({
  words: "completion uninstall",
  effects: "settings",
  summary: "Remove what completion install has written",
  args: { shell: { required: false, summary: "bash, zsh, fish or powershell; your shell when left out" } },
  requests: false,
  examples: [
    { line: "completion uninstall", does: "Remove completion from the shell you use" },
    { line: "completion uninstall fish", does: "Remove it from fish" },
  ],
  output: async () => (await import("../lib/outputs.ts")).completionUninstallOutput,
  run: () => import("./uninstall.run.ts"),
});
