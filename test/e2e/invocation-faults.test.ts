import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, expect, test } from "vitest";
import { appSource } from "../support/app.ts";
import { ensureDebianPackage } from "../support/debian-package.ts";
import { alive, type LocalHome, startedHome } from "../support/local-home.ts";
import { startCli } from "../support/run-cli.ts";
import { until } from "../support/until.ts";

beforeAll(() => ensureDebianPackage("bubblewrap", "bwrap"), 300_000);

const hostile = "\u001b]52;c;ZXZpbA==\u0007\u001b]0;title\u0007\u001b[10A\u001b[5;5Hmoved\u009b2K\u202e";
const actions = `
  print: (_context, text) => { process.stdout.write(text); },
  count: async (_context, { to, pause }) => {
    for (let n = 1; n <= to; n += 1) {
      console.log("line " + n);
      if (pause) await new Promise((done) => setTimeout(done, pause));
    }
  },
  throws: (_context, text) => { throw new Error(text); },`;

/** A home whose service has an app. */
async function appHome(): ReturnType<typeof startedHome> {
  const home = await startedHome();
  mkdirSync(join(home.dir, "app"));
  writeFileSync(join(home.dir, "app/app.ts"), appSource(actions));
  const deployed = await home.cli(["apps", "deploy", "app/app.ts"]);
  expect(deployed.code, deployed.stderr).toBe(0);
  return home;
}

async function begin(home: LocalHome, action: string, payload: unknown): Promise<string> {
  const words = ["invoke", "demo", action, "--payload", JSON.stringify(payload), "--async"];
  return (await home.json<{ id: string }>(words)).id;
}

const numbered = (to: number): string => Array.from({ length: to }, (_, n) => `line ${n + 1}\n`).join("");

test("OSC 52 and cursor sequences are as written in a pipe and in JSON, and harmless at a terminal", async () => {
  const home = await appHome();
  const id = await begin(home, "print", `${hostile}\n`);
  const pipe = await home.cli(["invocations", "tail", id]);
  expect(pipe.code, pipe.stderr).toBe(0);
  expect(pipe.stdout).toBe(`${hostile}\n`);
  const json = await home.cli(["invocations", "tail", id, "-o", "jsonl"]);
  const events = json.stdout
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line) as { event: string; message?: string });
  expect(events.find(({ event }) => event === "log")?.message).toBe(hostile);
  for (const more of [["--plain"], []]) {
    const shown = await home.cli(["invocations", "tail", id, ...more], { tty: true });
    expect(shown.code).toBe(0);
    const bytes = shown.bytes.toString();
    expect(bytes).toContain("moved");
    for (const bad of ["\u001b]52", "\u001b]0;", "\u001b[10A", "\u001b[5;5H", "\u009b", "\u202e"]) {
      expect(bytes, `${JSON.stringify(bad)} ${more}`).not.toContain(bad);
    }
  }
}, 60_000);

test("the reason of a failure is harmless at a terminal too", async () => {
  const home = await appHome();
  const shown = await home.cli(["invoke", "demo", "throws", "--payload", JSON.stringify(hostile), "--plain"], {
    tty: true,
  });
  expect(shown.code).toBe(8);
  for (const bad of ["\u001b]52", "\u001b[10A", "\u009b2K", "\u202e"]) {
    expect(shown.bytes.toString()).not.toContain(bad);
  }
}, 60_000);

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
}, 120_000);

test("a tail survives faults of every kind while the log grows", async () => {
  const home = await appHome();
  await home.cli(["local", "chaos", "set", "latency=1ms-20ms,error=20%,drop-stream=0.5%,seed=7"]);
  // A request that is not safe to repeat is not repeated: a person, or a script, tries again.
  let id = "";
  for (let tries = 0; id === "" && tries < 20; tries += 1) {
    const words = ["invoke", "demo", "count", "--payload", '{"to":3000,"pause":1}', "--async", "-o", "json"];
    const begun = await home.cli(words);
    if (begun.code === 0) id = (JSON.parse(begun.stdout) as { id: string }).id;
  }
  const tail = await home.cli(["invocations", "tail", id]);
  expect(tail.code, tail.stderr.slice(-500)).toBe(0);
  expect(tail.stdout === numbered(3_000)).toBe(true);
}, 240_000);

test("kill -9 of the service and a restart in the middle of a tail: it goes on by itself and says how it ended", async () => {
  const home = await appHome();
  const id = await begin(home, "count", { to: 1_000_000, pause: 1 });
  const tail = startCli(["invocations", "tail", id], { home });
  await tail.shows("line 300\n");
  process.kill(home.service.pid, "SIGKILL");
  await until(() => !alive(home.service.pid), { what: () => "the end of the service" });
  expect((await home.cli(["local", "start"])).code).toBe(0);
  const { code, stdout, stderr } = await tail.done;
  expect(code, stderr).toBe(8);
  expect(stderr).toContain("the service ended while it ran");
  const lines = stdout.trimEnd().split("\n");
  expect(stdout === numbered(lines.length)).toBe(true);
  const again = await home.cli(["invocations", "tail", id]);
  expect(again.code).toBe(8);
  expect(again.stdout === stdout).toBe(true);
}, 120_000);
