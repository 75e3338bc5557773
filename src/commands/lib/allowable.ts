import type { Effect } from "../../cli/declare/spec.ts";

/** Effects that a command which runs others may allow them. */
export const allowable = ["secrets", "service", "settings"] as const satisfies readonly Effect[];
