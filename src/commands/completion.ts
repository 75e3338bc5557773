import { command } from "../cli/declare/command.ts";

export const completion = command({
  words: "completion",
  effects: "none",
  summary: "Print the completion script of a shell",
  args: { shell: { summary: "bash, zsh, fish or powershell" } },
  description:
    "completion install does the work for you. Each line below sets completion up for your user and works in a new shell. For zsh, ~/.zfunc must be in fpath before compinit: fpath=(~/.zfunc $fpath); autoload -U compinit; compinit",
  examples: [
    {
      before: "mkdir -p ~/.local/share/bash-completion/completions &&",
      line: "completion bash > ~/.local/share/bash-completion/completions/browserctl",
      does: "Set it up for bash with the bash-completion package",
    },
    {
      before: "mkdir -p ~/.config &&",
      line: "completion bash > ~/.config/browserctl.bash && echo '. ~/.config/browserctl.bash' >> ~/.bashrc",
      does: "Set it up for bash without that package",
    },
    {
      before: "mkdir -p ~/.zfunc &&",
      line: "completion zsh > ~/.zfunc/_browserctl",
      does: "Set it up for zsh",
    },
    {
      before: "mkdir -p ~/.config/fish/completions &&",
      line: "completion fish > ~/.config/fish/completions/browserctl.fish",
      does: "Set it up for fish",
    },
    {
      line: "completion powershell | Out-String | Invoke-Expression",
      does: "Load it into PowerShell; the same line in $PROFILE loads it at every start",
    },
  ],
  fixedText: () => import("./completion/lib/completion-script.ts"),
});
