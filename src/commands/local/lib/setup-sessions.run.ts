import type { BodyOf } from "../../../cli/declare/body.ts";
import type { InstallFailure, InstallPart, InstallStep } from "../../../service/machine/install.ts";
import type { localSetup } from "../setup.ts";

type SetupBody = BodyOf<typeof localSetup>;

/** Availability of a feature of sessions, and the reason if it is not available. */
export interface Availability {
  available: boolean;
  reason?: string;
}

/** Containers and private displays of sessions. */
export interface SessionsReport {
  container: Availability;
  screen: Availability;
}

export interface SetUpOptions {
  install: boolean;
  /** True when the lists of the package manager were just updated. */
  refreshed: boolean;
}

/**
 * Checks the programs for containers and private displays; with `install`, installs missing ones on Linux if that needs
 * no prompt. Sessions work without them, so their absence is a note and not a failure.
 */
export async function setUpSessions(body: SetupBody, { install, refreshed }: SetUpOptions): Promise<SessionsReport> {
  const first = await probe(body);
  const missing = [first.container, first.screen].filter(({ missing: packages }) => packages.length > 0);
  if (!install || missing.length === 0) return report(body, first);
  const failures = await installMissing(body, missing, refreshed);
  const { container, screen } = await probe(body);
  return report(body, {
    container: withFailure(container, failures.get(first.container)),
    screen: withFailure(screen, failures.get(first.screen)),
  });
}

/** Availability, and the packages that may be missing for it. */
interface Probe extends Availability, InstallPart {}

async function probe({ env, settings, signal }: SetupBody): Promise<{ container: Probe; screen: Probe }> {
  const [{ findContainer }, { findDisplay }, { prepareStateDir }] = await Promise.all([
    import("../../../service/machine/find-container.ts"),
    import("../../../service/machine/find-display.ts"),
    import("../../../service/machine/state-dir.ts"),
  ]);
  signal.throwIfAborted();
  const stateDir = settings.resolved.state_dir.value;
  await prepareStateDir(stateDir);
  const [container, display] = await Promise.all([findContainer(env, stateDir), findDisplay(env)]);
  const inContainer = { available: false, reason: "it needs the container", missing: [] };
  return { container, screen: display.available && !container.available ? inContainer : display };
}

/** Installs the packages of the parts. Returns the failures of parts. */
async function installMissing(
  { env, note, progress, signal }: SetupBody,
  parts: readonly Probe[],
  refreshed: boolean,
): Promise<Map<Probe, InstallFailure>> {
  const { install, installParts } = await import("../../../service/machine/install.ts");
  const step: InstallStep = (packages, isRefreshed) =>
    progress(`Installing ${packages.join(", ")}`, () =>
      install(packages, { env, log: note, signal, refreshed: isRefreshed }),
    );
  return installParts(parts, step, refreshed);
}

function withFailure(probed: Probe, failure: InstallFailure | undefined): Probe {
  return failure === undefined || probed.available ? probed : { ...probed, reason: failure.message };
}

function report({ note }: SetupBody, { container, screen }: { container: Probe; screen: Probe }): SessionsReport {
  if (!container.available) note(`note: processes of sessions run without a container: ${container.reason}`);
  if (!screen.available) note(`note: sessions have no real screen: ${screen.reason}`);
  return { container: withoutPackages(container), screen: withoutPackages(screen) };
}

function withoutPackages({ available, reason }: Probe): Availability {
  return { available, ...(reason !== undefined && { reason }) };
}
