import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { invocations } from "../../src/service/apps/invocation-table.ts";
import { Clock } from "../../src/service/clock.ts";
import { Faults } from "../../src/service/faults.ts";
import { Projects } from "../../src/service/projects/projects.ts";
import { tables } from "../../src/service/resources.ts";
import type { ProjectId } from "../../src/service/store/project-id.ts";
import type { ListOptions } from "../../src/service/store/scoped-rows.ts";
import { Store } from "../../src/service/store/store.ts";
import { type Bench, interleaved, type Row, temporaryDirectory, timesFloor } from "./bench.ts";

const ROWS = 100_000;
const ROUNDS = 15;
/** The same list so many times, divided: one is shorter than the timer can tell. */
const TIMES = 20;
/** Times of the hand-written query of the same run that a list may take at most. */
const limits = { page: 6, scan: 3 } as const;

type Options = ListOptions<typeof invocations>;

/** Pages of 100,000 rows against hand-written, prepared queries for the same rows. */
export async function benchLists(bench: Bench): Promise<readonly Row[]> {
  const stateDir = await temporaryDirectory(bench);
  const clock = new Clock();
  const store = new Store({ stateDir, clock, faults: new Faults(), log: () => {}, tables });
  bench.defer(() => store.close());
  const projectId = new Projects({ store, clock }).default().id;
  fill(store, projectId);
  const own = store.rows(invocations).in(projectId);
  const floors = handWritten(bench, stateDir, projectId);
  const cursor = own.list({ offset: 10_000 }).cursor;
  const lists: Record<string, [Options, keyof typeof floors, number]> = {
    "first page of 100,000 rows": [{}, "page", limits.page],
    "page 500, by cursor": [{ after: cursor }, "page", limits.page],
    "filter by status": [{ where: { status: "failed" } }, "page", limits.page],
    "search that finds much": [{ query: "shop" }, "page", limits.page],
    "page 500, by offset": [{ offset: 10_000 }, "skip", limits.scan],
    "last page, by offset": [{ offset: ROWS - 20 }, "last", limits.scan],
    "search that finds 1 of 10,000": [{ query: "rare" }, "scan", limits.scan],
    "search that finds nothing": [{ query: "nothing" }, "scan", limits.scan],
    "filter without an index that finds nothing": [{ where: { version: "none" } }, "read", limits.scan],
  };
  const measures = {
    ...Object.fromEntries(Object.entries(lists).map(([name, [options]]) => [name, timed(() => own.list(options))])),
    ...Object.fromEntries(Object.entries(floors).map(([name, query]) => [`floor ${name}`, timed(query)])),
  };
  const times = await interleaved(bench, ROUNDS, measures);
  return Object.entries(lists).map(([name, [, floor, limit]]) =>
    timesFloor(name, times[name] ?? [], times[`floor ${floor}`] ?? [], limit),
  );
}

function timed(list: () => unknown): () => Promise<number> {
  return async () => {
    const started = performance.now();
    for (let count = 0; count < TIMES; count += 1) list();
    return (performance.now() - started) / TIMES;
  };
}

function fill(store: Store, projectId: ProjectId): void {
  const rows = store.rows(invocations);
  store.transaction(() => {
    for (let at = 0; at < ROWS; at += 1) {
      rows.insert({
        projectId,
        deploymentId: `deployment${at % 7}`,
        appName: at % 10_000 === 0 ? "rare" : "shop",
        actionName: `action-${at % 50}`,
        version: "latest",
        status: at % 20 === 0 ? "failed" : "succeeded",
        payload: `{"at":${at},"text":"${"x".repeat(200)}"}`,
        timeoutSeconds: 100,
        createdAt: at,
        startedAt: at,
        finishedAt: at + 1,
      });
    }
  });
}

/** The same work by hand, on a connection of its own. */
function handWritten(bench: Bench, stateDir: string, projectId: ProjectId) {
  const database = new DatabaseSync(join(stateDir, "state.db"), { readOnly: true });
  bench.defer(() => database.close());
  const columns =
    "id, project_id, deployment_id, app_name, action_name, version, status, status_reason, timeout_seconds, started_at, finished_at, created_at";
  const ordered = "ORDER BY created_at DESC, rowid DESC LIMIT 21";
  const page = database.prepare(`SELECT ${columns} FROM invocations WHERE project_id = ? ${ordered} OFFSET ?`);
  const index = "invocations_by_project_id_created_at_search_id";
  const scan = database.prepare(
    `SELECT count(*) FROM invocations INDEXED BY ${index} WHERE project_id = ? AND instr(search, 'nothing') > 0`,
  );
  const read = database.prepare("SELECT count(*) FROM invocations WHERE project_id = ? AND version = 'none'");
  return {
    page: () => page.all(projectId, 0),
    skip: () => page.all(projectId, 10_000),
    last: () => page.all(projectId, ROWS - 20),
    scan: () => scan.all(projectId),
    read: () => read.all(projectId),
  };
}
