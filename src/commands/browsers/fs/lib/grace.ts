/** Milliseconds that starting and stopping a watch may take after an interruption. */
export const WATCH_GRACE_MS = 5_000;
