import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { stat } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { type Home, runCli, startCli, temporaryHome } from "../../support/cli/run-cli.ts";
import {
  eventServer,
  frame,
  invocationId,
  logEvent,
  record,
  seeded,
  stateEvent,
} from "../../support/servers/event-server.ts";
import { until } from "../../support/until.ts";

const running = stateEvent("running");
const done = stateEvent("succeeded");

/** Lines of which some have the same time, and some are the same. */
const log = Array.from({ length: 400 }, (_, at) =>
  logEvent(Math.floor(at / 3) * 400_000, `line ${Math.floor(at / 2)}`),
);
const printed = log.map((event) => `${(JSON.parse(event) as { message: string }).message}\n`).join("");
const file = (home: Home): string => join(home.dir, "at.json");
const words = ["invocations", "tail", invocationId, "--checkpoint", "at.json"];

describe("a checkpoint", () => {
  test("a checkpoint lets processes continue one after the other, with each line once", async () => {
    const home = temporaryHome();
    const random = seeded(5);
    const all = Buffer.from([running, ...log, done].map(frame).join(""));
    let stdout = "";
    for (let run = 0; ; run += 1) {
      // Of what the service sends now only so much arrives; the process then gives up.
      const bytes = Math.floor(random() * 12_000);
      const server = await eventServer({ events: [running, ...log, done], plays: [run < 30 ? { bytes } : {}] });
      const result = await runCli([...words, "--max-reconnects=0", "-q"], { home, env: server.env });
      expect(result.stderr).not.toContain("gap");
      stdout += result.stdout;
      if (result.code === 0) break;
      expect(result.code).toBe(9);
    }
    expect(stdout).toBe(printed);
    expect(all.length).toBeGreaterThan(30_000);
  });

  test("a checkpoint survives kill -9: recorded lines are not printed again, and none is lost", async () => {
    const home = temporaryHome();
    const half = [running, ...log.slice(0, 200)].map(frame).join("");
    const server = await eventServer({
      events: [running, ...log, done],
      plays: [{ frames: half, afterwards: "hold" }],
    });
    const killed = startCli(words, { home, env: server.env });
    const last = (JSON.parse(log[199] ?? "") as { timestamp: string }).timestamp;
    const saved = (): string => (existsSync(file(home)) ? readFileSync(file(home), "utf8") : "");
    await until(() => saved().includes(`"after":"${last}"`), { what: () => `the checkpoint; it is ${saved()}` });
    killed.kill("SIGKILL");
    const first = (await killed.done).stdout;
    const second = await runCli(words, { home, env: server.env });
    expect([second.code, first + second.stdout]).toEqual([0, printed]);
  });

  test("a checkpoint is written after Ctrl-C, readable only by its owner", async () => {
    const home = temporaryHome();
    const server = await eventServer({
      events: [running, ...log, done],
      plays: [{ frames: [running, ...log.slice(0, 7)].map(frame).join(""), afterwards: "hold" }],
    });
    const stopped = startCli(words, { home, env: server.env });
    await stopped.shows("line 3\n");
    stopped.kill("SIGINT");
    const first = await stopped.done;
    expect(first.code).toBe(130);
    expect((await stat(file(home))).mode & 0o777).toBe(0o600);
    expect(first.stdout + (await runCli(words, { home, env: server.env })).stdout).toBe(printed);
  });

  test("a checkpoint of an ended invocation prints nothing more, and exits as the invocation ended", async () => {
    const home = temporaryHome();
    const server = await eventServer({ events: [running, ...log, stateEvent("failed", { status_reason: "no" })] });
    expect((await runCli(words, { home, env: server.env })).code).toBe(8);
    const again = await runCli(words, { home, env: server.env });
    expect([again.code, again.stdout]).toEqual([8, ""]);
    expect(again.stderr).toContain("failed: no");
  });

  test("a checkpoint does not go back before its first --since", async () => {
    const home = temporaryHome();
    const server = await eventServer({
      events: [running, ...log, done],
      plays: [{ frames: [running, ...log.slice(30, 33)].map(frame).join("") }],
    });
    const since = "2026-01-02T03:04:05.004Z";
    const first = await runCli([...words, "--since", since, "--max-reconnects=0"], { home, env: server.env });
    const second = await runCli([...words, "--since", since], { home, env: server.env });
    expect(first.stdout + second.stdout).toBe(printed.split("\n").slice(30).join("\n"));
  });
});

test("a checkpoint of an empty log keeps the start of a --since duration", async () => {
  const home = temporaryHome();
  const server = await eventServer({ events: [running], plays: [{}, {}], record: record("running") });
  const again = [...words, "--since", "5m", "--max-reconnects=0"];
  for (const run of [1, 2]) expect([run, (await runCli(again, { home, env: server.env })).code]).toEqual([run, 9]);
  const [first, second] = server.asked;
  expect(first).toBe("5m");
  expect(Date.parse(second ?? "")).toBeLessThanOrEqual(Date.now() - 300_000);
  expect(Date.parse(second ?? "")).toBeGreaterThan(Date.now() - 330_000);
});

describe("a file that is no checkpoint of it", () => {
  test("a checkpoint of another invocation is exit 2", async () => {
    const home = temporaryHome();
    const server = await eventServer({ events: [...log, done] });
    await runCli(words, { home, env: server.env });
    const other = await runCli(["invocations", "tail", "inv2", ...words.slice(3)], { home, env: server.env });
    expect(other.code).toBe(2);
    expect(other.stderr).toContain(`"at.json" is a checkpoint of another invocation (${invocationId})`);
    expect(other.stderr).toContain("hint: name another file, or delete this one to start again");
  });
  test("a missing invocation leaves no checkpoint", async () => {
    const home = temporaryHome();
    const server = await eventServer({ events: [], plays: [{ status: 404 }] });
    expect((await runCli(words, { home, env: server.env })).code).toBe(4);
    expect(existsSync(file(home))).toBe(false);
  });
  test.each([
    "",
    "{",
    "[]",
    "null",
    "{}",
    `{"browserctl_checkpoint":1,"invocation":"${invocationId}"}`,
    `{"browserctl_checkpoint":1,"invocation":"${invocationId}","forgotten":"","logs":[["a"]],"others":[]}`,
  ])("a checkpoint file with the text '%s' is exit 10, and stays unchanged", async (text) => {
    const home = temporaryHome();
    writeFileSync(file(home), text);
    const server = await eventServer({ events: [...log, done] });
    const { code, stderr } = await runCli(words, { home, env: server.env });
    expect([code, server.asked.length, readFileSync(file(home), "utf8")]).toEqual([10, 0, text]);
    expect(stderr).toContain("is not a checkpoint");
  });
  test("a checkpoint that cannot be written is exit 10 before anything is printed", async () => {
    const server = await eventServer({ events: [...log, done] });
    const { code, stdout } = await runCli(["invocations", "tail", invocationId, "--checkpoint", "no/at.json"], {
      env: server.env,
    });
    expect([code, stdout, server.asked.length]).toEqual([10, "", 0]);
  });
});
