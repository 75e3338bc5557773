import { vi } from "vitest";
import { until } from "../until.ts";

const STEP_MS = 500;

/**
 * Lets monotonic time run many times faster until a call has ended, and returns what it resolves or rejects with: limits
 * measured with `performance.now()` are over soon. Timers keep their pace, so that what is under way still gets there.
 */
export async function outcomeInFastTime<T>(call: Promise<T>): Promise<T | Error> {
  const real = performance.now.bind(performance);
  let ahead = 0;
  const spy = vi.spyOn(performance, "now").mockImplementation(() => real() + ahead);
  let outcome: { value: T | Error } | undefined;
  call.then(
    (value) => {
      outcome = { value };
    },
    (error: Error) => {
      outcome = { value: error };
    },
  );
  const ended = (): typeof outcome => {
    if (!outcome) ahead += STEP_MS;
    return outcome;
  };
  try {
    return (await until(ended, { what: "the end of the call", boundMs: 600_000 })).value;
  } finally {
    spy.mockRestore();
  }
}
