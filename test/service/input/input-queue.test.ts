import { expect, test } from "vitest";
import { InputQueue } from "../../../src/service/input/input-queue.ts";

const untilAborted = (signal: AbortSignal) => new Promise((resolve) => signal.addEventListener("abort", resolve));

test("the wait for the turn is bounded, and the next one gets it when it is free", async () => {
  const queue = new InputQueue(new Promise(() => {}), 50);
  const first = new AbortController();
  const running = queue.turn(first.signal, untilAborted);
  await expect(queue.turn(new AbortController().signal, async () => 1)).rejects.toMatchObject({
    kind: "input-busy",
    message: "other input of the session has not ended within 0.05 s; nothing was done",
  });
  first.abort();
  await running;
  expect(await queue.turn(new AbortController().signal, async () => 2)).toBe(2);
});

test("the end of the device aborts what runs and rejects what waits, with its reason", async () => {
  const ended = Promise.withResolvers<Error>();
  const queue = new InputQueue(ended.promise);
  const started = Promise.withResolvers<void>();
  const running = queue.turn(new AbortController().signal, async (signal) => {
    started.resolve();
    await untilAborted(signal);
    return signal.reason;
  });
  await started.promise;
  const waiting = queue.turn(new AbortController().signal, async () => 1);
  const rejected = expect(waiting).rejects.toThrow("the display has ended");
  const reason = new Error("the display has ended");
  ended.resolve(reason);
  expect(await running).toBe(reason);
  await rejected;
});
