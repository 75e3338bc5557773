import type { OperationById } from "../../contract/index.ts";
import type { BodyOf } from "../../contract/operation.ts";
import { Semaphore } from "../../core/semaphore.ts";
import { newId } from "../ids.ts";
import type { Projects } from "../projects/projects.ts";
import type { Session } from "../sessions/session.ts";
import { shuttingDown } from "../sessions/session-errors.ts";
import type { SessionSettings } from "../sessions/session-record.ts";
import { telemetryOnUpdate } from "../sessions/telemetry.ts";
import type { ProjectId } from "../store/project-id.ts";
import { ResourceError } from "../store/resource-error.ts";
import type { Rows } from "../store/rows.ts";
import type { ListOptions, ListPage } from "../store/scoped-rows.ts";
import type { Store } from "../store/store.ts";
import type { PoolCounts } from "./pool-record.ts";
import { type PoolSessionsOptions, startPoolSession } from "./pool-sessions.ts";
import { changedPoolValues, newPoolValues, type PoolCreate, type PoolUpdate } from "./pool-settings.ts";
import { pools, type StoredPool } from "./pool-table.ts";
import { problemText, RunningPool } from "./running-pool.ts";

export interface PoolsOptions extends PoolSessionsOptions {
  readonly store: Store;
  readonly projects: Projects;
}

/** Request for a browser of a pool (contract 2.24), and the invocation that its session belongs to. */
export interface PoolLease {
  readonly body: NonNullable<BodyOf<OperationById<"pools.acquire">>>;
  readonly invocationId: string | undefined;
}

/** Maximum number of browsers of all pools that start at the same time; other sessions need the machine too. */
const MAX_PARALLEL_STARTS = 2;
/**
 * Bounds of the wait of a request that names none, in milliseconds. assumed: at least a minute, because a browser takes
 * time to start whatever the rate is; at most the time to fill a pool at the default rate.
 */
const FILL_MS = { least: 60_000, most: 240_000 } as const;

/** Browser pools of the service. They are stored; their browsers start with the service. */
export class Pools {
  readonly #options: PoolsOptions;
  readonly #rows: Rows<typeof pools>;
  readonly #running = new Map<string, RunningPool>();
  readonly #gate = new Semaphore(MAX_PARALLEL_STARTS);
  #closed = false;

