import { type Plan, plans } from "../../contract/plans.ts";
import { Chaos } from "../chaos.ts";
import { background } from "../error-owner.ts";
import type { Foundation } from "../foundation.ts";
import { UploadDirectory } from "../http/upload-directory.ts";
import { type BrowserConfinement, probeBrowser } from "../processes/browser-probe.ts";
import { TempDirectories } from "../sessions/temp-directories.ts";
import type { Store } from "../store/store.ts";
import type { Prepared } from "./prepare.ts";
import { ServiceDemoSite } from "./service-demo-site.ts";
import type { ServiceRun } from "./service-run.ts";
import { requireScreen, type ServiceScreen, startScreen } from "./service-screen.ts";

const PLAN = "plan";

/**
 * Creates the objects that all resources share. Exit 1: no screen where one is required; exit 2: an invalid variable.
 */
export async function layFoundation(run: ServiceRun, prepared: Prepared): Promise<Foundation> {
  const { clock, cleanup, faults, idle, idleStopSeconds, log, options, warn } = run;
  const { auditLog, container, identity, store } = prepared;
  const { env, stateDir, version } = options;
  const { path, product, version: browserVersion } = prepared.browser;
  const tempDirectories = await TempDirectories.open(env);
  cleanup.defer(() => tempDirectories.close());
  const confinement = startConfinement(run, prepared, tempDirectories);
  const screen = await chooseScreen(run, store, confinement);
  const demoSite = new ServiceDemoSite(store, () => clock.now());
  cleanup.defer(() => demoSite.close());
  await demoSite.start(options.demoSite);
  return {
    version,
    stateDir,
    clock,
    faults,
    chaos: new Chaos(faults, warn),
    store,
    auditLog,
    // On the device of the sessions, so that a rename moves an upload.
    uploads: new UploadDirectory(tempDirectories.root),
    log,
    cdpSecret: identity.cdpSecret,
    listenerSecret: identity.listenerSecret,
    port: () => run.port,
    startedAt: clock.date(),
    browser: { path, product: `${product} ${browserVersion}`, sandboxed: process.getuid?.() !== 0 },
    container,
    confinement,
    screen: screen.facts,
    screenSetting: screen.setting,
    plan: startPlan(options.plan, store),
    demoSite,
    env,
    tempDirectories,
    idleStopSeconds,
    beginRequest: () => idle.request(),
    requestStop: () => background(run.stop("a stop was requested")),
  };
}

/** Tries the browser in a container. Not awaited here: the first session and the status request await the result. */
function startConfinement(
  { cleanup }: ServiceRun,
  { browser, container }: Prepared,
  tempDirectories: TempDirectories,
): Promise<BrowserConfinement> {
  const closing = new AbortController();
  const confinement = probeBrowser({
    facts: container,
    executable: browser.path,
    makeDir: () => tempDirectories.make(),
    signal: closing.signal,
  });
  cleanup.defer(async () => {
    closing.abort();
    await confinement;
  });
  return confinement;
}

async function chooseScreen(
  { cleanup, options }: ServiceRun,
  store: Store,
  confinement: Promise<BrowserConfinement>,
): Promise<ServiceScreen> {
  const screen = startScreen(options, store, confinement);
  // They are stored when they are known.
  cleanup.defer(() => screen.facts.then(() => {}));
  await requireScreen(screen, options.env);
  return screen;
}

/**
 * Plan of the service: the given one, which is stored for later runs; otherwise that of the previous run; otherwise the
 * default.
 */
function startPlan(given: Plan | undefined, store: Store): Plan {
  if (given !== undefined) store.setMeta(PLAN, given);
  const stored = store.meta(PLAN);
  return given ?? plans.find((plan) => plan === stored) ?? plans[0];
}
