/** Milliseconds without a byte after which a connection is taken for dead, unless another limit is given: three heartbeats. */
export const IDLE_TIMEOUT_MS = 45_000;

/** Reconnections in a row that may bring nothing new, unless another number is given. */
export const MAX_RECONNECTS = 20;
