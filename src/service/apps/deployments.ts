import { createRequire } from "node:module";
import type { OperationById } from "../../contract/index.ts";
import { APP_REGION, APP_WORD, LATEST_VERSION } from "../../contract/limits.ts";
import type { BodyOf } from "../../contract/operation.ts";
import { packageFile } from "../../core/package-file.ts";
import { Semaphore } from "../../core/semaphore.ts";
import { ApiError, notFound } from "../api-error.ts";
import type { Clock, Scheduled } from "../clock.ts";
import { newId } from "../ids.ts";
import { type EventBody, EventLog, endedLog } from "../jobs/event-log.ts";
import type { ContainerFacts } from "../processes/container-probe.ts";
import type { TempFolders } from "../sessions/temp-folders.ts";
import { PendingEnds } from "../store/pending-ends.ts";
import type { Rows } from "../store/rows.ts";
import type { ListOptions, ListPage } from "../store/scoped-rows.ts";
import type { Store } from "../store/store.ts";
import { checkActionSchemas } from "./action-schemas.ts";
import { appEnvironment } from "./app-environment.ts";
import { AppFiles } from "./app-files.ts";
import { AppProcess, type AppProcessEnd, endLeftOver } from "./app-process.ts";
import { appVersionRecord, deploymentRecord } from "./deployment-record.ts";
import { deployments, type StoredDeployment } from "./deployment-table.ts";
import { processProblem } from "./process-problem.ts";
import { entryPath, unpackApp } from "./unpack-app.ts";

type CreateBody = BodyOf<OperationById<"deployments.create">>;
/** What is deployed from an archive. */
export type NewDeployment = CreateBody & Required<Pick<CreateBody, "file" | "entrypoint_rel_path">>;

export interface DeploymentsOptions {
  stateDir: string;
  store: Store;
  clock: Clock;
  container: ContainerFacts;
  tempFolders: TempFolders;
  /** The service's environment. */
  env: Readonly<Record<string, string | undefined>>;
  log: (line: string) => void;
}

/** An app that is not loaded by then never will be. assumed: the API names no limit. */
const BUILD_SECONDS = 120;
const PARALLEL_BUILDS = 2;
/** Stopped and failed deployments that are remembered. assumed: the API names no number. */
const ENDED_KEPT = 200;
/** Versions of an app that an error names. */
const VERSIONS_NAMED = 20;
/** Beside the entry file, so that the app finds its own files by its address. */
const BUNDLE = "browserctl-app";

/** Why a build was ended before it was through. */
class BuildStop extends Error {
  readonly status: "failed" | "stopped";
  constructor(status: "failed" | "stopped", reason: string) {
    super(reason);
    this.status = status;
  }
}

interface Building {
  readonly stored: StoredDeployment;
  readonly log: EventLog;
  readonly stop: AbortController;
  process?: AppProcess;
  done?: Promise<void>;
}

/**
 * Deployed apps (contract 2.17): each is unpacked, bundled and loaded once in a process of its own, which tells its name
 * and actions. assumed: `playwright-core` and `browserctl/app` come from this program and nothing is installed, so that a
 * deployment needs no network.
 */
export class Deployments {
  readonly #options: DeploymentsOptions;
  readonly #rows: Rows<typeof deployments>;
  readonly files: AppFiles;
  readonly #building = new Map<string, Building>();
  readonly #gate = new Semaphore(PARALLEL_BUILDS);
  readonly #ends: PendingEnds<StoredDeployment>;
  #closing = false;

  constructor(options: DeploymentsOptions) {
    this.#options = options;
    this.#rows = options.store.rows(deployments);
    this.#ends = new PendingEnds((one) => this.#rows.save(one), options.log);
    const { stateDir, container, log } = options;
    this.files = new AppFiles({ stateDir, playwright: container.playwright, log });
  }

  /** Makes what runs apps, and ends what an earlier life of the service left unfinished. */
  async prepare(): Promise<void> {
    const { container } = this.#options;
    const known = this.#rows.everywhere();
    await this.files.prepare(new Set(known.map(({ id }) => id)));
    for (const one of known) {
      if (one.status === "queued" || one.status === "in_progress") {
        await endLeftOver(one.id, container);
        await this.#finish(one, await this.#resume(one), "failed", "the service ended while it was deployed");
      } else if (one.status !== "running") {
        await this.files.removeUnused(one);
      } else if (!this.files.hasBundle(one)) {
        await this.#finish(one, await this.#resume(one), "failed", "its files are gone: deploy it again");
      }
    }
  }

  /** Whether something is built. */
  get busy(): boolean {
    return this.#building.size > 0;
  }

