import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { processesWith, uniqueSeconds } from "../../support/machine/processes.ts";
import { ensureDebianPackage } from "../../support/screen/debian-package.ts";
import { eventsOf, invoke, messages, reached } from "../../support/service/app.ts";
import {
  countedLines,
  deployCounting,
  expectAllToFollow,
  startOtherService,
  stateDirectory,
} from "../../support/service/rude-end.ts";
import { startService, type TestService } from "../../support/service/service.ts";
import { until } from "../../support/until.ts";
import { LogTail } from "./support/log-tail.ts";

beforeAll(() => ensureDebianPackage("bubblewrap", "bwrap"), 300_000);

/** A service in this process, with the app; for the tests that leave it as it was. */
let shared: TestService;
beforeAll(async () => {
  shared = await startService();
  await deployCounting(shared);
});
afterAll(() => shared.stop());

describe("kill -9 of the service", () => {
  test("an invocation during kill -9 of the service fails with that reason, its log complete up to there, nothing left", async () => {
    const stateDir = await stateDirectory();
    const first = await startOtherService(stateDir);
    await deployCounting(first);
    const seconds = uniqueSeconds();
    const payload = { to: 1_000_000, every: 10, seconds };
    const { id } = await invoke(first, "count", { payload, async: true });
    const tail = new LogTail(first, id);
    await until(
      () => tail.lines.length,
      (count) => count > 500,
    );
    expect((await processesWith(seconds)).length).toBeGreaterThan(0);
    first.child.kill("SIGKILL");
    await expect(tail.done).rejects.toThrow();
    await until(
      () => processesWith(seconds),
      (pids) => pids.length === 0,
    );
    // The app's own process too: its command line has the folder.
    await until(
      () => processesWith(stateDir),
      (pids) => pids.length === 0,
    );

    const second = await startOtherService(stateDir);
    expect(second.baseUrl).toBe(first.baseUrl);
    const record = (await second.api("GET", `/invocations/${id}`)).body;
    expect(record).toMatchObject({ status: "failed", status_reason: "the service ended while it ran" });
    const events = await eventsOf(second, `/invocations/${id}/events`);
    const lines = messages(events);
    // Everything that a follower has seen is there, without gaps.
    expect(lines.length).toBeGreaterThanOrEqual(tail.lines.length);
    expect(lines).toEqual(countedLines(lines.length));
    expect(events.at(-1)).toMatchObject({ event: "invocation_state", invocation: record });
    const times = events.map(({ timestamp }) => timestamp);
    expect(times).toEqual([...times].sort());
    expect(new Set(times).size).toBe(times.length);
    // The service continues: the deployment still exists.
    expect(await invoke(second, "count", { payload: { to: 3, every: 5 } })).toMatchObject({ output: "3" });
  });
});

test("a restart in the middle of a tail: the tail resumes at its last event and sees the end", async () => {
  const stateDir = await stateDirectory();
  const first = await startService({ stateDir, keepDir: true });
  await deployCounting(first);
  const { id } = await invoke(first, "count", { payload: { to: 1_000_000, every: 10 }, async: true });
  const tail = new LogTail(first, id);
  await until(
    () => tail.lines.length,
    (count) => count > 100,
  );
  await first.stop();
  await tail.done;
  // A clean stop ends the invocation and tells its followers.
  expect(tail.states.at(-1)).toBe("failed");
  const second = await startService({ stateDir });
  const last = tail.events.filter(({ event }) => event === "log").at(-50);
  const rest = new LogTail(second, id, { since: last?.timestamp ?? "" });
  await rest.done;
  expect(rest.lines).toEqual(tail.lines.slice(-50));
  expect(rest.states.at(-1)).toBe("failed");
  expect((await second.api("GET", `/invocations/${id}`)).body.status_reason).toContain("the service was stopped");
  await second.stop();
});

test("every follower of an invocation gets all of it", async () => {
  await expectAllToFollow(shared, 3, 1_000);
});

describe("time", () => {
  test("a clock that is set back or jumps ahead: times of a log only go up, and a resume misses nothing", async () => {
    const service = shared;
    const { id } = await invoke(service, "count", { payload: { to: 240, every: 1 }, async: true });
    const tail = new LogTail(service, id);
    const past = async (count: number): Promise<unknown> =>
      until(
        () => tail.lines.length,
        (now) => now >= count,
      );
    const real = Date.now();
    await past(20);
    service.clock.pin(real - 3_600_000);
    await past(60);
    service.clock.unpin();
    await past(100);
    // Ahead, but not beyond its time limit.
    await service.clock.advance(120_000);
    await past(140);
    service.clock.pin(real);
    await tail.done;
    service.clock.unpin();
    const times = tail.events.map(({ timestamp }) => timestamp);
    expect(times).toEqual([...times].sort());
    expect(new Set(times).size).toBe(times.length);
    for (const at of [30, 70, 110, 150]) {
      const event = tail.events.filter((one) => one.event === "log")[at];
      const rest = new LogTail(service, id, { since: event?.timestamp ?? "" });
      await rest.done;
      expect(rest.lines).toEqual(tail.lines.slice(at));
    }
    expect(tail.states.at(-1)).toBe("succeeded");
  });

  test("a clock that jumps beyond the time limit of an invocation ends it with that reason", async () => {
    const service = shared;
    const payload = { to: 1_000_000, every: 1 };
    const { id } = await invoke(service, "count", { payload, async: true, timeoutSeconds: 60 });
    const tail = new LogTail(service, id);
    await until(
      () => tail.lines.length,
      (count) => count > 0,
    );
    await service.clock.advance(61_000);
    const record = await reached(service, id, "failed");
    expect(record.status_reason).toBe("it ran longer than 60 s");
  });
});
