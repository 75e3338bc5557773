import { expect, test } from "vitest";
import {
  baselineText,
  changeOf,
  isWithinLimit,
  machineDifferences,
  rowIn,
  thisMachine,
  updatedBaseline,
} from "./baseline.ts";
import { timesFloor } from "./bench.ts";

const machine = { cores: 2, node: "26.10.0", platform: "linux", arch: "x64" };
const old = { benchmark: "startup", name: "help", value: 40, floor: 20, ratio: 2, spread: 0.1, limit: 3 };
const row = { name: "help", value: 44, floor: 20, ratio: 2.2, spread: 0.1, limit: 3 };

test.for([
  ["within a quarter of the old ratio", { ratio: 2.5 }, {}, false],
  ["over a quarter of the old ratio", { ratio: 2.51 }, {}, true],
  ["within the spread of the baseline", { ratio: 2.9 }, { spread: 1 }, false],
  ["within the spread of this run", { ratio: 2.9, spread: 1 }, {}, false],
  ["over the spread of both runs", { ratio: 2.9, spread: 0.8 }, { spread: 0.8 }, true],
  ["faster by far", { ratio: 0.5 }, {}, false],
] as const)("a ratio %s", ([, now, then, slower]) => {
  expect(changeOf({ ...row, ...now }, { ...old, ...then }).slower).toBe(slower);
});

test("the change is the part of the old ratio", () => {
  expect(changeOf(row, old).part).toBeCloseTo(0.1);
});

test("a row without a ratio, or without a baseline, is never slower", () => {
  const plain = { name: "memory", value: 300 };
  expect(changeOf(plain, { benchmark: "files", name: "memory", value: 100 })).toEqual({ part: 2, slower: false });
  expect(changeOf({ ...plain, value: 0 }, { benchmark: "files", name: "memory", value: 0 })).toEqual({ slower: false });
  expect(changeOf(row, undefined)).toEqual({ slower: false });
});

test("a limit is for the ratio, else for the difference, else for the value", () => {
  expect(isWithinLimit({ name: "a", value: 99, ratio: 1, limit: 1 })).toBe(true);
  expect(isWithinLimit({ name: "a", value: 99, above: 2, limit: 1 })).toBe(false);
  expect(isWithinLimit({ name: "a", value: 99, limit: 100 })).toBe(true);
  expect(isWithinLimit({ name: "a", value: 99 })).toBeUndefined();
});

test("a row of another benchmark is not the same row", () => {
  expect(rowIn({ machine, rows: [old] }, "startup", row)).toBe(old);
  expect(rowIn({ machine, rows: [old] }, "batch", row)).toBeUndefined();
});

test("a run replaces the rows of its benchmarks and keeps those of others", () => {
  const rows = [old, { ...old, name: "gone" }, { ...old, benchmark: "tail" }, { ...old, benchmark: "removed" }];
  const ran = new Map([["startup", [{ ...row, value: 44.4444, ratio: 2.2222 }]]]);
  const updated = updatedBaseline({ machine, rows }, ran, machine, ["startup", "batch", "tail"]);
  expect(updated.rows).toEqual([
    { ...old, value: 44.4, ratio: 2.22 },
    { ...old, benchmark: "tail" },
  ]);
  expect(JSON.parse(baselineText(updated))).toEqual(updated);
  expect(updatedBaseline(undefined, ran, machine, ["startup"]).rows).toHaveLength(1);
});

test("the differences between two machines are named", () => {
  expect(machineDifferences(thisMachine(), thisMachine())).toEqual([]);
  expect(machineDifferences({ ...machine, cores: 8, node: "24.0.0" }, machine)).toEqual([
    "cores 8 instead of 2",
    "Node 24.0.0 instead of 26.10.0",
  ]);
});

test("a ratio is the median of the rounds, its spread the range of their middle half", () => {
  const { ratio, spread } = timesFloor("a", [10, 20, 60, 40, 50], [10, 10, 20, 10, 10]);
  expect(ratio).toBe(3);
  expect(spread).toBe(2);
});
