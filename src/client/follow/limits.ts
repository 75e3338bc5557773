/** Milliseconds without a byte after which a connection counts as dead, by default: three heartbeats. */
export const IDLE_TIMEOUT_MS = 45_000;

/** Milliseconds after which a local service that cannot be reached counts as gone: a restart takes less. */
export const LOCAL_GONE_MS = 12_000;

/** Maximum number of reconnections in a row without progress, by default. */
export const MAX_RECONNECTS = 20;
