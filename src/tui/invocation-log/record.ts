/** The record of an invocation as its stream tells it (contract 2.17); more fields may be there. */
export interface InvocationRecord {
  readonly status: string;
  readonly started_at?: string;
  readonly finished_at?: string | null;
  readonly status_reason?: string;
  readonly [field: string]: unknown;
}

/** A log event that is read again. */
export interface EarlierLine {
  readonly timestamp: string;
  readonly message: string;
}

/**
 * Reads the log again from a moment on (that moment included), or from its beginning; read no further than it is wanted.
 * `signal` is aborted when the rest is not wanted any more.
 */
export type ReadEarlier = (before: {
  readonly since?: string;
  readonly signal: AbortSignal;
}) => AsyncIterable<readonly EarlierLine[]>;

/** Whether an invocation in this state has ended (contract 3.1). */
export function isTerminal(status: string): boolean {
  return status === "succeeded" || status === "failed";
}
