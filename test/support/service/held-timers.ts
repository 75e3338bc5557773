import { onTestFinished, vi } from "vitest";

/** Slices in which time passes, so that what the network has brought is read in between. */
const SLICES = 50;

export interface HeldTimers {
  /** Lets so many milliseconds pass for the timers; takes no time of its own. */
  pass(ms: number): Promise<void>;
}

/**
 * Holds the timers of this process: they run only as far as the test lets time pass, until it has finished. Input and
 * output stay real. For limits that must not strike, which no condition can be waited for.
 */
export function heldTimers(): HeldTimers {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  onTestFinished(() => void vi.useRealTimers());
  return {
    pass: async (ms) => {
      for (let slice = 0; slice < SLICES; slice += 1) {
        await new Promise(setImmediate);
        await vi.advanceTimersByTimeAsync(ms / SLICES);
      }
    },
  };
}
