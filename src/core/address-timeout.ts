/**
 * Time for each address of a host with several before the next one is tried, in milliseconds; an option of connections and
 * agents.
 *
 * assumed: Node's own 250 ms are too short. It gives the address up, so that a host far away, or any host while this
 * process is busy, is not reached at all.
 */
export const addressTimeout = { autoSelectFamilyAttemptTimeout: 2_000 } as const;
