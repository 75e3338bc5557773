import type { ArgDeclaration } from "../../../../cli/declare/declaration.ts";
import { sessionArgs } from "../../lib/session-args.ts";

/** Arguments of every command about one process. */
export const processArgs = {
  ...sessionArgs,
  process_id: { summary: "Process id, as printed by spawn" },
} as const satisfies Record<string, ArgDeclaration>;
