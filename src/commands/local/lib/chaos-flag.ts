import type { FlagDeclaration } from "../../../cli/declare/declaration.ts";
import { CHAOS_EXAMPLE } from "../../../contract/chaos.ts";

/** The flag of `local start`. Apart from it: every start of the program loads what two declarations import. */
export const chaosFlag = {
  chaos: {
    kind: "string",
    placeholder: "FAULTS",
    summary: `Fault injection, such as ${CHAOS_EXAMPLE}; see local chaos set`,
  },
} as const satisfies Record<string, FlagDeclaration>;
