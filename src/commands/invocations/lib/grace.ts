/** Milliseconds after an interruption in which the service may still answer. */
export const GRACE_MS = 30_000;
