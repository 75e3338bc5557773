import type { FlagDeclaration } from "../../../cli/declare/declaration.ts";

/** Kinds of agents whose directory of skills is known. */
export const skillTargets = ["agents", "claude-code", "codex"] as const;

/** Flags that say where the guide is. */
export const skillPlaceFlags = {
  target: {
    kind: "enum",
    choices: skillTargets,
    placeholder: "AGENT",
    summary: "Agents to set up; agents is the directory that many share",
  },
  directory: { kind: "string", placeholder: "DIR", summary: "Another directory of skills" },
  agentsMd: { kind: "boolean", summary: "Also the line in AGENTS.md of this directory; alone, only that line" },
} as const satisfies Record<string, FlagDeclaration>;
