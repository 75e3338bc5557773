import { mkdir, readdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { APP_WORD, MAX_PAYLOAD_BYTES } from "../../contract/limits.ts";
import { newSecret } from "../../settings/local-state.ts";
import type { InvocationTokens } from "../access/invocation-tokens.ts";
import type { Clock } from "../clock.ts";
import { reasonOf } from "../driver-error.ts";
import { newId } from "../ids.ts";
import type { Job } from "../jobs/job.ts";
import type { ChangeOfJob } from "../jobs/job-types.ts";
import { Jobs } from "../jobs/jobs.ts";
import type { ContainerFacts } from "../processes/container-probe.ts";
import type { Projects } from "../projects/projects.ts";
import type { Session } from "../sessions/session.ts";
import type { SessionManager } from "../sessions/session-manager.ts";
import type { TempDirectories } from "../sessions/temp-directories.ts";
import { INVOCATION_FILES } from "../store/file-directories.ts";
import type { ProjectId } from "../store/project-id.ts";
import { ResourceError } from "../store/resource-error.ts";
import type { Rows } from "../store/rows.ts";
import type { ListOptions, ListPage } from "../store/scoped-rows.ts";
import type { Store } from "../store/store.ts";
import { checkPayload } from "./action-schemas.ts";
import { appEnvironment } from "./app-environment.ts";
import { AppError, shuttingDown } from "./app-errors.ts";
import { AppProcess, type AppProcessEnd, endLeftOver, processProblem } from "./app-process.ts";
import type { Deployments } from "./deployments.ts";
import { type InvocationRecord, isOver, stateEvent } from "./invocation-record.ts";
import { invocations, type StoredInvocation } from "./invocation-table.ts";

export interface InvocationsOptions {
  stateDir: string;
  store: Store;
  projects: Projects;
  invocationTokens: InvocationTokens;
  clock: Clock;
  container: ContainerFacts;
  tempDirectories: TempDirectories;
  deployments: Deployments;
  sessions: SessionManager;
  /** Environment of the service. */
  env: Readonly<Record<string, string | undefined>>;
  /** Port the service listens on. */
  port: () => number;
  log: (line: string) => void;
}

export interface CreateInvocation {
  projectId: ProjectId;
  appName: string;
  actionName: string;
  version: string;
  /** JSON text. */
  payload: string | null;
  timeoutSeconds: number;
}

/** Result of an invocation. */
export interface InvocationOutcome {
  status: "succeeded" | "failed";
  /** JSON text. */
  output: string | null;
  reason: string | null;
}

/**
 * Maximum number of running invocations. assumed: each is a Node process and usually a browser; the API's limits depend
 * on plans.
 */
export const MAX_PARALLEL_INVOCATIONS = 10;
/** Maximum number of waiting invocations of a project, so that no project fills the queue of another. */
const MAX_QUEUED = 1_000;
/** Number of ended invocations of a project that are kept, with their logs. */
const ENDED_KEPT = 1_000;

/**
 * Invocations of all apps (contract 2.17): jobs with one process each. assumed: the token of an invocation is limited
 * to its project and expires at the end of the invocation; the browsers and processes of the invocation end too.
 */
export class Invocations {
  readonly #options: InvocationsOptions;
  readonly #rows: Rows<typeof invocations>;
  readonly #directory: string;
  readonly #jobs: Jobs<typeof invocations>;
  #closing = false;

  constructor(options: InvocationsOptions) {
    this.#options = options;
    const { store, clock, container, log } = options;
    this.#rows = store.rows(invocations);
    this.#directory = join(options.stateDir, INVOCATION_FILES);
    this.#jobs = new Jobs({
      table: invocations,
      noun: "invocation",
      store,
      clock,
      log,
      transitions: {
        queued: ["running", "succeeded", "failed"],
        running: ["succeeded", "failed"],
        succeeded: [],
        failed: [],
      },
      working: ["queued", "running"],
      parallel: MAX_PARALLEL_INVOCATIONS,
      logFile: ({ id }) => join(this.#directory, id),
      event: stateEvent,
      endIn,
      failure: (statusReason) => this.#ended({ status: "failed", output: null, reason: statusReason }),
      killOrphans: ({ id }) => endLeftOver(id, container),
      ended: (row) => this.#forget(row),
    });
  }

  /** Marks the invocations that a previous run of the service left unfinished as failed. */
  async prepare(): Promise<void> {
    const { invocationTokens, log } = this.#options;
    await mkdir(this.#directory, { recursive: true, mode: 0o700 });
    invocationTokens.clear();
    const known = new Set(this.#rows.ids());
    for (const name of await readdir(this.#directory)) {
      if (!known.has(name)) await rm(join(this.#directory, name), { force: true, recursive: true });
    }
    const lost = await this.#jobs.prepare("the service ended while it ran");
    if (lost > 0) log(`${lost} invocations of a previous run of the service were marked as failed`);
  }

  /** True while an invocation is running or queued. */
  get busy(): boolean {
    return this.#jobs.busy;
  }

  /** Running and queued invocations of a project; those of all projects for null. */
  count(projectId: ProjectId | null): number {
    return this.#jobs.count(projectId);
  }

  /**
   * Queues an invocation. Throws a {@link ResourceError}: `not-found`, `invalid` for a payload that does not match the
   * action's schema; an {@link AppError} `too-many-invocations` or `shutting-down`; a ProjectError `limit-reached`; or
   * a {@link DiskFullError}.
   */
  async create(input: CreateInvocation): Promise<StoredInvocation> {
    const { clock, deployments, projects } = this.#options;
    const { projectId, appName, actionName, version } = input;
    this.#checkOpen();
    const deployment = deployments.serving(projectId, appName, version);
    const action = deployment.actions.find(({ name }) => name === actionName);
    if (!action) {
      const names = deployment.actions.map(({ name }) => name).join(", ");
      throw new ResourceError(
        "not-found",
        `the app ${JSON.stringify(appName)} has no action ${JSON.stringify(actionName)}; it has ${names}`,
      );
    }
    if (this.#jobs.waitingIn(projectId) >= MAX_QUEUED) throw tooMany();
    const now = clock.now();
    const row: StoredInvocation = {
      id: newId(),
      projectId,
      deploymentId: deployment.id,
      appName,
      actionName,
      version,
      status: "queued",
      statusReason: null,
      payload: input.payload,
      output: null,
      timeoutSeconds: input.timeoutSeconds,
      createdAt: now,
      startedAt: now,
      finishedAt: null,
    };
    const release = deployments.hold(deployment);
    try {
      await checkPayload(action.input_schema, input.payload);
      const check = (): void => {
        this.#checkOpen();
        projects.checkLimit(projectId, "invocations", this.#jobs.count(projectId));
      };
      return await this.#jobs.create(row, { work: (job) => this.#work(job), owned: [release], check });
    } catch (error) {
      release();
      throw error;
    }
  }

  /** Invocation with an id. Throws `not-found`. */
  require(projectId: ProjectId, id: string): StoredInvocation {
    const invocation = this.#jobs.find(projectId, id);
    if (!invocation) throw ResourceError.notFound("invocation", id);
    return invocation;
  }

  /**
   * Page of a project's invocations. An end that could not be stored yet, because the disk is full, is shown, but
   * filters do not see it.
   */
  list(projectId: ProjectId, options: ListOptions<typeof invocations>): ListPage<typeof invocations> {
    return this.#jobs.list(projectId, options);
  }

  /** True while browsers can be created for an invocation: until it starts to end. */
  isActive(projectId: ProjectId, id: string): boolean {
    return this.#jobs.active(id)?.row.projectId === projectId && !this.#jobs.isEnding(id);
  }

  /** Resolves with the ended invocation. */
  async over(invocation: StoredInvocation): Promise<StoredInvocation> {
    return (await this.#jobs.over(invocation)) ?? invocation;
  }

  /** Ends an invocation. Throws a {@link ResourceError} `conflict` when it has already ended. */
  async end(invocation: StoredInvocation, outcome: InvocationOutcome): Promise<StoredInvocation> {
    const ended = await this.#jobs.end(invocation.id, this.#ended(outcome));
    if (ended) return ended;
    const { status } = this.require(invocation.projectId, invocation.id);
    throw new ResourceError("conflict", `the invocation has ended: ${status}`);
  }

  /** Active browsers of an invocation. */
  browsers({ projectId, id }: StoredInvocation): Session[] {
    const { sessions } = this.#options;
    return sessions.activeIn(projectId).filter((session) => session.settings.invocation_id === id);
  }

  async endBrowsers(invocation: StoredInvocation, reason: string): Promise<void> {
    await Promise.all(this.browsers(invocation).map((session) => this.#options.sessions.end(session, reason)));
  }

  /** Framed events of an invocation since a timestamp. */
  events(invocation: StoredInvocation, since: string | undefined, signal: AbortSignal): AsyncGenerator<Buffer> {
    return this.#jobs.events(invocation, since, signal);
  }

  /** Ends running and queued invocations and rejects new ones. */
  async close(reason: string): Promise<void> {
    this.#closing = true;
    await this.#jobs.close(this.#ended({ status: "failed", output: null, reason }));
  }

  #checkOpen(): void {
    if (this.#closing) throw shuttingDown();
  }

  #ended({ status, output, reason: statusReason }: InvocationOutcome): ChangeOfJob<typeof invocations> {
    return { status, output, statusReason, finishedAt: this.#options.clock.now() };
  }

  #work(job: Job<typeof invocations>): Promise<ChangeOfJob<typeof invocations>> {
    return this.#run(job).catch((cause: Error) => {
      throw new Error(`it could not be run: ${reasonOf(cause)}`, { cause });
    });
  }

  async #run(job: Job<typeof invocations>): Promise<ChangeOfJob<typeof invocations>> {
    const { clock, log } = this.#options;
    const { row } = job;
    job.own(() => {
      // Not awaited: the browsers count as ended from here on.
      this.endBrowsers(row, `its invocation ${row.id} ended`).catch((error: Error) => log(error.message));
    });
    const reason = `it ran longer than ${row.timeoutSeconds} s`;
    job.expire(row.timeoutSeconds * 1_000, () => this.#ended({ status: "failed", output: null, reason }));
    await job.move({ status: "running", startedAt: clock.now() });
    const starting = this.#process(job);
    job.own(async (why) => (await starting.catch(() => undefined))?.cancel(why));
    const process = await starting;
    return this.#ended(outcomeOf(await process.ended));
  }

  #process(job: Job<typeof invocations>): Promise<AppProcess> {
    const { row } = job;
    const { deployments, invocationTokens, container, tempDirectories, env, port } = this.#options;
    const deployment = deployments.require(row.projectId, row.deploymentId);
    const secret = newSecret();
    const { id: invocationId, projectId: projectScope } = row;
    const token = invocationTokens.add({ token: secret, projectScope, invocationId });
    job.own(() => invocationTokens.delete(token));
    const baseUrl = `http://127.0.0.1:${port()}`;
    return AppProcess.start(invocationId, {
      facts: container,
      tempDirectories,
      cwd: deployments.files.source(deployment),
      env: appEnvironment(env, deployment, { baseUrl, token: secret, invocationId }),
      input: {
        word: APP_WORD,
        task: "invoke",
        file: deployments.files.bundle(deployment),
        action: row.actionName,
        payload: row.payload ?? undefined,
        invocationId,
        baseUrl,
        token: secret,
        resultBytes: MAX_PAYLOAD_BYTES,
      },
      onLines: (lines) => job.lines(lines),
    });
  }

  async #forget({ projectId }: StoredInvocation): Promise<void> {
    for (const id of this.#rows.in(projectId).prune({ by: "finishedAt", keep: ENDED_KEPT })) {
      await rm(join(this.#directory, id), { force: true });
    }
  }
}

/** End read from the last event of a log, when the service died before it wrote the record. */
function endIn(last: unknown): ChangeOfJob<typeof invocations> | undefined {
  const recorded = (last as { invocation?: InvocationRecord } | undefined)?.invocation;
  if (!recorded || !isOver(recorded)) return undefined;
  const { status, status_reason = null, output = null, finished_at } = recorded;
  return { status, statusReason: status_reason, output, ...(finished_at && { finishedAt: Date.parse(finished_at) }) };
}

function outcomeOf(end: AppProcessEnd): InvocationOutcome {
  const { answer, lineError } = end;
  if (answer && "task" in answer && answer.task === "invoke" && lineError === undefined) {
    return { status: "succeeded", output: answer.output ?? null, reason: null };
  }
  return { status: "failed", output: null, reason: processProblem(end, "before its action had returned") };
}

function tooMany(): AppError {
  return new AppError("too-many-invocations", `${MAX_QUEUED} invocations are already queued, which is the limit`);
}
