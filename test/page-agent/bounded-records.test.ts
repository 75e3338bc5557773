import { expect, test } from "vitest";
import { boundedCopy } from "../../src/page-agent/records/bounded-copy.ts";
import { AgentPage } from "./support/agent-page.ts";

const page = AgentPage.share();

test("a copy of an event has no more characters than its room, and short lists", () => {
  const room = { left: 10 };
  const event = { args: [{ value: "a".repeat(100) }, { value: "b" }, 5, null], type: "log" };
  expect(boundedCopy(event, room)).toEqual({ args: [{ value: "a".repeat(10) }, { value: "" }, 5, null], type: "" });
  expect(room.left).toBe(0);
  expect(boundedCopy(Array(1_000).fill(1), { left: 0 })).toHaveLength(100);
});

test("a request with a long address and a long method keeps their beginnings", async () => {
  await page.show("<title>long</title>");
  await page.work("network", {});
  await page.run(`fetch("/far?" + "a".repeat(9_000) + "end", { method: "X".repeat(1_000) }).catch(() => {}); 0`);
  await page.until("performance.getEntriesByType('resource').some(({ name }) => name.includes('/far'))");
  const { requests, text } = (await page.work("network", { find: "/far" })) as {
    requests: { method: string }[];
    text: string;
  };
  expect(requests.map(({ method }) => method)).toEqual(["X".repeat(64)]);
  expect(text.length).toBeLessThan(2_000);
  expect(await page.work("network", { find: "end" })).toMatchObject({ total: 0 });
});

test("messages of a console that are long are read by their beginnings", async () => {
  await page.show(`<script>
    const Long = { ["L".repeat(100_000)]: class {} }["L".repeat(100_000)];
    console.log("short"); console.log("begin" + "a".repeat(50_000) + "end"); console.log(new Long());
    for (let at = 0; at < 200; at += 1) console.log(...Array(200).fill("word"));</script>`);
  expect(await page.work("console", { find: "short" })).toMatchObject({ total: 1 });
  expect(await page.work("console", { find: "begin" })).toMatchObject({ total: 1 });
  expect(await page.work("console", { find: "end" })).toMatchObject({ total: 0 });
  expect(await page.work("console", { find: "word" })).toMatchObject({ total: 200 });
});

test("the stacks of errors are read in one pass, whatever a page writes into them", async () => {
  await page.show(`<script>
    const error = new Error("odd"); error.stack = "Error: odd\\n    at x" + " (".repeat(8_000) + "\\u2028";
    for (let at = 0; at < 900; at += 1) reportError(error);
    const plain = new Error("plain"); plain.stack = "Error: plain\\n    at async load (https://a.example/b.js:1:2)\\n    at https://a.example/c.js:3:4"; reportError(plain);</script>`);
  expect(await page.work("console", { find: "odd" })).toMatchObject({ total: 900 });
  expect(await page.work("console", { find: "plain" })).toMatchObject({
    messages: [{ stack: ["async load https://a.example/b.js:1:2", "(anonymous) https://a.example/c.js:3:4"] }],
  });
});
