import { availableParallelism } from "node:os";
import { CliError } from "../../core/errors.ts";
import { processStart } from "../../core/process-start.ts";
import {
  newSecret,
  readLocalIdentity,
  readLocalState,
  removeLocalState,
  type WrittenState,
  writeLocalIdentity,
  writeLocalState,
} from "../../settings/local-state.ts";
import { buildApp } from "../app.ts";
import { Chaos } from "../chaos.ts";
import { BrowserVersions } from "../chromium/browser-version.ts";
import { Clock } from "../clock.ts";
import { background, failOwner } from "../error-owner.ts";
import { Faults } from "../faults.ts";
import type { Foundation } from "../foundation.ts";
import { cdpUpgrade } from "../handlers/cdp-upgrade.ts";
import { liveViewUpgrade } from "../handlers/live-view-upgrade.ts";
import { attachUpgrades } from "../handlers/upgrades.ts";
import { UploadDirectory } from "../http/upload-directory.ts";
import { sessionSource } from "../live-view/live-source.ts";
import { createLog, type Log } from "../log.ts";
import { prepareStateDir, requireDiskSpace } from "../machine/state-dir.ts";
import { probeBrowser } from "../processes/browser-probe.ts";
import { probeContainer } from "../processes/container-probe.ts";
import { Resources } from "../resource.ts";
import { resources, tables } from "../resources.ts";
import type { ServiceContext } from "../service-context.ts";
import { removeTempRoot, TempDirectories } from "../sessions/temp-directories.ts";
import { Store } from "../store/store.ts";
import { clearLeftovers } from "./clear-leftovers.ts";
import { IdleStop } from "./idle-stop.ts";
import { acquireInstanceLock } from "./instance-lock.ts";
import { listen } from "./listen.ts";
import { requireBrowser } from "./require-browser.ts";
import { type RunningService, type ServeOptions, START_CHANNEL, type StartMessage } from "./serve-options.ts";
import { ServiceDemoSite } from "./service-demo-site.ts";
import { startPlan } from "./service-plan.ts";
import { requireScreen, startScreen } from "./service-screen.ts";
import { startError } from "./start-error.ts";

export type { RunningService, ServeOptions } from "./serve-options.ts";

/** Time to drain the last responses at a stop. */
const LAST_ANSWERS_MS = 2_000;
const DEFAULT_IDLE_STOP_SECONDS = 1_800;

/**
 * Runs the local service in this process and resolves when it accepts requests. Reports over the IPC channel to
 * `startDetached`. Exit 1: another service runs on the directory, no browser, no screen where one is required, the port is
 * in use; exit 2: a bad variable; exit 10: the state
 * directory cannot be used. Nothing is left after an error.
 */
export async function serve(options: ServeOptions): Promise<RunningService> {
  try {
    const service = await start(options);
    await reportToStarter(options, { type: "ready", state: service.state });
    return service;
  } catch (error) {
    const failure = startError(error, options.stateDir);
    const { exit, code, message } = failure;
    const { hint } = failure.options;
    await reportToStarter(options, { type: "failed", exit, code, message, ...(hint !== undefined && { hint }) });
    throw failure;
  }
}

