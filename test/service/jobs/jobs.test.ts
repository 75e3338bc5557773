import { existsSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { Clock } from "../../../src/service/clock.ts";
import { Faults } from "../../../src/service/faults.ts";
import { newId } from "../../../src/service/ids.ts";
import { EventLog } from "../../../src/service/jobs/event-log.ts";
import type { Job } from "../../../src/service/jobs/job.ts";
import { type ChangeOfJob, type NewJob, Transitions } from "../../../src/service/jobs/job-types.ts";
import { Jobs } from "../../../src/service/jobs/jobs.ts";
import { projects } from "../../../src/service/projects/project-table.ts";
import { Projects } from "../../../src/service/projects/projects.ts";
import { text, time } from "../../../src/service/store/column.ts";
import type { ProjectId } from "../../../src/service/store/project-id.ts";
import { Store } from "../../../src/service/store/store.ts";
import { type RowOf, table } from "../../../src/service/store/table.ts";
import { UniqueError } from "../../../src/service/store/unique-error.ts";
import { tempDir } from "../../support/service/service.ts";
import { until } from "../../support/until.ts";

type Status = "queued" | "in_progress" | "ready" | "success" | "failed" | "canceled";

const flows = table("flows", {
  noun: "flow",
  scope: "project",
  columns: {
    account: text().fixed(),
    status: text<Status>(),
    statusReason: text().nullable(),
    finishedAt: time().nullable(),
  },
  uniqueUntil: [{ columns: ["account"], until: "finishedAt" }],
});
type Flow = RowOf<typeof flows>;
type Work = NewJob<typeof flows>["work"];

const full = () => Object.assign(new Error("database or disk is full"), { errcode: 13 });
let stateDir: string;
let clock: Clock;
let faults: Faults;
let log: string[];
let store: Store;
let projectId: ProjectId;
let jobs: Jobs<typeof flows>;
beforeEach(async () => {
  stateDir = await tempDir();
  clock = new Clock(Date.UTC(2026, 0, 31, 12));
  faults = new Faults();
  log = [];
  open();
});
afterEach(async () => {
  faults.clear();
  await jobs.close({ status: "failed", statusReason: "the test is over" });
  store.close();
  rmSync(stateDir, { recursive: true });
});

function open(): void {
  store = new Store({ stateDir, clock, faults, log: (line) => void log.push(line), tables: [projects, flows] });
  projectId = new Projects({ store, clock }).default().id;
  jobs = new Jobs({
    table: flows,
    noun: "flow",
    store,
    clock,
    log: (line) => void log.push(line),
    transitions: {
      queued: ["in_progress", "failed", "canceled"],
      in_progress: ["in_progress", "ready", "success", "failed", "canceled"],
      ready: ["canceled"],
      success: [],
      failed: [],
      canceled: [],
    },
    working: ["queued", "in_progress"],
    parallel: 2,
    logFile,
    event: (row) => ({ event: "flow_state", flow: { status: row.status, reason: row.statusReason } }),
    endIn: (last) => {
      const { status, reason } = (last as { flow?: { status: Status; reason: string | null } } | undefined)?.flow ?? {};
      return status === "success" || status === "failed" ? { status, statusReason: reason ?? null } : undefined;
    },
    failure: (statusReason) => ({ status: "failed", statusReason, finishedAt: clock.now() }),
    killOrphans: async (row) => void log.push(`orphans of ${row.id}`),
  });
}

const logFile = ({ id }: { readonly id: string }): string => join(stateDir, id);
const done = (): ChangeOfJob<typeof flows> => ({ status: "success", finishedAt: clock.now() });
const cancel = (): ChangeOfJob<typeof flows> => ({
  status: "canceled",
  statusReason: "no more",
  finishedAt: clock.now(),
});
const flow = (account = newId()): Flow => ({
  id: newId(),
  projectId,
  account,
  status: "queued",
  statusReason: null,
  finishedAt: null,
  createdAt: clock.now(),
});
const stored = (id: string) => store.rows(flows).in(projectId).byId(id);
const states = (id: string): string[] =>
  readFileSync(logFile({ id }), "utf8")
    .split("\n\n")
    .filter((frame) => frame !== "")
    .map((frame) => JSON.parse(frame.slice("data: ".length)).flow?.status);
const untilState = (row: Flow, status: Status) =>
  until(
    () => stored(row.id)?.status,
    (now) => now === status,
  );
/** Work that continues until the job ends. */
const endless: Work = async (job) => {
  await job.move({ status: "in_progress" });
  return await job.wait(new Promise<never>(() => {}));
};

test("the states of a job are in its log and in its row, in order", async () => {
  const row = await jobs.create(flow(), {
    work: async (job) => {
      await job.move({ status: "in_progress" });
      return done();
    },
  });
  expect(row.status).toBe("queued");
  const ended = await jobs.over(row);
  expect(ended).toMatchObject({ id: row.id, status: "success", finishedAt: clock.now() });
  expect(stored(row.id)).toEqual(ended);
  expect(states(row.id)).toEqual(["queued", "in_progress", "success"]);
  expect(jobs.busy).toBe(false);
});

test("work that throws fails its job with that reason; a state that is not a successor is refused", async () => {
  const wrong = (job: Job<typeof flows>) => job.move({ status: "success" }).then(() => undefined);
  const first = await jobs.create(flow(), { work: () => Promise.reject(new Error("it broke")) });
  expect(await jobs.over(first)).toMatchObject({ status: "failed", statusReason: "it broke" });
  const second = await jobs.create(flow(), { work: wrong });
  expect(await jobs.over(second)).toMatchObject({ status: "failed", statusReason: "success does not follow queued" });
});

test("only a limited number of jobs work at once; the others wait for their turn, and may end before it", async () => {
  const rows = [];
  for (let count = 0; count < 4; count++) rows.push(await jobs.create(flow(), { work: endless }));
  const [first, second, third, fourth] = rows as [Flow, Flow, Flow, Flow];
  await untilState(first, "in_progress");
  await untilState(second, "in_progress");
  expect([jobs.count(null), jobs.count(projectId), jobs.waitingIn(projectId)]).toEqual([4, 4, 2]);
  expect(await jobs.end(third.id, cancel())).toMatchObject({ status: "canceled" });
  expect(states(third.id)).toEqual(["queued", "canceled"]);
  await jobs.end(first.id, cancel());
  await untilState(fourth, "in_progress");
});

test("a job ends once: a second end finds it ended", async () => {
  const row = await jobs.create(flow(), { work: endless });
  await untilState(row, "in_progress");
  const [first, second] = await Promise.all([jobs.end(row.id, cancel()), jobs.end(row.id, done())]);
  expect([first?.status, second]).toEqual(["canceled", undefined]);
  expect(await jobs.end(row.id, done())).toBeUndefined();
  expect(states(row.id)).toEqual(["queued", "in_progress", "canceled"]);
});

describe("what a job owns", () => {
  test("a job's things are disposed in reverse order before its end is reported, late ones at once", async () => {
    const disposed: string[] = [];
    const late = Promise.withResolvers<void>();
    const dispose = (name: string) => (reason: string) => {
      disposed.push(`${name} ${reason}`);
      if (name === "second") throw new Error("not that easy");
    };
    const row = await jobs.create(flow(), {
      owned: [dispose("first")],
      work: async (job) => {
        job.own(dispose("second"));
        job.own(() => disposed.push(`state ${states(job.row.id).length}`));
        await job.move({ status: "in_progress" });
        await job.wait(new Promise<never>(() => {})).catch(() => {});
        await late.promise;
        job.own(dispose("late"));
        return undefined;
      },
    });
    await untilState(row, "in_progress");
    await jobs.end(row.id, cancel());
    expect(disposed).toEqual(["state 2", "second no more", "first no more"]);
    expect(log.join("\n")).toContain(`cannot clean up after ${row.id}: not that easy`);
    late.resolve();
    await until(
      () => disposed.at(-1),
      (last) => last === "late no more",
    );
  });

  test("a job's things are disposed even if the job never gets its turn", async () => {
    for (let count = 0; count < 2; count++) await jobs.create(flow(), { work: endless });
    let released = 0;
    const row = await jobs.create(flow(), { work: endless, owned: [() => released++] });
    await jobs.end(row.id, cancel());
    expect(released).toBe(1);
  });
});

test("a job expires under the clock, and a move of the clock waits for its end", async () => {
  const row = await jobs.create(flow(), {
    work: async (job) => {
      job.expire(20 * 60_000, () => ({ status: "failed", statusReason: "too late", finishedAt: clock.now() }));
      return await endless(job);
    },
  });
  await untilState(row, "in_progress");
  await clock.advance(20 * 60_000 - 1);
  expect(stored(row.id)?.status).toBe("in_progress");
  await clock.advance(1);
  expect(stored(row.id)).toMatchObject({ status: "failed", statusReason: "too late", finishedAt: clock.now() });
});

describe("after a kill of the service", () => {
  /** State directory of a service that was killed in the middle of a job. */
  const left = async (events: readonly object[]): Promise<Flow> => {
    const row = store.rows(flows).insert({ ...flow(), status: "in_progress" });
    const events_ = await EventLog.create(logFile(row), clock);
    for (const flow of events) await events_.event({ event: "flow_state", flow });
    await events_.end();
    store.close();
    open();
    return row;
  };

  test("a job without an end is lost after a kill, and its log and its row say so", async () => {
    const row = await left([{ status: "queued" }, { status: "in_progress" }]);
    expect(await jobs.prepare("the service ended")).toBe(1);
    expect(log).toContain(`orphans of ${row.id}`);
    expect(stored(row.id)).toMatchObject({
      status: "failed",
      statusReason: "the service ended",
      finishedAt: clock.now(),
    });
    expect(states(row.id)).toEqual(["queued", "in_progress", "failed"]);
    expect(await jobs.prepare("again")).toBe(0);
  });

  test("a job whose log has its end has that end after a kill", async () => {
    const row = await left([{ status: "queued" }, { status: "success", reason: null }]);
    await jobs.prepare("the service ended");
    expect(stored(row.id)).toMatchObject({ status: "success", statusReason: null });
    expect(states(row.id)).toEqual(["queued", "success"]);
  });

  test("a resting job is not lost after a kill", async () => {
    const row = store.rows(flows).insert({ ...flow(), status: "ready" });
    expect(await jobs.prepare("the service ended")).toBe(0);
    expect(stored(row.id)?.status).toBe("ready");
  });
});

describe("on a full disk", () => {
  test("an end on a full disk is reported and shown, and recorded when there is room again", async () => {
    const row = await jobs.create(flow(), { work: endless });
    await untilState(row, "in_progress");
    const restore = faults.inject("disk-full", { error: full });
    await jobs.end(row.id, cancel());
    expect(states(row.id).at(-1)).toBe("canceled");
    expect(jobs.find(projectId, row.id)?.status).toBe("canceled");
    expect(jobs.list(projectId, {}).items[0]).toMatchObject({ id: row.id, status: "canceled" });
    expect(stored(row.id)?.status).toBe("in_progress");
    restore();
    jobs.retry();
    expect(stored(row.id)?.status).toBe("canceled");
  });

  test("a job that cannot be recorded on a full disk is refused, and nothing of it is left", async () => {
    faults.inject("disk-full", { error: full, times: 1 });
    const row = flow();
    await expect(jobs.create(row, { work: endless })).rejects.toThrow("no space left");
    expect([jobs.busy, existsSync(logFile(row)), stored(row.id)]).toEqual([false, false, undefined]);
  });
});

describe("a job that rests", () => {
  const resting =
    (and: () => void = () => {}): Work =>
    async (job) => {
      await job.move({ status: "in_progress" });
      await job.rest({ status: "ready" }, and, () => [{ event: "flow_state", flow: { status: "summary" } }]);
      return undefined;
    };

  test("a resting job is over for waiting callers, and changes later", async () => {
    const row = await jobs.create(flow(), { work: resting() });
    expect(await jobs.over(row)).toMatchObject({ status: "ready" });
    expect([jobs.busy, states(row.id)]).toEqual([false, ["queued", "in_progress", "summary", "ready"]]);
    const now = jobs.find(projectId, row.id);
    if (!now) throw new Error("no row");
    await jobs.change(now, cancel());
    expect(states(row.id).at(-1)).toBe("canceled");
    expect(stored(row.id)).toEqual(now);
    await expect(jobs.change(now, cancel())).rejects.toThrow(`the flow ${row.id} has changed meanwhile`);
  });

  test("a resting job fails if the writes with its rest fail, and none of them is kept", async () => {
    const other = store.rows(flows).insert({ ...flow(), status: "ready" });
    const and = (): void => {
      jobs.write(other, cancel());
      throw new Error("the second is refused");
    };
    const row = await jobs.create(flow(), { work: resting(and) });
    expect(await jobs.over(row)).toMatchObject({ status: "failed", statusReason: "the second is refused" });
    expect(stored(other.id)?.status).toBe("ready");
  });
});

describe("one at a time", () => {
  test("a second job is refused with the first as holder, until the first is over", async () => {
    const first = await jobs.create(flow("account"), { work: endless });
    const second = flow("account");
    const refused = jobs.create(second, { work: endless });
    await expect(refused).rejects.toBeInstanceOf(UniqueError);
    await expect(refused).rejects.toMatchObject({ taken: { columns: ["account"], holder: first.id } });
    expect(existsSync(logFile(second))).toBe(false);
    await jobs.end(first.id, cancel());
    await jobs.create(flow("account"), { work: endless });
  });

  test("a job may supersede another: the end of one and the row of the other are one step", async () => {
    const first = await jobs.create(flow("account"), { work: endless });
    await untilState(first, "in_progress");
    const supersedes = { id: first.id, change: cancel() };
    const second = await jobs.create(flow("account"), { work: endless, supersedes });
    expect([stored(first.id)?.status, states(first.id).at(-1)]).toEqual(["canceled", "canceled"]);
    await untilState(second, "in_progress");
    faults.inject("disk-full", { error: full, times: 1 });
    const third = flow("account");
    const failed = jobs.create(third, { work: endless, supersedes: { id: second.id, change: cancel() } });
    await expect(failed).rejects.toThrow("no space left");
    expect([stored(third.id), jobs.find(projectId, second.id)?.status]).toEqual([undefined, "canceled"]);
  });
});

test("the end of the service ends every job and starts none", async () => {
  const rows = [];
  for (let count = 0; count < 3; count++) rows.push(await jobs.create(flow(), { work: endless }));
  await jobs.close({ status: "failed", statusReason: "the service stops", finishedAt: clock.now() });
  for (const { id } of rows) expect(stored(id)).toMatchObject({ status: "failed", statusReason: "the service stops" });
  expect(states((rows[2] as Flow).id)).toEqual(["queued", "failed"]);
});

test("a state without successors is terminal", () => {
  const transitions = new Transitions<"a" | "b" | "c">({ a: ["b", "c"], b: ["b", "c"], c: [] });
  expect([transitions.isTerminal("a"), transitions.isTerminal("c")]).toEqual([false, true]);
  expect(transitions.before("c")).toEqual(["a", "b"]);
  expect(() => transitions.check("c", "a")).toThrow("a does not follow c");
});
