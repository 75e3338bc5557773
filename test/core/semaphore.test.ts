import { expect, test } from "vitest";
import { Semaphore } from "../../src/core/semaphore.ts";

const never = new AbortController().signal;

test("a semaphore admits as many callers as it has places, then one for each that leaves", async () => {
  const semaphore = new Semaphore(2);
  const [first] = await Promise.all([semaphore.enter(never), semaphore.enter(never)]);
  const order: number[] = [];
  const third = semaphore.enter(never).then(() => order.push(3));
  const fourth = semaphore.enter(never).then(() => order.push(4));
  expect(semaphore.waiting).toBe(2);
  first();
  await third;
  expect([order, semaphore.waiting]).toEqual([[3], 1]);
  first();
  expect(semaphore.waiting, "leaving twice frees one place").toBe(1);
  void fourth;
});

test("a caller whose wait is aborted takes no place", async () => {
  const semaphore = new Semaphore(1);
  const leave = await semaphore.enter(never);
  const stop = new AbortController();
  const aborted = semaphore.enter(stop.signal);
  const next = semaphore.enter(never);
  stop.abort(new Error("enough"));
  await expect(aborted).rejects.toThrow("enough");
  leave();
  (await next)();
  await expect(semaphore.enter(never)).resolves.toBeTypeOf("function");
  await expect(semaphore.enter(stop.signal)).rejects.toThrow("enough");
});

test("a place that is handed over in the turn of the abort still has to be left", async () => {
  const semaphore = new Semaphore(1);
  const leave = await semaphore.enter(never);
  const stop = new AbortController();
  const given = semaphore.enter(stop.signal);
  leave();
  stop.abort(new Error("too late"));
  (await given)();
  await expect(semaphore.enter(never)).resolves.toBeTypeOf("function");
});

test("a caller can wait for the next place that is left while another is free", async () => {
  const semaphore = new Semaphore(2);
  const leave = await semaphore.enter(never);
  const next = semaphore.enterAfterNext(never);
  expect(semaphore.waiting).toBe(1);
  leave();
  await expect(next).resolves.toBeTypeOf("function");
});
