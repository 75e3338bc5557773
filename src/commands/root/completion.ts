import { command } from "../../cli/spec.ts";

export const completion = command({
  words: "completion",
  summary: "Print the completion script of a shell",
  args: [{ name: "shell", summary: "bash, zsh, fish or powershell", required: true }],
  examples: [
    { line: "completion bash > ~/.local/share/bash-completion/completions/browserctl", does: "Set it up for bash" },
    { line: 'completion zsh > "${fpath[1]}/_browserctl"', does: "Set it up for zsh" },
    { line: "completion fish > ~/.config/fish/completions/browserctl.fish", does: "Set it up for fish" },
  ],
  fixedText: () => import("./completion-script.ts"),
});
