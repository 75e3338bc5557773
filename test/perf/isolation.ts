import { Clock } from "../../src/service/clock.ts";
import { Faults } from "../../src/service/faults.ts";
import { serve } from "../../src/service/lifecycle/serve.ts";
import { profiles } from "../../src/service/profiles/profile-table.ts";
import { projects } from "../../src/service/projects/project-table.ts";
import { Projects } from "../../src/service/projects/projects.ts";
import { tables } from "../../src/service/resources.ts";
import { Store } from "../../src/service/store/store.ts";
import { type Bench, interleaved, median, type Row, ratioOf, temporaryDirectory } from "./bench.ts";

const ROUNDS = 30;
/** Requests of one measurement: one is shorter than what else the machine does. */
const REQUESTS = 25;
/** Times that one of both may take as long as the other. */
const LIMIT = 1.15;

/**
 * Requests with a key of one project for something of another project, against the same for something that does not
 * exist: their times must not tell the two apart.
 */
export async function benchIsolation(bench: Bench): Promise<readonly Row[]> {
  const stateDir = await temporaryDirectory(bench);
  const own = fill(stateDir);
  const running = await serve({
    screen: "headless",
    version: "0.0.0",
    env: process.env,
    port: 0,
    handleSignals: false,
    log: { write: () => {} },
    stateDir,
    clock: new Clock(),
    faults: new Faults(),
  });
  bench.defer(() => running.stop("the benchmark is over"));
  const { base_url: baseUrl, token } = running.state;
  const created = await fetch(`${baseUrl}/org/api_keys`, {
    method: "POST",
    headers: { Authorization: `Bearer ${token}`, "Content-Type": "application/json" },
    body: JSON.stringify({ name: "bench", project_id: own }),
  });
  const { key } = (await created.json()) as { key: string };
  const timed = (request: Request) => async (): Promise<number> => {
    const started = performance.now();
    for (let count = 0; count < REQUESTS; count += 1) {
      const { path, status, ...options } = request;
      const headers = { Authorization: `Bearer ${key}`, "Content-Type": "application/json", ...options.headers };
      const response = await fetch(baseUrl + path, { ...options, headers });
      await response.arrayBuffer();
      if (response.status !== status) throw new Error(`${path}: ${response.status} instead of ${status}`);
    }
    return (performance.now() - started) / REQUESTS;
  };
  const requests = Object.entries(checks).flatMap(([name, request]) => [
    [`${name} theirs`, timed(request("theirs"))] as const,
    [`${name} nobody's`, timed(request("nobody"))] as const,
  ]);
  const times = await interleaved(bench, ROUNDS, Object.fromEntries(requests));
  return Object.keys(checks).map((name) => alike(name, times[`${name} theirs`] ?? [], times[`${name} nobody's`] ?? []));
}

interface Request {
  readonly path: string;
  readonly status: number;
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

/** Requests that name something: `theirs` is a project, and a profile in it. */
const checks: Readonly<Record<string, (name: string) => Request>> = {
  "project in a header": (name) => ({ path: "/profiles", status: 403, headers: { "X-Kernel-Project": name } }),
  "record in a path": (name) => ({ path: `/profiles/${name}`, status: 404 }),
  "record in a body": (name) => ({
    path: "/browsers",
    status: 400,
    method: "POST",
    body: JSON.stringify({ profile: { name } }),
  }),
};

/** A row that says how many times as long the slower of two takes. */
function alike(name: string, values: readonly number[], floors: readonly number[]): Row {
  const { ratio, spread } = ratioOf(values, floors);
  return {
    name: `${name}: foreign against unknown`,
    value: median(values),
    floor: median(floors),
    ratio: Math.max(ratio, 1 / ratio),
    spread,
    limit: LIMIT,
  };
}

/** Makes a project without anything and one with many profiles. Returns the id of the first. */
function fill(stateDir: string): string {
  const clock = new Clock();
  const store = new Store({ stateDir, clock, faults: new Faults(), log: () => {}, tables });
  new Projects({ store, clock });
  const project = (name: string) =>
    store.rows(projects).insert({ name, status: "active", isDefault: false, updatedAt: 0 }).id;
  const own = project("own");
  const theirs = project("theirs");
  store.transaction(() => {
    for (let count = 0; count < 1_000; count += 1) {
      store.rows(profiles).insert({ projectId: theirs, name: `profile-${count}`, updatedAt: 0 });
    }
    store.rows(profiles).insert({ projectId: theirs, name: "theirs", updatedAt: 0 });
  });
  store.close();
  return own;
}
