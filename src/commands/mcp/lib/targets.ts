/** Clients whose settings `mcp install` can write. */
export const targets = [
  "claude-code",
  "claude-desktop",
  "codex",
  "cursor",
  "gemini",
  "vscode",
  "windsurf",
  "zed",
] as const;
