import { createRequire } from "node:module";
import type { FilePart } from "../../contract/form.ts";
import type { OperationById } from "../../contract/index.ts";
import { APP_REGION, APP_WORD, LATEST_VERSION } from "../../contract/limits.ts";
import type { BodyOf } from "../../contract/operation.ts";
import { packageFile } from "../../core/package-file.ts";
import type { Clock } from "../clock.ts";
import { newId } from "../ids.ts";
import type { EventBody } from "../jobs/event-log.ts";
import type { Job } from "../jobs/job.ts";
import type { ChangeOfJob } from "../jobs/job-types.ts";
import { Jobs } from "../jobs/jobs.ts";
import type { ContainerFacts } from "../processes/container-probe.ts";
import type { TempDirectories } from "../sessions/temp-directories.ts";
import type { ProjectId } from "../store/project-id.ts";
import { ResourceError } from "../store/resource-error.ts";
import type { Rows } from "../store/rows.ts";
import type { ListOptions, ListPage } from "../store/scoped-rows.ts";
import type { Store } from "../store/store.ts";
import { checkActionSchemas } from "./action-schemas.ts";
import { appEnvironment } from "./app-environment.ts";
import { shuttingDown } from "./app-errors.ts";
import { AppFiles } from "./app-files.ts";
import { AppProcess, type AppProcessEnd, endLeftOver, processProblem } from "./app-process.ts";
import { appVersionRecord, type DeploymentRecord, deploymentRecord } from "./deployment-record.ts";
import { deployments, type StoredDeployment } from "./deployment-table.ts";
import { fetchRepository } from "./fetch-repository.ts";
import type { RepositorySource } from "./repository-source.ts";
import { entryPath, unpackApp } from "./unpack-app.ts";

type CreateBody = BodyOf<OperationById<"deployments.create">>;
/** Input of a deployment from an archive or a repository. */
export type NewDeployment = Pick<CreateBody, "env_vars" | "force" | "region" | "version"> & {
  readonly from: { readonly file: FilePart; readonly entrypoint: string } | RepositorySource;
};

export interface DeploymentsOptions {
  stateDir: string;
  store: Store;
  clock: Clock;
  container: ContainerFacts;
  tempDirectories: TempDirectories;
  /** Environment of the service. */
  env: Readonly<Record<string, string | undefined>>;
  log: (line: string) => void;
}

/** Time limit of a build. assumed: the API has no limit. */
const BUILD_SECONDS = 120;
const PARALLEL_BUILDS = 2;
/** Number of stopped and failed deployments of a project that are kept. assumed: the API has no number. */
const ENDED_KEPT = 200;
/** Maximum number of versions listed in an error. */
const MAX_VERSIONS_NAMED = 20;
/** Prefix of the bundle's name. */
const BUNDLE = "browserctl-app";

/**
 * Deployed apps (contract 2.17). Each is unpacked, bundled, and loaded once in a separate process that reports its name
 * and actions. assumed: `playwright-core` and `browserctl/app` come from this program and nothing is installed, so that
 * a deployment needs no network.
 */
export class Deployments {
  readonly #options: DeploymentsOptions;
  readonly #rows: Rows<typeof deployments>;
  readonly files: AppFiles;
  readonly #jobs: Jobs<typeof deployments>;
  #closing = false;