async function start(options: ServeOptions): Promise<RunningService> {
  const { stateDir, version } = options;
  const clock = options.clock ?? new Clock();
  const faults = options.faults ?? new Faults();
  const log = createLog(options.log ?? { write: () => {} }, clock);
  // Drivers and stores report problems only.
  const warn = (line: string): void => log.warn(line);
  options.signal?.throwIfAborted();
  const cleanup = new AsyncDisposableStack();
  let releaseErrors = logCrashes(log);
  cleanup.defer(() => releaseErrors());
  try {
    await prepareStateDir(stateDir);
    const releaseLock = await acquireInstanceLock(stateDir);
    if (!releaseLock) throw alreadyRunning(stateDir);
    cleanup.defer(releaseLock);
    // A killed service left its state file and the temporary files of its browsers.
    const killed = readLocalState(stateDir);
    await removeTempRoot(killed?.temp_dir);
    removeLocalState(stateDir);
    await clearLeftovers(stateDir, warn);
    await requireDiskSpace(stateDir);
    const finding = Promise.all([requireBrowser(options), probeContainer({ env: options.env, stateDir, log: warn })]);
    finding.catch(() => {});
    const store = new Store({ stateDir, clock, faults, log: warn, tables });
    cleanup.defer(() => store.close());
    let port = 0;
    const identity = readLocalIdentity(stateDir);
    // After a crash any program may have had the port, and with it requests of clients that know the token by heart.
    const kept = killed === undefined ? identity : undefined;
    const token = kept?.token ?? newSecret();
    const cdpSecret = kept?.cdp_secret ?? newSecret();
    const secret = newSecret();
    const [found, container] = await finding;
    const sandboxed = process.getuid?.() !== 0;
    const browser = { path: found.path, product: `${found.product} ${found.version}`, sandboxed };
    const versions = new BrowserVersions();
    await versions.correct(found.path, { ...found, major: Number.parseInt(found.version, 10) });
    const tempDirectories = await TempDirectories.open(options.env);
    cleanup.defer(() => tempDirectories.close());
    const closing = new AbortController();
    const makeDir = (): Promise<string> => tempDirectories.make();
    // Not awaited here: the first session and the status request await the result.
    const confinement = probeBrowser({ facts: container, executable: found.path, makeDir, signal: closing.signal });
    cleanup.defer(async () => {
      closing.abort();
      await confinement;
    });
    const screen = startScreen(options, store, confinement);
    // They are stored when they are known.
    cleanup.defer(() => screen.facts.then(() => {}));
    await requireScreen(screen, options.env);
    const idleStopSeconds = options.idleStopSeconds ?? DEFAULT_IDLE_STOP_SECONDS;
    const demoSite = new ServiceDemoSite(store, () => clock.now());
    cleanup.defer(() => demoSite.close());
    await demoSite.start(options.demoSite);
    const foundation: Foundation = {
      version,
      stateDir,
      clock,
      faults,
      chaos: new Chaos(faults, warn),
      store,
      // On the device of the sessions, so that an upload is moved by a rename.
      uploads: new UploadDirectory(tempDirectories.root),
      log,
      cdpSecret,
      listenerSecret: secret,
      port: () => port,
      startedAt: clock.date(),
      browser,
      container,
      confinement,
      screen: screen.facts,
      screenSetting: screen.setting,
      plan: startPlan(options.plan, store),
      demoSite,
      env: options.env,
      tempDirectories,
      idleStopSeconds,
      beginRequest: () => idle.request(),
      requestStop: () => background(stop("a stop was requested")),
    };
    const running = Resources.start(resources, {
      ...foundation,
      warn,
      executable: browser.path,
      versions,
      projectsEnabled: options.projectsEnabled,
      availableMemory: options.availableMemory ?? (() => process.availableMemory()),
      parallelStarts: Math.max(4, 2 * availableParallelism()),
      liveSource: options.liveSource ?? sessionSource,
      viewerHeartbeatMs: options.viewerHeartbeatMs,
    });
    const context: ServiceContext = { ...foundation, ...running.services };
    context.apiKeys.setStartUp(token, killed && identity?.token);
    await Promise.all([context.uploads.prepare(), running.prepare()]);
    const stopped = Promise.withResolvers<string>();
    let stopping: string | undefined;
    const stop = (reason: string): Promise<string> => {
      if (stopping !== undefined) return stopped.promise;
      stopping = reason;
      log.info(`the service stops: ${reason}`);
      running
        .close("the service was stopped")
        // Running requests, and the request to stop, still get their responses.
        .then(() => idle.quiet(LAST_ANSWERS_MS))
        .then(() => cleanup.disposeAsync())
        .then(() => stopped.resolve(reason), stopped.reject);
      return stopped.promise;
    };
    const idle = new IdleStop({
      clock,
      afterMs: idleStopSeconds * 1_000,
      busy: () => running.busy,
      stop: () => background(stop(`it was not used for ${idleStopSeconds} s`)),
    });
    cleanup.defer(() => idle.cancel());
    if (options.chaos) context.chaos.set(options.chaos);
    const app = await buildApp(context);
    cleanup.defer(() => app.close());
    cleanup.defer(attachUpgrades(app.server, context, [cdpUpgrade(context), liveViewUpgrade(context)]));
    port = await listen(app, { requested: options.port, previous: identity?.port });
    const state: WrittenState = {
      version,
      pid: process.pid,
      pid_start: processStart(process.pid),
      port,
      base_url: `http://127.0.0.1:${port}`,
      token,
      secret,
      started_at: context.startedAt.toISOString(),
      state_dir: stateDir,
      temp_dir: tempDirectories.root,
      executable: browser.path,
      ...(demoSite.url !== undefined && { demo_site: demoSite.url }),
    };
    writeLocalIdentity(stateDir, { port, token, cdp_secret: cdpSecret });
    writeLocalState(stateDir, state);
    // First of all, so that clients do not find a service that is stopping.
    cleanup.defer(() => removeLocalState(stateDir, process.pid));
    cleanup.defer(listenToEnd(options, stop));
    if (options.takeErrors) {
      // Until here an error that nothing catches ends the start.
      releaseErrors();
      releaseErrors = options.takeErrors(surviveErrors(log));
    }
    log.info(`browserctl ${version} listens on ${state.base_url}, pid ${process.pid}, browser ${browser.product}`);
    if (demoSite.url !== undefined) log.info(`the demo site is at ${demoSite.url}`);
    if (container.reason !== undefined) log.warn(`processes of sessions run without a container: ${container.reason}`);
    background(
      confinement.then(({ reason }) => {
        if (container.available && reason !== undefined)
          log.warn(`browsers of sessions run without a container: ${reason}`);
      }),
    );
    return { state, stopped: stopped.promise, stop };
  } catch (error) {
    await cleanup.disposeAsync();
    throw error;
  }
}