  constructor(options: PoolsOptions) {
    this.#options = options;
    this.#rows = options.store.rows(pools);
    options.profiles.onSaved(({ id, projectId }) => this.#refresh(projectId, id));
  }

  /** Starts the browsers of the pools of all projects that requests reach. */
  begin(): void {
    for (const pool of this.#rows.everywhere()) if (this.#options.projects.byId(pool.projectId)) this.#run(pool);
  }

  /** Creates a pool. Throws a UniqueError for a name in use, and the errors of {@link newPoolValues}. */
  create(projectId: ProjectId, body: PoolCreate): StoredPool {
    const values = newPoolValues(this.#options, projectId, body);
    const pool = this.#rows.insert({ projectId, name: body.name ?? null, ...values });
    this.#run(pool);
    return pool;
  }

  list(projectId: ProjectId, options: ListOptions<typeof pools>): ListPage<typeof pools> {
    return this.#rows.in(projectId).list(options);
  }

  /** Pool with an id or a name. Throws a {@link ResourceError} `not-found`. */
  require(projectId: ProjectId, idOrName: string): StoredPool {
    return this.#rows.in(projectId).require(idOrName);
  }

  /** Numbers of the browsers of a pool. */
  counts({ id }: StoredPool): PoolCounts {
    return this.#running.get(id) ?? { available: 0, acquired: 0 };
  }

  /** Text of the reason why a pool is not full, if a browser of it did not start. */
  problem({ id }: StoredPool, ofOrganization: boolean): string | undefined {
    const problem = this.#running.get(id)?.problem;
    return problem === undefined ? undefined : `a browser did not start: ${problemText(problem, ofOrganization)}`;
  }

  /** Changes a pool. Throws as {@link create} does. An empty name changes nothing (contract 2.24). */
  update(pool: StoredPool, body: PoolUpdate): StoredPool {
    const values = changedPoolValues(this.#options, pool.projectId, pool, body);
    const changed = this.#rows.change(pool, { ...values, ...(body.name && { name: body.name }) });
    const running = this.#running.get(pool.id);
    running?.change(changed);
    if (body.discard_all_idle) running?.discardIdle("its pool replaced its idle browsers");
    return changed;
  }

  /**
   * Deletes a pool and ends its browsers. Throws a {@link ResourceError} `in-use` while browsers are acquired, unless it
   * is forced.
   */
  async delete(pool: StoredPool, force: boolean): Promise<void> {
    const { acquired } = this.counts(pool);
    if (acquired > 0 && !force) {
      const which = acquired === 1 ? "1 browser of the pool is" : `${acquired} browsers of the pool are`;
      throw new ResourceError(
        "in-use",
        `${which} acquired; release or delete them first, or delete the pool with force`,
      );
    }
    this.#rows.delete(pool);
    const running = this.#running.get(pool.id);
    this.#running.delete(pool.id);
    await running?.close("its pool was deleted", ResourceError.notFound("browser pool", pool.id));
  }

  /**
   * Acquires a browser of a pool for a new session. Undefined when none became idle in time. Throws a SessionError
   * `name-taken` or `shutting-down`, and a {@link ResourceError} `invalid`, or `not-found` when the pool is deleted.
   */
  async acquire(
    pool: StoredPool,
    { body, invocationId }: PoolLease,
    signal: AbortSignal,
  ): Promise<Session | undefined> {
    const { sessions } = this.#options;
    const running = this.#running.get(pool.id);
    if (this.#closed) throw shuttingDown();
    if (!running) throw ResourceError.notFound("browser pool", pool.id);
    // Validates the request before the wait; the settings are those of the browser.
    telemetryOf(pool.settings.telemetry, body);
    const id = newId();
    const name = body.name ?? null;
    const releaseName = sessions.reserveName(pool.projectId, name, id);
    const lease = (idle: Session): Session => {
      const named = this.#rows.in(pool.projectId).byId(pool.id) ?? pool;
      const settings: SessionSettings = {
        ...idle.settings,
        telemetry: telemetryOf(idle.settings.telemetry, body),
        pool: { id: pool.id, ...(named.name !== null && { name: named.name }) },
        ...(body.tags && { tags: body.tags }),
        ...(body.start_url !== undefined && { start_url: body.start_url }),
        ...(invocationId !== undefined && { invocation_id: invocationId }),
      };
      return sessions.lease(idle, { id, name, settings });
    };
    const seconds = body.acquire_timeout_seconds;
    const waitMs = seconds === undefined ? fillMs(pool) : seconds * 1_000;
    let session: Session | undefined;
    try {
      session = await running.acquire(lease, waitMs, signal);
      return session;
    } finally {
      if (!session) releaseName();
    }
  }

  /** Takes a session back into its pool. With `reuse` its browser goes on for the next. */
  async release(pool: StoredPool, session: Session, reuse: boolean): Promise<void> {
    await this.#running.get(pool.id)?.release(session, reuse);
  }

  /** Replaces the idle browsers of a pool. */
  flush({ id }: StoredPool): void {
    this.#running.get(id)?.discardIdle("its pool was flushed");
  }

  /** Ends the browsers of all pools, and the waits for them. */
  async close(reason: string): Promise<void> {
    this.#closed = true;
    await Promise.all([...this.#running.values()].map((running) => running.close(reason, shuttingDown())));
  }

  #run(pool: StoredPool): void {
    const { clock, log, sessions } = this.#options;
    const running = new RunningPool(pool, {
      ...{ clock, log, sessions },
      gate: this.#gate,
      start: (current, signal) => startPoolSession(this.#options, current, signal),
    });
    this.#running.set(pool.id, running);
  }

  /** Replaces the idle browsers with a profile that was saved. */
  #refresh(projectId: ProjectId, profileId: string): void {
    for (const pool of this.#rows.everywhere({ profileId })) {
      if (pool.projectId !== projectId || !pool.settings.refresh_on_profile_update) continue;
      this.#running.get(pool.id)?.discardIdle("the profile of its pool was saved");
    }
  }
}

/** Telemetry of a session from a pool: that of the request over that of the pool. Throws a {@link ResourceError} `invalid`. */
function telemetryOf(ofPool: SessionSettings["telemetry"], body: PoolLease["body"]): SessionSettings["telemetry"] {
  const { config, problems } = telemetryOnUpdate(ofPool, body.telemetry);
  if (problems.length > 0) throw ResourceError.invalid(problems);
  return config;
}

/** Time to fill a pool, in milliseconds (contract 2.24 `acquire_timeout_seconds`). */
function fillMs({ settings }: StoredPool): number {
  const { fill_rate_per_minute: percent } = settings;
  const fullMs = percent === 0 ? FILL_MS.most : (100 / percent) * 60_000;
  return Math.min(FILL_MS.most, Math.max(FILL_MS.least, fullMs));
}