  /** Unpacks an app and begins to build it. Throws 400 for an archive or entry file that cannot be used. */
  async create(projectId: string, body: NewDeployment): Promise<StoredDeployment> {
    const { clock } = this.#options;
    this.#checkOpen();
    const entrypoint = entryPath(body.entrypoint_rel_path);
    const now = clock.now();
    const one: StoredDeployment = {
      id: newId(),
      projectId,
      appName: null,
      version: body.version ?? LATEST_VERSION,
      status: "queued",
      statusReason: null,
      region: body.region ?? APP_REGION,
      entrypoint,
      env: { ...body.env_vars },
      sha256: body.file.sha256,
      file: null,
      actions: [],
      versionId: null,
      createdAt: now,
      updatedAt: now,
    };
    let log: EventLog | undefined;
    try {
      await this.files.make(one);
      await unpackApp(body.file, this.files.source(one), entrypoint);
      log = await EventLog.create(this.files.logFile(one), clock);
      await log.event({ event: "deployment_state", deployment: deploymentRecord(one) });
      this.#checkOpen();
      this.#rows.insert(one);
      const building: Building = { stored: one, log, stop: new AbortController() };
      this.#building.set(one.id, building);
      building.done = this.#build(one, building, body.force === true);
    } catch (error) {
      // A file that nobody closes ends the service when its memory is collected.
      await log?.end();
      await this.files.remove(one.id);
      throw error;
    }
    return { ...one };
  }

  /** The deployment with an id. Throws 404. */
  require(projectId: string, id: string): StoredDeployment {
    const known = this.#building.get(id)?.stored ?? this.#ends.get(id);
    const one = known?.projectId === projectId ? known : this.#rows.in(projectId).byId(id);
    if (!one) throw notFound(`there is no deployment ${JSON.stringify(id)}`);
    return one;
  }