/** Stops the service on SIGTERM, SIGINT and the caller's signal. Returns a function that removes the listeners. */
function listenToEnd({ signal, handleSignals = true }: ServeOptions, stop: (reason: string) => unknown): () => void {
  const listeners = (handleSignals ? (["SIGTERM", "SIGINT"] as const) : []).map((name) => {
    const listener = (): void => background(() => stop(name));
    process.on(name, listener);
    return () => process.off(name, listener);
  });
  const onAbort = (): void => background(() => stop("it was interrupted"));
  signal?.addEventListener("abort", onAbort, { once: true });
  if (signal?.aborted) onAbort();
  return () => {
    for (const remove of listeners) remove();
    signal?.removeEventListener("abort", onAbort);
  };
}

function alreadyRunning(stateDir: string): CliError {
  return new CliError("failed", `a local service already runs over "${stateDir}"`, {
    code: "already_running",
    hint: "browserctl local status",
  });
}

/** Logs uncaught exceptions; Node prints them to stderr as well. Returns a function that removes the listener. */
function logCrashes(log: Log): () => void {
  const onCrash = (err: Error, origin: string): void => log.fatal({ err }, `the service crashes: ${origin}`);
  process.on("uncaughtExceptionMonitor", onCrash);
  return () => process.off("uncaughtExceptionMonitor", onCrash);
}

/**
 * Takes errors that nothing caught: each ends the session, connection or job that it belongs to. One that belongs to none
 * is logged, and nothing ends.
 */
function surviveErrors(log: Log): (error: unknown) => void {
  return (error) => {
    if (!failOwner(error))
      log.error({ err: error }, "an error that nothing caught: it belongs to no session, none ends");
  };
}

/** Sends a message to `startDetached`, if it waits, and closes the channel; ignores the channel of any other parent. */
async function reportToStarter({ env }: ServeOptions, message: StartMessage): Promise<void> {
  if (env[START_CHANNEL] !== "1") return;
  if (!process.connected) return;
  await new Promise<void>((resolve) => {
    // Ignored when the parent has ended.
    process.send?.(message, undefined, undefined, () => resolve());
  });
  process.disconnect?.();
}
