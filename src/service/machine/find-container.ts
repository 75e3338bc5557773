import { readFileSync } from "node:fs";
import { mkdtemp } from "node:fs/promises";
import { join } from "node:path";
import type { Package } from "../packages/install-plan.ts";
import { type BrowserConfinement, probeBrowser } from "../processes/browser-probe.ts";
import { type ContainerFacts, findBubblewrap, probeContainer } from "../processes/container-probe.ts";

/** Container of sessions, with what is missing for it on this machine. */
export interface MachineContainer {
  readonly available: boolean;
  /** Reason why it is not available. */
  readonly reason?: string;
  /** Path of bubblewrap, working or not. */
  readonly bubblewrap: string | undefined;
  /** True when programs need a profile of AppArmor to create one. */
  readonly restricted: boolean;
  /** True when playwright-core is installed. */
  readonly playwright: boolean;
  /** Packages that are missing for it. */
  readonly missing: readonly Package[];
  /**
   * Starts a browser in a separate container; undefined when there is no container. Its files are in `directory`, which
   * the caller removes.
   */
  tryBrowser(executable: string, directory: string, signal: AbortSignal): Promise<BrowserConfinement | undefined>;
}

/** Checks whether this machine has what the containers of sessions need. The check's files are in the state directory. */
export async function findContainer(env: NodeJS.ProcessEnv, stateDir: string): Promise<MachineContainer> {
  const facts = await probeContainer({ env, stateDir, log: () => {} });
  const { available, playwright, reason } = facts;
  const bubblewrap = findBubblewrap(env);
  return {
    available,
    ...(reason !== undefined && { reason }),
    bubblewrap,
    restricted: restrictsUserNamespaces(),
    playwright: playwright !== undefined,
    missing: process.platform === "linux" && bubblewrap === undefined ? ["bubblewrap"] : [],
    tryBrowser: (executable, directory, signal) => tryBrowser(facts, { executable, directory, signal }),
  };
}

interface Trial {
  readonly executable: string;
  readonly directory: string;
  readonly signal: AbortSignal;
}

async function tryBrowser(
  facts: ContainerFacts,
  { executable, directory, signal }: Trial,
): Promise<BrowserConfinement | undefined> {
  if (!facts.available) return undefined;
  return probeBrowser({ facts, executable, makeDir: () => mkdtemp(join(directory, "probe-")), signal });
}

/** Set to 1 by Ubuntu 23.10 and later: only programs with a profile may make user namespaces. */
const SETTING = "/proc/sys/kernel/apparmor_restrict_unprivileged_userns";

/** True when AppArmor lets only programs with a profile create user namespaces, which sandboxes and containers need. */
export function restrictsUserNamespaces(): boolean {
  try {
    return readFileSync(SETTING, "utf8").trim() === "1";
  } catch {
    return false;
  }
}
