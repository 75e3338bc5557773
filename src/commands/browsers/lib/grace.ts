/** Milliseconds that the command of `browsers run`, and then each call, gets to end after a signal or the time limit. */
export const GRACE_MS = 10_000;
