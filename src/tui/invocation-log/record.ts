/** Record of an invocation in its stream (contract 2.17). It may have more fields. */
export interface InvocationRecord {
  readonly status: string;
  readonly started_at?: string;
  readonly finished_at?: string | null;
  readonly status_reason?: string;
  readonly [field: string]: unknown;
}

/** Log event that was read again. */
export interface EarlierLine {
  readonly timestamp: string;
  readonly message: string;
}

/**
 * Reads the log again from a time on (inclusive), or from its start. The caller stops iterating when it has enough, and
 * aborts `signal` when it needs no more.
 */
export type ReadEarlier = (before: {
  readonly since?: string;
  readonly signal: AbortSignal;
}) => AsyncIterable<readonly EarlierLine[]>;

/** True for the statuses in which an invocation has ended (contract 3.1). */
export function isTerminal(status: string): boolean {
  return status === "succeeded" || status === "failed";
}
