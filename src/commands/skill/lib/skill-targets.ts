/** Kinds of agents whose directory of skills is known. */
export const skillTargets = ["agents", "claude-code", "codex"] as const;