  constructor(options: DeploymentsOptions) {
    this.#options = options;
    const { stateDir, store, container, clock, log } = options;
    this.#rows = store.rows(deployments);
    this.files = new AppFiles({ stateDir, playwright: container.playwright, log });
    this.#jobs = new Jobs({
      table: deployments,
      noun: "deployment",
      store,
      clock,
      log,
      // A running deployment has no job: its build is over, and it is stopped or replaced later.
      transitions: {
        queued: ["in_progress", "failed", "stopped"],
        in_progress: ["running", "failed", "stopped"],
        running: ["stopped", "failed"],
        stopped: [],
        failed: [],
      },
      working: ["queued", "in_progress"],
      parallel: PARALLEL_BUILDS,
      logFile: (row) => this.files.logFile(row),
      event: stateEvent,
      endIn,
      failure: (statusReason) => ({ status: "failed", statusReason }),
      stamp: () => ({ updatedAt: clock.now() }),
      killOrphans: async (row) => {
        await endLeftOver(row.id, container);
        await this.files.make(row);
      },
      ended: async (row) => {
        if (row.status !== "running") await this.files.removeUnused(row);
        await this.#forget(row);
      },
    });
  }

  /** Creates the files of the runner and ends the builds that a previous run of the service left unfinished. */
  async prepare(): Promise<void> {
    await this.files.prepare(new Set(this.#rows.ids()));
    await this.#jobs.prepare("the service ended while it was deployed");
    for (const deployment of this.#rows.everywhere()) {
      if (deployment.status === "running" && !this.files.hasBundle(deployment)) {
        await this.files.make(deployment);
        await this.#jobs.lose(deployment, "its files are gone: deploy it again");
      }
      if (deployment.status !== "running") await this.files.removeUnused(deployment);
    }
  }

  /** True while a build runs. */
  get busy(): boolean {
    return this.#jobs.busy;
  }

  /**
   * Unpacks an app and starts its build, which fetches a repository first. Throws `invalid` for an invalid archive or
   * entry file.
   */
  async create(projectId: ProjectId, { from, ...body }: NewDeployment): Promise<StoredDeployment> {
    this.#checkOpen();
    const entrypoint = entryPath(from.entrypoint);
    const now = this.#options.clock.now();
    const deployment: StoredDeployment = {
      id: newId(),
      projectId,
      appName: null,
      version: body.version ?? LATEST_VERSION,
      status: "queued",
      statusReason: null,
      region: body.region ?? APP_REGION,
      entrypoint,
      env: { ...body.env_vars },
      sha256: "file" in from ? from.file.sha256 : "",
      repository: "file" in from ? null : repositoryOf(from),
      file: null,
      actions: [],
      versionId: null,
      createdAt: now,
      updatedAt: now,
    };
    try {
      await this.files.make(deployment);
      if ("file" in from) await unpackApp(from.file, this.files.source(deployment), entrypoint);
      const repository = "file" in from ? undefined : from;
      const work = (job: Job<typeof deployments>) => this.#build(job, body.force === true, repository);
      return await this.#jobs.create(deployment, { work, check: () => this.#checkOpen() });
    } catch (error) {
      await this.files.remove(deployment.id);
      throw error;
    }
  }

  /** Deployment with an id. Throws `not-found`. */
  require(projectId: ProjectId, id: string): StoredDeployment {
    const deployment = this.#jobs.find(projectId, id);
    if (!deployment) throw ResourceError.notFound("deployment", id);
    return deployment;
  }

  /**
   * Page of a project's deployments. An end that could not be stored yet, because the disk is full, is shown, but
   * filters do not see it.
   */
  list(projectId: ProjectId, options: ListOptions<typeof deployments>): ListPage<typeof deployments> {
    return this.#jobs.list(projectId, options);
  }

  /** Deployment that serves a version of an app. Throws `not-found` with the available versions. */
  serving(projectId: ProjectId, appName: string, version: string): StoredDeployment {
    const rows = this.#rows.in(projectId);
    const found = rows.first({ appName, version, status: "running" });
    if (found) return found;
    const running = rows.list({ where: { appName, status: "running" }, limit: MAX_VERSIONS_NAMED });
    const versions = running.items.map((deployment) => deployment.version);
    if (versions.length === 0) throw ResourceError.notFound("app", appName);
    throw new ResourceError(
      "not-found",
      `the app ${JSON.stringify(appName)} has no version ${JSON.stringify(version)}; there is ${versions.join(", ")}`,
    );
  }

  /** Stops a deployment: it accepts no more invocations. */
  async stop(deployment: StoredDeployment, reason: string): Promise<void> {
    if (await this.#jobs.end(deployment.id, { status: "stopped", statusReason: reason })) return;
    // The build had completed before it could be stopped: the deployment is running.
    const now = this.require(deployment.projectId, deployment.id);
    if (now.status !== "running") return;
    await this.#jobs.change(now, { status: "stopped", statusReason: reason });
    // Its source is removed when no invocation holds it.
    await this.files.removeUnused(now);
  }

  /** Holds the source of a deployment until the returned function is called. */
  hold(deployment: StoredDeployment): () => void {
    return this.files.hold(
      deployment,
      () => this.#rows.in(deployment.projectId).byId(deployment.id)?.status === "running",
    );
  }

  /** Framed events of a deployment since a timestamp. */
  events(deployment: StoredDeployment, since: string | undefined, signal: AbortSignal): AsyncGenerator<Buffer> {
    return this.#jobs.events(deployment, since, signal);
  }

  /** Cancels running builds. */
  async close(): Promise<void> {
    this.#closing = true;
    await this.#jobs.close({ status: "failed", statusReason: "the service was stopped while it was deployed" });
  }

  #checkOpen(): void {
    if (this.#closing) throw shuttingDown();
  }

  async #build(job: Job<typeof deployments>, force: boolean, from: RepositorySource | undefined): Promise<undefined> {
    const { row } = job;
    const late = `it was not loaded within ${BUILD_SECONDS} s`;
    job.expire(BUILD_SECONDS * 1_000, () => ({ status: "failed", statusReason: late }));
    await job.move({ status: "in_progress" });
    if (from) await this.#fetch(job, from);
    await job.lines([`bundling ${row.entrypoint}`]);
    const starting = this.#buildProcess(job);
    job.own(async () => (await starting.catch(() => undefined))?.kill());
    const process = await starting;
    const app = builtApp(await process.ended);
    await checkActionSchemas(app);
    job.signal.throwIfAborted();
    const { version } = row;
    const before = this.#rows.in(row.projectId).first({ appName: app.name, version, status: "running" });
    if (before && version !== LATEST_VERSION && !force) {
      row.appName = app.name;
      throw new Error(`version ${version} of the app ${app.name} already exists; force replaces it`);
    }
    const running: ChangeOfJob<typeof deployments> = {
      appName: app.name,
      actions: [...app.actions],
      file: this.files.bundleName(row, app.file),
      versionId: newId(),
      status: "running",
    };
    // Atomic: exactly one deployment serves the version at any time.
    const replace = (): void => {
      if (before)
        this.#jobs.write(before, { status: "stopped", statusReason: `it was replaced by deployment ${row.id}` });
    };
    await job.rest(running, replace, () => [versionEvent(row)]);
    if (!before) return;
    await this.#jobs.tell(before);
    await this.files.removeUnused(before);
  }

  async #fetch(job: Job<typeof deployments>, source: RepositorySource): Promise<void> {
    const { env } = this.#options;
    await job.lines([`fetching ${source.shown} at ${source.ref}`]);
    const work = this.files.work(job.row);
    const commit = await fetchRepository({ source, into: this.files.source(job.row), work, env, signal: job.signal });
    await job.lines([`fetched commit ${commit}`]);
  }

  #buildProcess(job: Job<typeof deployments>): Promise<AppProcess> {
    const { container, tempDirectories, env } = this.#options;
    const root = this.files.source(job.row);
    return AppProcess.start(job.row.id, {
      facts: container,
      tempDirectories,
      cwd: root,
      env: appEnvironment(env, job.row),
      input: {
        word: APP_WORD,
        task: "build",
        root,
        entry: job.row.entrypoint,
        name: BUNDLE,
        bundler: createRequire(import.meta.url).resolve("rolldown"),
        helper: packageFile("dist", "app.js"),
      },
      onLines: (lines) => job.lines(lines),
    });
  }

  async #forget({ projectId }: StoredDeployment): Promise<void> {
    this.#jobs.retry();
    const where = { status: ["failed", "stopped"] as const };
    const except = this.files.used;
    for (const id of this.#rows.in(projectId).prune({ by: "updatedAt", keep: ENDED_KEPT, where, except }))
      await this.files.remove(id);
  }
}

