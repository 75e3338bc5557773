import { setTimeout as delay } from "node:timers/promises";

export interface UntilOptions {
  /** Name of the condition, for the error; the last value when omitted. */
  what?: string | (() => string);
  /** Time limit in milliseconds; 2 minutes by default, less than that of a test. */
  boundMs?: number;
}

/** Pauses between two reads grow from the first to the last: what is near is seen at once, what takes long costs little. */
const FIRST_PAUSE_MS = 2;
const LAST_PAUSE_MS = 100;

/**
 * Reads a value again and again until it is truthy, or until `accepts` takes it, and returns that value.
 * Throws after the time limit. The one way in which tests wait.
 */
export function until<T>(read: () => T | Promise<T>, options?: UntilOptions): Promise<NonNullable<T>>;
export function until<T>(
  read: () => T | Promise<T>,
  accepts: (value: T) => boolean,
  options?: UntilOptions,
): Promise<T>;
export async function until<T>(
  read: () => T | Promise<T>,
  acceptsOrOptions: ((value: T) => boolean) | UntilOptions = {},
  more: UntilOptions = {},
): Promise<T> {
  const hasPredicate = typeof acceptsOrOptions === "function";
  const accepts = hasPredicate ? acceptsOrOptions : Boolean;
  const { what, boundMs = 120_000 } = hasPredicate ? more : acceptsOrOptions;
  const end = performance.now() + boundMs;
  for (let pauseMs = FIRST_PAUSE_MS; ; pauseMs = Math.min(pauseMs * 1.5, LAST_PAUSE_MS)) {
    const value = await read();
    if (accepts(value)) return value;
    if (performance.now() > end) {
      const wanted = (typeof what === "function" ? what() : what) ?? "a condition";
      throw new Error(`waited ${boundMs} ms in vain for ${wanted}; the last value was ${JSON.stringify(value)}`);
    }
    await delay(pauseMs);
  }
}
