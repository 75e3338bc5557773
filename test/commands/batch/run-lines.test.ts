import { setImmediate as turn } from "node:timers/promises";
import { expect, test } from "vitest";
import { MAX_LINES_AHEAD } from "../../../src/commands/batch/lib/limits.ts";
import { type LineQueueOptions, runLines } from "../../../src/commands/batch/lib/run-lines.ts";

type Options = Partial<Omit<LineQueueOptions<number, number>, "run">>;

/** Lines 0, 1, 2, ... that end by hand. */
function byHand(total: number, options: Options = {}) {
  const open = new Map<number, (result: number) => void>();
  const started: number[] = [];
  let read = 0;
  const input = (async function* () {
    for (; read < total; read += 1) yield read;
  })();
  const results: number[] = [];
  let ended = false;
  const run = (line: number): Promise<number> => {
    started.push(line);
    return new Promise((resolve) => open.set(line, resolve));
  };
  const defaults = { concurrency: 1, unordered: false, stops: () => false, signal: new AbortController().signal };
  const done = (async () => {
    for await (const result of runLines(input, { ...defaults, ...options, run })) results.push(result);
    ended = true;
  })();
  return {
    results,
    started,
    done,
    ended: () => ended,
    end: async (line: number, result = line): Promise<void> => {
      open.get(line)?.(result);
      open.delete(line);
      await turn();
    },
  };
}

test("one line runs after the other", async () => {
  const { end, started, results, done } = byHand(3);
  await turn();
  expect(started).toEqual([0]);
  await end(0);
  expect([started, results]).toEqual([[0, 1], [0]]);
  await end(1);
  await end(2);
  await done;
  expect(results).toEqual([0, 1, 2]);
});

test("results keep the order of the lines, and at most the limit runs", async () => {
  const { end, started, results, done } = byHand(4, { concurrency: 3 });
  await turn();
  expect(started).toEqual([0, 1, 2]);
  await end(2);
  await end(1);
  expect([started, results]).toEqual([[0, 1, 2, 3], []]);
  await end(0);
  expect(results).toEqual([0, 1, 2]);
  await end(3);
  await done;
  expect(results).toEqual([0, 1, 2, 3]);
});

test("unordered gives results as they come", async () => {
  const { end, results, done } = byHand(3, { concurrency: 3, unordered: true });
  await turn();
  for (const line of [1, 2, 0]) await end(line);
  await done;
  expect(results).toEqual([1, 2, 0]);
});

test("one slow line holds back a bounded number of results", async () => {
  const { end, started, results, done } = byHand(100, { concurrency: 2 });
  await turn();
  for (let line = 1; line < 100; line += 1) await end(line);
  expect(started.length).toBe(2 * MAX_LINES_AHEAD);
  expect(results).toEqual([]);
  await end(0);
  for (let line = 1; line < 100; line += 1) await end(line);
  await done;
  expect(results.length).toBe(100);
});

test("nothing starts after a result that stops, and the running ones end", async () => {
  const { end, started, results, done } = byHand(9, { concurrency: 3, stops: (result) => result === 1 });
  await turn();
  await end(1);
  await end(0);
  await end(2);
  await done;
  expect([started, results]).toEqual([
    [0, 1, 2],
    [0, 1, 2],
  ]);
});

test("an aborted signal starts nothing new and waits for the running ones, also when the input is silent", async () => {
  const stop = new AbortController();
  const { end, ended, started, done } = byHand(9, { concurrency: 2, signal: stop.signal });
  await turn();
  stop.abort();
  await end(0);
  expect([ended(), started]).toEqual([false, [0, 1]]);
  await end(1);
  await done;
  const silent = { next: () => new Promise<never>(() => {}) };
  const idle = { concurrency: 1, unordered: false, stops: () => false, run: async () => 1, signal: stop.signal };
  expect(await runLines(silent, idle).next()).toEqual({ done: true, value: undefined });
});

test("the error of the input comes after the results", async () => {
  const input = (async function* () {
    yield 1;
    throw new Error("no such file");
  })();
  const results: number[] = [];
  const signal = new AbortController().signal;
  const options = { concurrency: 2, unordered: false, stops: () => false, run: async (line: number) => line, signal };
  await expect(
    (async () => {
      for await (const result of runLines(input, options)) results.push(result);
    })(),
  ).rejects.toThrow("no such file");
  expect(results).toEqual([1]);
});