function repositoryOf({ shown: url, ref, path }: RepositorySource): NonNullable<StoredDeployment["repository"]> {
  return { url, ref, ...(path !== undefined && { path }) };
}

/** State event of a deployment, without its timestamp. */
function stateEvent(deployment: StoredDeployment): EventBody {
  return { event: "deployment_state", deployment: deploymentRecord(deployment) };
}

/** Event with the version that a deployment serves, sent just before its state `running`. */
function versionEvent(deployment: StoredDeployment): EventBody {
  const { deployment: _id, ...summary } = appVersionRecord(deployment);
  return { event: "app_version_summary", ...summary };
}

/** End read from the last event of a log, when the service died before it wrote the record. */
function endIn(last: unknown): ChangeOfJob<typeof deployments> | undefined {
  const recorded = (last as { deployment?: DeploymentRecord } | undefined)?.deployment;
  if (recorded?.status !== "failed" && recorded?.status !== "stopped") return undefined;
  return { status: recorded.status, statusReason: recorded.status_reason ?? null };
}

function builtApp(end: AppProcessEnd): { file: string; name: string; actions: StoredDeployment["actions"] } {
  const { answer } = end;
  if (answer && "task" in answer && answer.task === "build" && end.lineError === undefined) {
    return { file: answer.file, name: answer.app.name, actions: [...answer.app.actions] };
  }
  throw new Error(processProblem(end, "before the app was loaded"));
}
