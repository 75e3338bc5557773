import type { BodyOf } from "../../cli/body.ts";
import type { localSetup } from "./setup.ts";

type SetupBody = BodyOf<typeof localSetup>;

/** Availability of the container that processes of sessions run in, and the reason where there is none. */
export interface ContainerReport {
  available: boolean;
  reason?: string;
}

/**
 * Checks that bubblewrap is installed and works; with `install`, installs it on Linux where that needs no question.
 * Processes run without a container too: its absence is a note, not a failure.
 */
export async function setUpContainer(body: SetupBody, { install }: { install: boolean }): Promise<ContainerReport> {
  const { env, note, progress, signal } = body;
  const first = await probe(body);
  if (first.available || first.installed || !install) return report(body, first);
  const { InstallError, installPackage } = await import("../../service/chromium/install.ts");
  try {
    await progress("Installing bubblewrap", () => installPackage("bubblewrap", { env, log: note, signal }));
  } catch (error) {
    if (!(error instanceof InstallError)) throw error;
    return report(body, { ...first, reason: error.message });
  }
  return report(body, await probe(body));
}

interface Probe extends ContainerReport {
  /** True where the program exists, working or not. */
  installed: boolean;
}

async function probe({ env, settings, signal }: SetupBody): Promise<Probe> {
  const { findBubblewrap, probeContainer } = await import("../../service/processes/container-probe.ts");
  signal.throwIfAborted();
  const { available, reason } = await probeContainer({
    env,
    stateDir: settings.resolved.state_dir.value,
    log: () => {},
  });
  return { available, installed: findBubblewrap(env) !== undefined, ...(reason !== undefined && { reason }) };
}

function report({ note }: SetupBody, { available, reason }: ContainerReport): ContainerReport {
  if (!available) note(`note: processes of sessions run without a container: ${reason}`);
  return { available, ...(reason !== undefined && { reason }) };
}
