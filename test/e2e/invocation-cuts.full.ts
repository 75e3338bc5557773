import { expect, test } from "vitest";
import { appHome, begin, numbered } from "./support/app-home.ts";

test.each([
  ["a line each millisecond", { to: 6_000, pause: 1 }, "drop-stream=2.5%,seed=42"],
  // Thousands of lines share one millisecond: as many are repeated after a cut.
  ["as fast as it can", { to: 1_000_000 }, "drop-stream=0.015%,seed=42"],
])(
  "a log of %s, cut a hundred times on purpose, is that of an uncut stream",
  async (_name, payload, chaos) => {
    const home = await appHome();
    const id = await begin(home, "count", payload);
    expect((await home.cli(["invocations", "wait", id])).code).toBe(0);
    const whole = await home.cli(["invocations", "tail", id]);
    expect(whole.stdout.split("\n").length).toBe(payload.to + 1);
    await home.cli(["local", "chaos", "set", chaos]);
    const cut = await home.cli(["invocations", "tail", id]);
    expect(cut.code, cut.stderr.slice(-500)).toBe(0);
    expect(cut.stderr.match(/-- gap.*/g)).toBeNull();
    expect(cut.stdout === whole.stdout).toBe(true);
    const { struck } = await home.json<{ struck: { drop_stream: number } }>(["local", "chaos", "show"]);
    expect(struck.drop_stream).toBeGreaterThan(100);
  },
  600_000,
);

test("a stream that is cut on purpose again and again gives the log of an uncut one, byte for byte", async () => {
  const home = await appHome();
  const id = await begin(home, "count", { to: 400, pause: 1 });
  expect((await home.cli(["invocations", "wait", id])).code).toBe(0);
  const whole = await home.cli(["invocations", "tail", id]);
  expect(whole.stdout).toBe(numbered(400));
  const struck: number[] = [];
  for (let run = 1; run <= 2; run += 1) {
    await home.cli(["local", "chaos", "set", "drop-stream=4%,seed=42"]);
    const cut = await home.cli(["invocations", "tail", id]);
    expect(cut.code, cut.stderr.slice(-500)).toBe(0);
    expect(cut.stdout === whole.stdout).toBe(true);
    expect(cut.stderr).not.toContain("-- gap");
    struck.push((await home.json<{ struck: { drop_stream: number } }>(["local", "chaos", "show"])).struck.drop_stream);
  }
  expect(struck[0]).toBeGreaterThan(8);
  // The same seed and the same calls: the same cuts.
  expect(struck[1]).toBe(struck[0]);
});

test("a tail survives faults of every kind while the log grows", async () => {
  const home = await appHome();
  await home.cli(["local", "chaos", "set", "latency=1ms-20ms,error=20%,drop-stream=0.5%,seed=7"]);
  // A request that is not safe to repeat is not repeated: the caller retries it.
  let id = "";
  for (let tries = 0; id === "" && tries < 20; tries += 1) {
    const words = ["invoke", "demo", "count", "--payload", '{"to":3000,"pause":1}', "--async", "-o", "json"];
    const begun = await home.cli(words);
    if (begun.code === 0) id = (JSON.parse(begun.stdout) as { id: string }).id;
  }
  const tail = await home.cli(["invocations", "tail", id]);
  expect(tail.code, tail.stderr.slice(-500)).toBe(0);
  expect(tail.stdout === numbered(3_000)).toBe(true);
});
