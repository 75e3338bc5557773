import { expect, onTestFinished, test, vi } from "vitest";
import { inTurns, type Paced } from "../../src/page-agent/waiting.ts";
import { AgentPage } from "./support/agent-page.ts";

const page = AgentPage.share();

test("a snapshot of 5,000 buttons leaves the event loop to others in between", async () => {
  await page.show(`<body><script>
    const part = document.createElement("div");
    for (let at = 0; at < 5_000; at += 1) part.append(Object.assign(document.createElement("button"), { textContent: at }));
    let outer = part;
    for (let at = 0; at < 40; at += 1) { const next = document.createElement("div"); next.append(outer); outer = next; }
    document.body.append(outer);</script>`);
  // A clock that goes on 25 ms with each look makes every place where the computation can stop a turn of the event loop.
  let now = 0;
  vi.spyOn(performance, "now").mockImplementation(() => (now += 25));
  const timers = vi.spyOn(globalThis, "setTimeout");
  onTestFinished(() => void vi.restoreAllMocks());
  const { total } = await page.snapshot();
  const turns = timers.mock.calls.filter(([, ms]) => ms === 0).length;
  expect(total).toBe(5_000);
  // Elements and texts are parsed, described, grouped and searched for secrets: 14 stops for each hundred buttons.
  expect(turns).toBeGreaterThan(10 * (total / 100));
});

/** Processor time of a snapshot of items beside each other, which other processes do not change, in microseconds. */
async function timeOfItems(count: number): Promise<number> {
  await page.show(`<body><script>
    for (let at = 0; at < ${count}; at += 1) document.body.append(Object.assign(document.createElement("div"), { textContent: at }));</script>`);
  const before = process.cpuUsage();
  expect(await page.snapshot()).toMatchObject({ total: count });
  return process.cpuUsage(before).user;
}

test("the time for items beside each other grows as their number", async () => {
  await timeOfItems(1_000);
  const few = await timeOfItems(2_000);
  // 8 times the items take 8 times as long, and 64 times with a search among all items for each of them.
  expect(await timeOfItems(16_000)).toBeLessThan(24 * few);
});

test("a computation in turns ends with its signal", async () => {
  const end = new AbortController();
  let steps = 0;
  function* long(): Paced<void> {
    for (; steps < 100_000_000; steps += 1) yield;
  }
  const run = inTurns(long(), end.signal);
  setTimeout(() => end.abort(new Error("the session has ended")));
  await expect(run).rejects.toThrow("the session has ended");
});

test("a snapshot whose lists are counted beyond its budget is printed a few times", async () => {
  await page.show(`<body><script>
    for (let list = 0; list < 3_000; list += 1) {
      const part = document.createElement("ul");
      for (let at = 0; at < 5; at += 1) part.append(Object.assign(document.createElement("li"), { textContent: "item number " + at + " of a list" }));
      document.body.append(part, document.createElement("hr"));
    }</script>`);
  const { text, tokens } = await page.snapshot({ max_tokens: 100_000 });
  expect(tokens).toBeLessThanOrEqual(100_000);
  expect(tokens).toBeGreaterThan(95_000);
  expect(text).toContain("1 more like these");
});
