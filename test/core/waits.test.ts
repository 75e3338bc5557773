import { expect, test } from "vitest";
import { abortLater, untilAborted, withTimeLimit } from "../../src/core/abort.ts";
import { pause, within } from "../../src/core/pause.ts";

const never = new Promise<never>(() => {});

test.each([
  ["pause", (signal: AbortSignal) => pause(3_600_000, signal)],
  ["untilAborted", (signal: AbortSignal) => untilAborted(never, signal)],
])("%s rejects with the signal's reason, before and during the wait", async (_, wait) => {
  const stop = new AbortController();
  const waiting = wait(stop.signal);
  const reason = new Error("enough");
  stop.abort(reason);
  await expect(waiting).rejects.toBe(reason);
  await expect(wait(stop.signal)).rejects.toBe(reason);
});

test("pause lasts as long as asked, and not at all for a time that is over", async () => {
  const start = performance.now();
  await pause(20);
  expect(performance.now() - start).toBeGreaterThanOrEqual(19);
  let turned = false;
  setImmediate(() => {
    turned = true;
  });
  await pause(0);
  await pause(-5);
  expect(turned).toBe(false);
});

test("untilAborted gives the value, and swallows a failure after the abort", async () => {
  const stop = new AbortController();
  await expect(untilAborted(Promise.resolve(7), stop.signal)).resolves.toBe(7);
  stop.abort(new Error("enough"));
  await expect(untilAborted(Promise.reject(new Error("unheard")), stop.signal)).rejects.toThrow("enough");
});

test("within gives the value, the failure, or undefined when the time is over", async () => {
  await expect(within(Promise.resolve(7), 60_000)).resolves.toBe(7);
  await expect(within(Promise.reject(new Error("broken")), 60_000)).rejects.toThrow("broken");
  await expect(within(never, 5)).resolves.toBeUndefined();
});

test("abortLater is aborted with the first signal's reason, and not before it", async () => {
  const stop = new AbortController();
  const late = abortLater(stop.signal, 10);
  stop.abort(new Error("enough"));
  expect(late.aborted).toBe(false);
  await expect(untilAborted(never, late)).rejects.toThrow("enough");
  await expect(untilAborted(never, abortLater(stop.signal, 1))).rejects.toThrow("enough");
});

test("withTimeLimit aborts the work when the time is over, or with another signal's reason", async () => {
  const late = (): Error => new Error("late");
  const work = (signal: AbortSignal): Promise<never> => untilAborted(never, signal);
  await expect(withTimeLimit({ ms: 1, late }, work)).rejects.toThrow("late");
  const stop = new AbortController();
  const stopped = withTimeLimit({ ms: 60_000, late, signals: [undefined, stop.signal] }, work);
  stop.abort(new Error("enough"));
  await expect(stopped).rejects.toThrow("enough");
});

test("withTimeLimit gives the result of the work, whose signal is not aborted afterwards", async () => {
  let given: AbortSignal | undefined;
  const limit = { ms: 5, late: () => new Error("late") };
  await expect(withTimeLimit(limit, async (signal) => (given = signal))).resolves.toBe(given);
  await pause(20);
  expect(given?.aborted).toBe(false);
});
