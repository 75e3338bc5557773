import type { FlagDeclaration } from "../../../cli/declare/declaration.ts";
import { CHAOS_EXAMPLE } from "../../../contract/chaos.ts";

/**
 * The flag of `local start`, in its own file: every start of the program loads modules that two declarations import.
 */
export const chaosFlag = {
  chaos: {
    kind: "string",
    placeholder: "FAULTS",
    summary: `Fault injection, such as ${CHAOS_EXAMPLE}; see local chaos set`,
  },
} as const satisfies Record<string, FlagDeclaration>;
