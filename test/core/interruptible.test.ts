import { afterEach, beforeEach, expect, onTestFinished, test } from "vitest";
import { Lifetime, listenToSignals } from "../../src/core/abort.ts";
import { interruptible } from "../../src/core/interruptible.ts";
import { until } from "../support/until.ts";

let lifetime: Lifetime;
beforeEach(() => {
  lifetime = new Lifetime();
});
afterEach(() => lifetime.finish());

const endless = (): never => {
  for (;;);
};
const backtracking = (): boolean => /^(a+)+$/.test(`${"a".repeat(60)}b`);

/**
 * Sends SIGINT to this process, as Ctrl-C does. It has arrived when this returns: between two watches nobody listens for a
 * moment, and a signal that comes just then ends the process.
 */
const sendSignal = (): void => void process.kill(process.pid, "SIGINT");

/** The command listens to signals, as the program does. */
const listen = (): void => {
  onTestFinished(listenToSignals(lifetime, () => {}));
};

test.each([
  ["a loop", endless],
  ["an expression", backtracking],
])("%s ends at the time limit of the command, and ends the command", async (_, work) => {
  lifetime.limit(50, "50ms");
  await expect(interruptible("--query", lifetime)(work)).rejects.toThrow("timed out after 50ms (--timeout)");
  expect(lifetime.signal.reason).toMatchObject({ exit: "timeout", exitNumber: 6 });
});

test("a limit beyond the time without a watch ends a calculation too", async () => {
  lifetime.limit(400, "400ms");
  await expect(interruptible("--query", lifetime)(endless)).rejects.toThrow("timed out after 400ms (--timeout)");
});

test("the earlier limit ends a calculation: the command's or its outer command's", async () => {
  const inner = new Lifetime(lifetime);
  lifetime.limit(50, "50ms");
  inner.limit(60_000, "1m");
  lifetime.signal.addEventListener("abort", () => inner.abort(lifetime.signal.reason));
  await expect(interruptible("--query", inner)(endless)).rejects.toThrow("timed out after 50ms");
  const other = new Lifetime(new Lifetime());
  other.limit(50, "50ms");
  await expect(interruptible("--query", other)(endless)).rejects.toThrow("timed out after 50ms");
});

test("Ctrl-C at the beginning of a long calculation ends it", async () => {
  listen();
  const work = (): never => {
    sendSignal();
    return endless();
  };
  await expect(interruptible("--query", lifetime)(work)).rejects.toThrow("interrupted");
  expect(lifetime.signal.reason).toMatchObject({ exitNumber: 130 });
});

test("a later Ctrl-C ends a calculation, its command and the outer command", async () => {
  const inner = new Lifetime(lifetime);
  listen();
  const work = (): never => {
    // Node has taken the signal away from its listeners: it watches.
    if (process.listenerCount("SIGINT") === 0) sendSignal();
    return endless();
  };
  await expect(interruptible("--query", inner)(work)).rejects.toThrow("interrupted");
  for (const { signal } of [inner, lifetime]) expect(signal.reason).toMatchObject({ exitNumber: 130 });
});

test("Ctrl-C ends many short calculations without a turn of the event loop between them", async () => {
  listen();
  const within = interruptible("--query", lifetime);
  sendSignal();
  const many = async (): Promise<never> => {
    for (;;) await within(() => [1, 2].map(String));
  };
  await expect(many()).rejects.toThrow("interrupted");
});

test("no Ctrl-C is lost beside short calculations", async () => {
  const SIGNALS = 200;
  const within = interruptible("--query", lifetime);
  let received = 0;
  const onSignal = (): void => {
    received += 1;
  };
  process.on("SIGINT", onSignal);
  onTestFinished(() => void process.off("SIGINT", onSignal));
  for (let count = 1; count <= SIGNALS; count += 1) {
    let isSent = false;
    const work = (): void => {
      // A calculation that was held up begins again.
      if (!isSent) sendSignal();
      isSent = true;
    };
    await within(work);
    await until(() => received === count, { what: `signal ${count}` });
  }
  expect(received).toBe(SIGNALS);
});

test("a calculation returns its value and throws its error unchanged", async () => {
  const within = interruptible("--query", lifetime);
  expect(await within(() => [1, 2])).toEqual([1, 2]);
  const error = new TypeError("of the work");
  const thrown = within(() => {
    throw error;
  });
  await expect(thrown).rejects.toBe(error);
});