  /** A page of a project's deployments. Filters see what is recorded: an end that a full disk keeps back is shown alone. */
  list(projectId: string, options: ListOptions<typeof deployments>): ListPage<typeof deployments> {
    this.#ends.retry();
    const page = this.#rows.in(projectId).list(options);
    return { ...page, items: page.items.map((one) => this.#ends.get(one.id) ?? one) };
  }

  /** The one that serves a version of an app. Throws 404 with the versions there are. */
  serving(projectId: string, appName: string, version: string): StoredDeployment {
    const rows = this.#rows.in(projectId);
    const found = rows.first({ appName, version, status: "running" });
    if (found) return found;
    const running = rows.list({ where: { appName, status: "running" }, limit: VERSIONS_NAMED });
    const versions = running.items.map((one) => one.version);
    if (versions.length === 0) throw notFound(`there is no app ${JSON.stringify(appName)}`);
    throw notFound(
      `the app ${JSON.stringify(appName)} has no version ${JSON.stringify(version)}; there is ${versions.join(", ")}`,
    );
  }

  /** Stops a deployment: nothing more is invoked of it. */
  async stop(one: StoredDeployment, reason: string): Promise<void> {
    const building = this.#building.get(one.id);
    if (building) {
      building.stop.abort(new BuildStop("stopped", reason));
      await building.process?.kill();
      await building.done;
    }
    // Where it was too late to stop its build it runs.
    const { status } = this.require(one.projectId, one.id);
    if (status !== "running") return;
    this.#change(one, { status: "stopped", statusReason: reason });
    await this.#letGo(one);
  }

  /** Keeps the source of a deployment until the returned function is called. */
  hold(one: StoredDeployment): () => void {
    return this.files.hold(one, () => this.#rows.in(one.projectId).byId(one.id)?.status === "running");
  }

  /** Its events from a moment on, as they are sent. */
  events(one: StoredDeployment, since: string | undefined, signal: AbortSignal): AsyncGenerator<Buffer> {
    const building = this.#building.get(one.id);
    return building ? building.log.follow(since, signal) : endedLog(this.files.logFile(one), since, signal);
  }

  /** Ends what is being built. */
  async close(): Promise<void> {
    this.#closing = true;
    await Promise.all(
      [...this.#building.values()].map(async ({ stop, process, done }) => {
        stop.abort(new BuildStop("failed", "the service was stopped while it was deployed"));
        await process?.kill();
        await done;
      }),
    );
    this.#ends.retry();
  }

  #checkOpen(): void {
    if (this.#closing) throw new ApiError(503, "shutting_down", "the service stops");
  }

  async #build(one: StoredDeployment, building: Building, force: boolean): Promise<void> {
    const { log, stop } = building;
    const { clock, store } = this.#options;
    let timer: Scheduled | undefined;
    let leave: (() => void) | undefined;
    try {
      leave = await this.#gate.enter(stop.signal);
      this.#change(one, { status: "in_progress" });
      await log.event({ event: "deployment_state", deployment: deploymentRecord(one) });
      await log.lines([`bundling ${one.entrypoint}`]);
      const process = await this.#buildProcess(one, log);
      building.process = process;
      if (stop.signal.aborted) await process.kill();
      timer = clock.schedule(BUILD_SECONDS * 1_000, async () => {
        stop.abort(new BuildStop("failed", `it was not loaded within ${BUILD_SECONDS} s`));
        await process.kill();
      });
      const end = await process.ended;
      timer.cancel();
      stop.signal.throwIfAborted();
      const app = builtApp(end);
      await checkActionSchemas(app);
      const before = this.#rows.in(one.projectId).first({ appName: app.name, version: one.version, status: "running" });
      if (before && one.version !== LATEST_VERSION && !force) {
        one.appName = app.name;
        throw new Error(`version ${one.version} of the app ${app.name} is there already; force replaces it`);
      }
      // In one step: there is always one that serves the version, and never two.
      store.transaction(() => {
        const reason = `it was replaced by deployment ${one.id}`;
        if (before) this.#change(before, { status: "stopped", statusReason: reason });
        this.#change(one, {
          appName: app.name,
          actions: [...app.actions],
          file: this.files.bundleName(one, app.file),
          versionId: newId(),
          status: "running",
        });
      });
      const { deployment: _id, ...summary } = appVersionRecord(one);
      await this.#tell(one, log, { event: "app_version_summary", ...summary });
      await this.#tell(one, log, { event: "deployment_state", deployment: deploymentRecord(one) });
      await log.end();
      // From here on the store knows best.
      this.#building.delete(one.id);
      if (before) await this.#letGo(before);
    } catch (error) {
      const why = (stop.signal.aborted ? stop.signal.reason : error) as Error;
      await this.#finish(one, log, why instanceof BuildStop ? why.status : "failed", why.message);
    } finally {
      timer?.cancel();
      leave?.();
      this.#building.delete(one.id);
      await this.#forget();
    }
  }

  #buildProcess(one: StoredDeployment, log: EventLog): Promise<AppProcess> {
    const { container, tempFolders, env } = this.#options;
    const root = this.files.source(one);
    return AppProcess.start(one.id, {
      facts: container,
      tempFolders,
      cwd: root,
      env: appEnvironment(env, one),
      input: {
        word: APP_WORD,
        task: "build",
        root,
        entry: one.entrypoint,
        name: BUNDLE,
        bundler: createRequire(import.meta.url).resolve("rolldown"),
        helper: packageFile("dist", "app.js"),
      },
      onLines: (lines) => log.lines(lines),
    });
  }

  /** Writes down why it does not serve. */
  async #finish(one: StoredDeployment, log: EventLog, status: "failed" | "stopped", reason: string): Promise<void> {
    Object.assign(one, { status, statusReason: reason, updatedAt: this.#options.clock.now() });
    this.#ends.record(one);
    await this.#tell(one, log, { event: "deployment_state", deployment: deploymentRecord(one) });
    await log.end();
    await this.files.removeUnused(one);
  }

  /** What is to do when one that ran has been stopped. Its source goes when no invocation uses it any more. */
  async #letGo(one: StoredDeployment): Promise<void> {
    try {
      const log = await this.#resume(one);
      await this.#tell(one, log, { event: "deployment_state", deployment: deploymentRecord(one) });
      await log.end();
    } catch (error) {
      this.#options.log(`cannot go on with the log of deployment ${one.id}: ${(error as Error).message}`);
    }
    await this.files.removeUnused(one);
  }

  /** Writes to its log; that it cannot be written changes nothing. */
  async #tell(one: StoredDeployment, log: EventLog, event: EventBody): Promise<void> {
    await log.event(event).catch((error: Error) => {
      this.#options.log(`cannot log the state of deployment ${one.id}: ${error.message}`);
    });
  }

  async #resume(one: StoredDeployment): Promise<EventLog> {
    await this.files.make(one);
    return (await EventLog.resume(this.files.logFile(one), this.#options.clock)).log;
  }

  #change(one: StoredDeployment, change: Partial<StoredDeployment>): void {
    Object.assign(one, change, { updatedAt: this.#options.clock.now() });
    this.#rows.save(one);
  }

  async #forget(): Promise<void> {
    try {
      this.#ends.retry();
      const where = { status: ["failed", "stopped"] as const };
      const except = this.files.used;
      for (const id of this.#rows.prune({ by: "updatedAt", keep: ENDED_KEPT, where, except }))
        await this.files.remove(id);
    } catch (error) {
      this.#options.log(`cannot forget old deployments: ${(error as Error).message}`);
    }
  }
}

function builtApp(end: AppProcessEnd): { file: string; name: string; actions: StoredDeployment["actions"] } {
  const { answer } = end;
  if (answer && "task" in answer && answer.task === "build" && end.lineError === undefined) {
    return { file: answer.file, name: answer.app.name, actions: [...answer.app.actions] };
  }
  throw new Error(processProblem(end, "before the app was loaded"));
}
