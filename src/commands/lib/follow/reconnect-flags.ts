import type { FlagDeclaration } from "../../../cli/declare/declaration.ts";
import { IDLE_TIMEOUT_MS, MAX_RECONNECTS } from "../../../client/follow/limits.ts";

/** Flags of commands that follow a stream with reconnections. */
export const reconnectFlags = {
  maxReconnects: {
    kind: "integer",
    placeholder: "N",
    summary: "Maximum number of reconnections in a row without progress",
    default: String(MAX_RECONNECTS),
  },
  idleTimeout: {
    kind: "duration",
    placeholder: "TIME",
    summary: "Silence after which a connection counts as dead",
    default: `${IDLE_TIMEOUT_MS / 1_000}s`,
  },
} as const satisfies Record<string, FlagDeclaration>;
