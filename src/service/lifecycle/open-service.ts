import { processStart } from "../../core/process-start.ts";
import {
  removeLocalState,
  type WrittenState,
  writeLocalIdentity,
  writeLocalState,
} from "../../settings/local-state.ts";
import { buildApp } from "../app.ts";
import { background } from "../error-owner.ts";
import { cdpUpgrade } from "../handlers/cdp-upgrade.ts";
import { liveViewUpgrade } from "../handlers/live-view.ts";
import { attachUpgrades } from "../handlers/upgrades.ts";
import type { ServiceContext } from "../resources.ts";
import { listen } from "./listen.ts";
import type { RunIdentity } from "./prepare.ts";
import type { ServiceRun } from "./service-run.ts";

/**
 * Accepts requests, and writes the files by which clients find the service. Exit 1: the port is in use. Once it has
 * resolved, signals stop the service, and the service survives uncaught errors.
 */
export async function openService(
  run: ServiceRun,
  identity: RunIdentity,
  context: ServiceContext,
): Promise<WrittenState> {
  const { cleanup, errors, options } = run;
  const app = await buildApp(context);
  cleanup.defer(() => app.close());
  cleanup.defer(attachUpgrades(app.server, context, [cdpUpgrade(context), liveViewUpgrade(context)]));
  run.port = await listen(app, { requested: options.port, previous: identity.previousPort });
  const state = stateOf(run, identity, context);
  writeLocalIdentity(context.stateDir, { port: run.port, token: identity.token, cdp_secret: identity.cdpSecret });
  writeLocalState(context.stateDir, state);
  // First of all, so that clients do not find a service that is stopping.
  cleanup.defer(() => removeLocalState(context.stateDir, process.pid));
  cleanup.defer(listenToEnd(run));
  // Until here, an uncaught error ends the start.
  if (options.takeErrors) errors.survive(options.takeErrors);
  logStart(run, context, state);
  return state;
}

function stateOf({ port }: ServiceRun, { listenerSecret, token }: RunIdentity, context: ServiceContext): WrittenState {
  const { browser, demoSite, startedAt, stateDir, tempDirectories, version } = context;
  return {
    version,
    pid: process.pid,
    pid_start: processStart(process.pid),
    port,
    base_url: `http://127.0.0.1:${port}`,
    token,
    secret: listenerSecret,
    started_at: startedAt.toISOString(),
    state_dir: stateDir,
    temp_dir: tempDirectories.root,
    executable: browser.path,
    ...(demoSite.url !== undefined && { demo_site: demoSite.url }),
  };
}

/** Stops the service on SIGTERM, SIGINT and the caller's signal. Returns a function that removes the listeners. */
function listenToEnd(run: ServiceRun): () => void {
  const { signal, handleSignals = true } = run.options;
  const listeners = (handleSignals ? (["SIGTERM", "SIGINT"] as const) : []).map((name) => {
    const listener = (): void => background(() => run.stop(name));
    process.on(name, listener);
    return () => process.off(name, listener);
  });
  const onAbort = (): void => background(() => run.stop("it was interrupted"));
  signal?.addEventListener("abort", onAbort, { once: true });
  if (signal?.aborted) onAbort();
  return () => {
    for (const remove of listeners) remove();
    signal?.removeEventListener("abort", onAbort);
  };
}

function logStart({ log }: ServiceRun, context: ServiceContext, { base_url, pid, version }: WrittenState): void {
  const { browser, confinement, container, demoSite } = context;
  log.info(`browserctl ${version} listens on ${base_url}, pid ${pid}, browser ${browser.product}`);
  if (demoSite.url !== undefined) log.info(`the demo site is at ${demoSite.url}`);
  if (container.reason !== undefined) log.warn(`processes of sessions run without a container: ${container.reason}`);
  background(
    confinement.then(({ reason }) => {
      if (container.available && reason !== undefined)
        log.warn(`browsers of sessions run without a container: ${reason}`);
    }),
  );
}
