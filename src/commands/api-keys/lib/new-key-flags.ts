import type { FlagDeclaration } from "../../../cli/declare/declaration.ts";

/** Flags of the commands that give a new key. */
export const newKeyFlags = {
  expiresIn: {
    kind: "duration",
    unit: "days",
    placeholder: "TIME",
    summary: "Lifetime such as 90d, in whole days; the same as --days-to-expire",
    field: ["body", "days_to_expire"],
  },
  outFile: {
    kind: "string",
    placeholder: "FILE",
    summary: "Write the key to this file (mode 0600) instead of stdout",
  },
  force: { kind: "boolean", summary: "Replace the file if it exists" },
} as const satisfies Record<string, FlagDeclaration<"apiKeys.create">>;
