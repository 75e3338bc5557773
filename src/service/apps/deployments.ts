import { mkdir, readdir, rename, rm, symlink, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { join, relative } from "node:path";
import type { OperationById } from "../../contract/index.ts";
import type { BodyOf, ResultOf } from "../../contract/operation.ts";
import { packageFile } from "../../core/package-file.ts";
import { notFound } from "../api-error.ts";
import type { Clock, Scheduled } from "../clock.ts";
import { newId } from "../ids.ts";
import type { ContainerFacts } from "../processes/container-probe.ts";
import { StartGate } from "../sessions/start-gate.ts";
import type { TempFolders } from "../sessions/temp-folders.ts";
import type { StoredDeployment } from "../store/deployment-table.ts";
import type { Store } from "../store/store.ts";
import { appEnvironment } from "./app-environment.ts";
import { AppProcess, type AppProcessEnd } from "./app-process.ts";
import { appRunnerSource } from "./app-runner.ts";
import { EventLog, endedLog } from "./event-log.ts";
import { processProblem } from "./process-problem.ts";
import { entryPath, unpackApp } from "./unpack-app.ts";

export type DeploymentRecord = ResultOf<OperationById<"deployments.get">>;
export type AppVersionRecord = ResultOf<OperationById<"apps.list">>[number];
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

/** The version of a deployment that names none; it is replaced without force. assumed: contract 2.17 names no default. */
const USUAL_VERSION = "latest";
const REGION = "aws.us-east-1a";
/** An app that is not loaded by then never will be. assumed: the API names no limit. */
const BUILD_SECONDS = 120;
const PARALLEL_BUILDS = 2;
/** Beside the entry file, so that the app finds its own files by its address. */
const BUNDLE = "browserctl-app";
const RUNNER = "runner.mjs";

/** Why a build was ended before it was through. */
class BuildStop extends Error {
  readonly status: "failed" | "stopped";
  constructor(status: "failed" | "stopped", reason: string) {
    super(reason);
    this.status = status;
  }
}

interface Building {
  readonly log: EventLog;
  readonly stop: AbortController;
  process?: AppProcess;
  done?: Promise<void>;
}

/**
 * Deployed apps (contract 2.17, ruling 44): each is unpacked, bundled and loaded once in a process of its own, which
 * tells its name and actions. `playwright-core` and `browserctl/app` come from this program; nothing is installed.
 */
export class Deployments {
  readonly #options: DeploymentsOptions;
  readonly #folder: string;
  readonly #building = new Map<string, Building>();
  readonly #gate = new StartGate(PARALLEL_BUILDS);
  /** How many invocations use the files of a deployment. */
  readonly #users = new Map<string, number>();

  constructor(options: DeploymentsOptions) {
    this.#options = options;
    this.#folder = join(options.stateDir, "apps");
  }

  /** Makes what runs apps, and ends what an earlier life of the service left unfinished. */
  async prepare(): Promise<void> {
    const { store, container, clock } = this.#options;
    await mkdir(join(this.#folder, "node_modules"), { recursive: true, mode: 0o700 });
    const half = join(this.#folder, `${newId()}.half`);
    await writeFile(half, appRunnerSource(), { mode: 0o600 });
    await rename(half, this.runner);
    const link = join(this.#folder, "node_modules", "playwright-core");
    await rm(link, { recursive: true, force: true });
    if (container.playwright !== undefined) await symlink(container.playwright, link, "junction");
    const known = new Map(store.deployments.all().map((one) => [one.id, one]));
    for (const name of await readdir(this.#folder)) {
      if (name === RUNNER || name === "node_modules") continue;
      const one = known.get(name);
      if (!one) await rm(join(this.#folder, name), { recursive: true, force: true });
      else if (one.status === "stopped" || one.status === "failed") await this.#removeSource(one);
    }
    for (const one of known.values()) {
      if (one.status !== "queued" && one.status !== "in_progress") continue;
      const { log } = await EventLog.goOn(this.#logFile(one), clock);
      await this.#finish(one, log, { status: "failed", reason: "the service ended while it was deployed" });
    }
  }

  /** The runner's file. */
  get runner(): string {
    return join(this.#folder, RUNNER);
  }

  /** Unpacks an app and begins to build it. Throws 400 for an archive or entry file that cannot be used. */
  async create(projectId: string, body: NewDeployment): Promise<StoredDeployment> {
    const { store, clock } = this.#options;
    const entrypoint = entryPath(body.entrypoint_rel_path);
    const now = clock.now();
    const one: StoredDeployment = {
      id: newId(),
      projectId,
      appName: null,
      version: body.version ?? USUAL_VERSION,
      status: "queued",
      statusReason: null,
      region: body.region ?? REGION,
      entrypoint,
      env: { ...body.env_vars },
      sha256: body.file.sha256,
      file: null,
      actions: [],
      versionId: null,
      createdAt: now,
      updatedAt: now,
    };
    const folder = join(this.#folder, one.id);
    let log: EventLog | undefined;
    try {
      await mkdir(folder, { mode: 0o700 });
      await unpackApp(body.file, this.#source(one), entrypoint);
      log = await EventLog.create(this.#logFile(one), clock);
      await log.event({ event: "deployment_state", deployment: deploymentRecord(one) });
      store.deployments.insert(one);
      const building: Building = { log, stop: new AbortController() };
      this.#building.set(one.id, building);
      building.done = this.#build(one, building, body.force === true);
    } catch (error) {
      // A file that nobody closes ends the service when its memory is collected.
      await log?.end();
      await rm(folder, { recursive: true, force: true });
      throw error;
    }
    return { ...one };
  }

  /** The deployment with an id. Throws 404. */
  require(projectId: string, id: string): StoredDeployment {
    const one = this.#options.store.deployments.byId(projectId, id);
    if (!one) throw notFound(`there is no deployment ${JSON.stringify(id)}`);
    return one;
  }

  list(projectId: string): StoredDeployment[] {
    return this.#options.store.deployments.list(projectId);
  }

  /** The one that serves a version of an app. Throws 404 with the versions there are. */
  serving(projectId: string, appName: string, version: string): StoredDeployment {
    const found = this.#options.store.deployments.running(projectId, appName, version);
    if (found) return found;
    const versions = this.list(projectId)
      .filter((one) => one.appName === appName && one.status === "running")
      .map((one) => one.version);
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
    } else if (one.status === "running") await this.#stopRunning(one, reason);
  }

  /** Keeps the files of a deployment until the returned function is called. */
  hold(one: StoredDeployment): () => void {
    this.#users.set(one.id, (this.#users.get(one.id) ?? 0) + 1);
    return () => {
      const left = (this.#users.get(one.id) ?? 1) - 1;
      if (left > 0) return void this.#users.set(one.id, left);
      this.#users.delete(one.id);
      const { status } = this.#options.store.deployments.byId(one.projectId, one.id) ?? { status: "stopped" };
      if (status !== "running") void this.#removeSource(one);
    };
  }

  /** The bundle of a deployment that runs. */
  bundle(one: StoredDeployment): string {
    return join(this.#folder, one.id, one.file ?? "");
  }

  /** The folder of its source: where its processes run. */
  source(one: StoredDeployment): string {
    return this.#source(one);
  }

  /** Its events from a moment on, as they are sent. */
  events(one: StoredDeployment, since: string | undefined, signal: AbortSignal): AsyncGenerator<Buffer> {
    const building = this.#building.get(one.id);
    return building ? building.log.follow(since, signal) : endedLog(this.#logFile(one), since, signal);
  }

  /** Ends what is being built. */
  async close(): Promise<void> {
    await Promise.all(
      [...this.#building.values()].map(async ({ stop, process, done }) => {
        stop.abort(new BuildStop("failed", "the service was stopped while it was deployed"));
        await process?.kill();
        await done;
      }),
    );
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
      const before = store.deployments.running(one.projectId, app.name, one.version);
      if (before && one.version !== USUAL_VERSION && !force) {
        one.appName = app.name;
        throw new Error(`version ${one.version} of the app ${app.name} is there already; force replaces it`);
      }
      if (before) await this.#stopRunning(before, `it was replaced by deployment ${one.id}`);
      this.#change(one, {
        appName: app.name,
        actions: [...app.actions],
        file: relative(join(this.#folder, one.id), app.file),
        versionId: newId(),
        status: "running",
      });
      const { deployment: _id, ...summary } = appVersionRecord(one);
      await log.event({ event: "app_version_summary", ...summary });
      await log.event({ event: "deployment_state", deployment: deploymentRecord(one) });
      await log.end();
    } catch (error) {
      const why = (stop.signal.aborted ? stop.signal.reason : error) as Error;
      const status = why instanceof BuildStop ? why.status : "failed";
      await this.#finish(one, log, { status, reason: why.message });
    } finally {
      timer?.cancel();
      leave?.();
      this.#building.delete(one.id);
      await this.#forget();
    }
  }

  #buildProcess(one: StoredDeployment, log: EventLog): Promise<AppProcess> {
    const { container, tempFolders, env } = this.#options;
    const root = this.#source(one);
    return AppProcess.start(one.id, {
      facts: container,
      tempFolders,
      runner: this.runner,
      cwd: root,
      env: appEnvironment(env, one),
      input: {
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

  async #stopRunning(one: StoredDeployment, reason: string): Promise<void> {
    const { log } = await EventLog.goOn(this.#logFile(one), this.#options.clock);
    await this.#finish(one, log, { status: "stopped", reason });
  }

  /** Writes down how it ended. Its source goes when no invocation uses it any more. */
  async #finish(
    one: StoredDeployment,
    log: EventLog,
    { status, reason }: { status: "failed" | "stopped"; reason: string },
  ): Promise<void> {
    try {
      this.#change(one, { status, statusReason: reason });
      await log.event({ event: "deployment_state", deployment: deploymentRecord(one) });
    } catch (error) {
      this.#options.log(`cannot record the end of deployment ${one.id}: ${(error as Error).message}`);
    } finally {
      await log.end();
    }
    if (!this.#users.has(one.id)) await this.#removeSource(one);
  }

  #change(one: StoredDeployment, change: Partial<StoredDeployment>): void {
    Object.assign(one, change, { updatedAt: this.#options.clock.now() });
    this.#options.store.deployments.update(one);
  }

  async #forget(): Promise<void> {
    for (const id of this.#options.store.deployments.forgetEnded()) {
      await rm(join(this.#folder, id), { recursive: true, force: true });
    }
  }

  async #removeSource(one: StoredDeployment): Promise<void> {
    await rm(this.#source(one), { recursive: true, force: true }).catch((error: Error) => {
      this.#options.log(`cannot remove the source of deployment ${one.id}: ${error.message}`);
    });
  }

  #source(one: StoredDeployment): string {
    return join(this.#folder, one.id, "source");
  }

  #logFile(one: StoredDeployment): string {
    return join(this.#folder, one.id, "events");
  }
}

function builtApp(end: AppProcessEnd): { file: string; name: string; actions: StoredDeployment["actions"] } {
  const { answer } = end;
  if (answer && "task" in answer && answer.task === "build" && end.lineError === undefined) {
    return { file: answer.file, name: answer.app.name, actions: [...answer.app.actions] };
  }
  throw new Error(processProblem(end, "before the app was loaded"));
}

/** A deployment as the API shows it: without the values of its variables. */
export function deploymentRecord(one: StoredDeployment): DeploymentRecord {
  return {
    id: one.id,
    status: one.status,
    created_at: new Date(one.createdAt).toISOString(),
    updated_at: new Date(one.updatedAt).toISOString(),
    region: one.region,
    entrypoint_rel_path: one.entrypoint,
    env_vars: hidden(one.env),
    ...(one.statusReason !== null && { status_reason: one.statusReason }),
    source_type: "file",
    source_checksum: one.sha256,
  };
}

/** What a deployment that runs serves. */
export function appVersionRecord(one: StoredDeployment): AppVersionRecord {
  return {
    id: one.versionId ?? one.id,
    app_name: one.appName ?? "",
    version: one.version,
    deployment: one.id,
    region: one.region,
    actions: one.actions,
    env_vars: hidden(one.env),
  };
}

function hidden(env: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.keys(env).map((name) => [name, ""]));
}
