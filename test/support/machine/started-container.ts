import { onTestFinished } from "vitest";
import type { Container } from "../../../src/service/processes/container.ts";
import { probeContainer } from "../../../src/service/processes/container-probe.ts";
import { SessionPaths } from "../../../src/service/processes/session-paths.ts";
import { prepareSessionRoot } from "../../../src/service/processes/session-root.ts";
import { temporaryDirectory } from "../browser/chromium.ts";
import { ensureDebianPackage } from "../screen/debian-package.ts";
import { processesOf } from "../service/service.ts";
import { until } from "../until.ts";

export interface StartedContainer {
  /** Directory of its session. */
  readonly dir: string;
  readonly paths: SessionPaths;
  readonly container: Container;
}

/**
 * A running container of a session without a browser. Nothing of it runs any more when the test has finished.
 *
 * @param wrap makes the program that stands in for bubblewrap, by the path of bubblewrap
 */
export async function startedContainer(wrap = (bwrap: string): string => bwrap): Promise<StartedContainer> {
  await ensureDebianPackage("bubblewrap", "bwrap");
  const dir = await temporaryDirectory();
  const facts = await probeContainer({ env: process.env, stateDir: dir, log: () => {} });
  const paths = new SessionPaths({ ...facts, bwrap: wrap(facts.bwrap ?? "") }, await prepareSessionRoot(dir), () => {});
  const container = paths.container as Container;
  onTestFinished(async () => {
    await container.close();
    await until(async () => (await processesOf(dir)).length === 0, { what: "the end of all processes" });
  });
  await container.namespaces();
  return { dir, paths, container };
}
