import { spawn } from "node:child_process";
import { afterEach, beforeEach, expect, test } from "vitest";
import { Lifetime } from "../../src/core/abort.ts";
import { interruptible } from "../../src/core/interruptible.ts";

let lifetime: Lifetime;
beforeEach(() => {
  lifetime = new Lifetime();
});
afterEach(() => lifetime.finish());

const endless = (): never => {
  for (;;);
};
const backtracking = (): boolean => /^(a+)+$/.test(`${"a".repeat(60)}b`);

test.each([
  ["a loop", endless],
  ["an expression", backtracking],
])("%s ends at the time limit of the command, and ends the command", (_, work) => {
  lifetime.limit(50, "50ms");
  expect(() => interruptible("--query", lifetime)(work)).toThrow("timed out after 50ms (--timeout)");
  expect(lifetime.signal.reason).toMatchObject({ exit: "timeout", exitNumber: 6 });
});

test("the earlier limit ends a calculation: the command's or its outer command's", () => {
  const inner = new Lifetime(lifetime);
  lifetime.limit(50, "50ms");
  inner.limit(60_000, "1m");
  lifetime.signal.addEventListener("abort", () => inner.abort(lifetime.signal.reason));
  expect(() => interruptible("--query", inner)(endless)).toThrow("timed out after 50ms");
  const other = new Lifetime(new Lifetime());
  other.limit(50, "50ms");
  expect(() => interruptible("--query", other)(endless)).toThrow("timed out after 50ms");
});

test("Ctrl-C ends a calculation, its command and the outer command", () => {
  const inner = new Lifetime(lifetime);
  const interrupted = (): never => {
    spawn("kill", ["-INT", String(process.pid)], { stdio: "ignore" });
    return endless();
  };
  expect(() => interruptible("--query", inner)(interrupted)).toThrow("interrupted");
  for (const { signal } of [inner, lifetime]) expect(signal.reason).toMatchObject({ exitNumber: 130 });
});

test("a calculation returns its value and throws its error unchanged", () => {
  const within = interruptible("--query", lifetime);
  expect(within(() => [1, 2])).toEqual([1, 2]);
  const error = new TypeError("of the work");
  expect(() =>
    within(() => {
      throw error;
    }),
  ).toThrow(error);
});
