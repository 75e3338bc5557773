import type { Effect } from "../../../cli/declare/spec.ts";

/** Effects that a batch may allow its lines. */
export const allowable = ["secrets", "service", "settings"] as const satisfies readonly Effect[];
