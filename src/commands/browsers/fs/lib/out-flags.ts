import type { FlagDeclaration } from "../../../../cli/declare/declaration.ts";

/** Flag of the commands that save to a file. */
export const forceFlag = {
  force: { kind: "boolean", summary: "Replace the file if it exists" },
} as const satisfies Record<string, FlagDeclaration>;
