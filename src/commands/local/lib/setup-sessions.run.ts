import type { BodyOf } from "../../../cli/declare/body.ts";
import type { InstallOptions, Package } from "../../../service/packages/install.ts";
import type { localSetup } from "../setup.ts";

type SetupBody = BodyOf<typeof localSetup>;

/** Availability of something that sessions can have, and the reason where they cannot. */
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
 * Checks the programs of containers and private displays; with `install`, installs missing ones on Linux where that needs
 * no question. Sessions work without them: their absence is a note, not a failure.
 */
export async function setUpSessions(body: SetupBody, { install, refreshed }: SetUpOptions): Promise<SessionsReport> {
  const first = await probe(body);
  const missing = [first.container, first.screen].filter(({ packages }) => packages.length > 0);
  if (!install || missing.length === 0) return report(body, first);
  const failures = await installMissing(body, missing, refreshed);
  const { container, screen } = await probe(body);
  return report(body, {
    container: withFailure(container, failures.get(first.container)),
    screen: withFailure(screen, failures.get(first.screen)),
  });
}

/** Availability, and the packages that may be missing for it. */
interface Probe extends Availability {
  packages: readonly Package[];
}

async function probe({ env, settings, signal }: SetupBody): Promise<{ container: Probe; screen: Probe }> {
  const { findBubblewrap, probeContainer } = await import("../../../service/processes/container-probe.ts");
  const { findScreen } = await import("../../../service/screen/find-screen.ts");
  signal.throwIfAborted();
  const stateDir = settings.resolved.state_dir.value;
  const { prepareStateDir } = await import("../../../service/lifecycle/state-dir.ts");
  await prepareStateDir(stateDir);
  const [container, screen] = await Promise.all([
    probeContainer({ env, stateDir, log: () => {} }),
    findScreen({ env }),
  ]);
  const { available, reason } = container;
  const isMissing = process.platform === "linux" && findBubblewrap(env) === undefined;
  return {
    container: {
      available,
      ...(reason !== undefined && { reason }),
      packages: isMissing ? ["bubblewrap"] : [],
    },
    screen: screen.real
      ? { available, ...(!available && { reason: "it needs the container" }), packages: [] }
      : { available: false, reason: screen.reason, packages: screen.packages },
  };
}

/** Installs the packages with one call; each part by itself when that fails. Returns the reasons of parts that failed. */
async function installMissing(
  { env, note, progress, signal }: SetupBody,
  parts: readonly Probe[],
  refreshed: boolean,
): Promise<Map<Probe, string>> {
  const { InstallError, installPackages } = await import("../../../service/packages/install.ts");
  const options: InstallOptions = { env, log: note, signal, refreshed };
  const failures = new Map<Probe, string>();
  const failureOf = async (packages: readonly Package[]): Promise<string | undefined> => {
    try {
      await progress(`Installing ${packages.join(", ")}`, () => installPackages(packages, options));
      return undefined;
    } catch (error) {
      if (!(error instanceof InstallError)) throw error;
      return error.message;
    }
  };
  const failure = await failureOf(parts.flatMap(({ packages }) => packages));
  if (failure === undefined) return failures;
  options.refreshed = true;
  for (const part of parts) {
    const reason = parts.length === 1 ? failure : await failureOf(part.packages);
    if (reason !== undefined) failures.set(part, reason);
  }
  return failures;
}

function withFailure(probed: Probe, failure: string | undefined): Probe {
  return failure === undefined || probed.available ? probed : { ...probed, reason: failure };
}

function report({ note }: SetupBody, { container, screen }: { container: Probe; screen: Probe }): SessionsReport {
  if (!container.available) note(`note: processes of sessions run without a container: ${container.reason}`);
  if (!screen.available) note(`note: sessions have no real screen: ${screen.reason}`);
  return { container: withoutPackages(container), screen: withoutPackages(screen) };
}

function withoutPackages({ available, reason }: Probe): Availability {
  return { available, ...(reason !== undefined && { reason }) };
}
