import { availableParallelism } from "node:os";
import { BrowserVersions } from "../chromium/browser-version.ts";
import type { Foundation } from "../foundation.ts";
import { sessionSource } from "../live-view/live-source.ts";
import { Resources } from "../resource.ts";
import { resources, type ServiceContext } from "../resources.ts";
import type { Prepared } from "./prepare.ts";
import type { ServiceRun } from "./service-run.ts";

/** Time to drain the last responses at a stop. */
const LAST_ANSWERS_MS = 2_000;

/** Starts the resources on their foundation, and the idle stop over them; a stop of the run ends them first. */
export async function startResources(
  run: ServiceRun,
  { browser, identity }: Prepared,
  foundation: Foundation,
): Promise<ServiceContext> {
  const { cleanup, idle, options, warn } = run;
  const versions = new BrowserVersions();
  await versions.correct(browser.path, { ...browser, major: Number.parseInt(browser.version, 10) });
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
  context.apiKeys.setStartUp(identity.token, identity.exposedToken);
  await Promise.all([context.uploads.prepare(), running.prepare()]);
  running.begin();
  run.drainWith(async () => {
    await running.close("the service was stopped");
    // Running requests, and the request to stop, still get their responses.
    await idle.quiet(LAST_ANSWERS_MS);
  });
  idle.start(() => running.busy);
  cleanup.defer(() => idle.cancel());
  if (options.chaos) context.chaos.set(options.chaos);
  return context;
}
