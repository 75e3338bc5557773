import type { FlagDeclaration } from "../declare/declaration.ts";

/** The flag of every command that moves files. */
export const progressFlags = {
  progress: {
    kind: "enum",
    choices: ["auto", "plain", "none"],
    summary: "Progress, on stderr: a bar at a terminal, or a line for each 10%",
    default: "auto",
  },
} as const satisfies Record<string, FlagDeclaration>;
