import type { ArgDeclaration } from "../../../../cli/declare/declaration.ts";

/** Argument of every command that works with one auth connection. */
export const connectionArgs = {
  id: { summary: "Auth connection id or domain" },
} as const satisfies Record<string, ArgDeclaration>;
