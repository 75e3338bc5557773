import type { ArgDeclaration } from "../../../cli/declare/declaration.ts";

/** Argument of every command that works in a session. */
export const sessionArgs = {
  id: { session: "optional", summary: "Session id or name" },
} as const satisfies Record<string, ArgDeclaration>;
