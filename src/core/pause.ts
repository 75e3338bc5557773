import { setTimeout as delay } from "node:timers/promises";

/** Longest wait of a timer, in milliseconds; Node makes a longer one 1 millisecond. */
const MAX_TIMER_MS = 2 ** 31 - 1;

/** Waits `ms` milliseconds, not at all for 0 and less. Rejects with the signal's reason as soon as it is aborted. */
export async function pause(ms: number, signal?: AbortSignal): Promise<void> {
  signal?.throwIfAborted();
  for (let left = ms; left > 0; left -= MAX_TIMER_MS) {
    await delay(Math.min(left, MAX_TIMER_MS), undefined, signal && { signal }).catch((cause: unknown) => {
      throw signal?.aborted ? signal.reason : cause;
    });
  }
}

/** Result of a promise, or undefined when it takes longer than `ms` milliseconds. The promise goes on. */
export async function within<T>(promise: Promise<T>, ms: number): Promise<T | undefined> {
  const done = new AbortController();
  const late = delay(Math.max(0, ms), undefined, { signal: done.signal }).catch(() => undefined);
  try {
    return await Promise.race([promise, late]);
  } finally {
    done.abort();
  }
}
