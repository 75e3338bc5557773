import { expect, test } from "vitest";
import { FillRate } from "../../../src/service/pools/fill-rate.ts";

const MINUTE = 60_000;

/** Number of replacements that can be taken at a time. */
function takeAll(rate: FillRate, now: number): number {
  let taken = 0;
  while (taken < 1_000 && rate.take(now)) taken += 1;
  return taken;
}

test("the share of one minute can be taken at once, and comes back within a minute", () => {
  const rate = new FillRate();
  rate.set(20, 25, MINUTE);
  expect(takeAll(rate, MINUTE)).toBe(5);
  expect(rate.waitMs(MINUTE)).toBe(MINUTE / 5);
  expect(takeAll(rate, MINUTE + MINUTE / 5)).toBe(1);
  expect(takeAll(rate, 10 * MINUTE)).toBe(5);
});

test("a small pool replaces one browser at once, and the next when its share is one", () => {
  const rate = new FillRate();
  rate.set(2, 25, 0);
  expect(takeAll(rate, 0)).toBe(1);
  expect(rate.waitMs(0)).toBe(2 * MINUTE);
  expect(takeAll(rate, 2 * MINUTE - 1)).toBe(0);
  expect(takeAll(rate, 2 * MINUTE)).toBe(1);
});

test("a rate of 0 replaces nothing, and a later rate begins empty", () => {
  const rate = new FillRate();
  rate.set(2, 0, 0);
  expect([takeAll(rate, MINUTE), rate.waitMs(MINUTE)]).toEqual([0, undefined]);
  rate.set(2, 100, MINUTE);
  expect([takeAll(rate, MINUTE), rate.waitMs(MINUTE)]).toEqual([0, MINUTE / 2]);
});
