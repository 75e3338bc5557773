import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { type PageContent, Stillness } from "../../../../src/service/login/drive/stillness.ts";
import { type ReadFrame, stateOf } from "../../../../src/service/login/page/frames.ts";

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["performance"] });
});
afterEach(() => {
  vi.useRealTimers();
});

const usual: PageContent = { isStarting: () => false };
const known: PageContent = { ...usual, isKnown: () => true };
const starting: PageContent = { ...known, isStarting: () => true };
const requests = { pendingAt: 0, loadsDocument: false, moved: () => {} };
const framesWith = (line: string, loading = false): ReadFrame[] => {
  return [{ frameId: "main", raw: { loading }, state: stateOf(line) } as unknown as ReadFrame];
};

/** Milliseconds until a page that stays the same counts as settled. */
function settlesAfter(stillness: Stillness, frames: readonly ReadFrame[]): number {
  const start = performance.now();
  while (!stillness.isSettled(frames, false)) vi.advanceTimersByTime(Math.ceil(stillness.pauseMs));
  return performance.now() - start;
}

test("a page has settled after a quarter of a second without a change, and the reading comes just then", () => {
  const stillness = new Stillness(requests as never, usual);
  expect(settlesAfter(stillness, framesWith("Log in"))).toBe(250);
  expect(stillness.isSettled(framesWith("Welcome"), false)).toBe(false);
  expect(settlesAfter(stillness, framesWith("Welcome"))).toBe(250);
});

test("a page whose clock runs has settled", () => {
  const stillness = new Stillness(requests as never, usual);
  expect(settlesAfter(stillness, framesWith("Log in, 9:59"))).toBe(250);
  expect(stillness.isSettled(framesWith("Log in, 10:00"), false)).toBe(true);
});

test("a known page has settled when two readings are equal", () => {
  const stillness = new Stillness(requests as never, known);
  expect(settlesAfter(stillness, framesWith("Log in"))).toBe(75);
});

test("a known page that loads, or waits for an answer, has not settled", () => {
  const busy = { ...requests };
  const stillness = new Stillness(busy as never, known);
  const frames = framesWith("Log in");
  for (let reading = 0; reading < 8; reading += 1) {
    // A short request before each reading.
    busy.pendingAt = performance.now() - 5;
    expect(stillness.isSettled(frames, false)).toBe(false);
    vi.advanceTimersByTime(60);
  }
  expect(settlesAfter(stillness, frames)).toBeLessThanOrEqual(75);
  const loading = new Stillness(requests as never, known);
  expect(loading.isSettled(framesWith("Log in", true), false)).toBe(false);
  vi.advanceTimersByTime(75);
  expect(loading.isSettled(framesWith("Log in", true), false)).toBe(false);
});

test("a page that offers nothing is given more time to draw something", () => {
  const stillness = new Stillness(requests as never, starting);
  expect(settlesAfter(stillness, framesWith("Loading, please wait..."))).toBeGreaterThanOrEqual(1_500);
});
