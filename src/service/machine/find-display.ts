import { join } from "node:path";
import type { Package } from "../packages/install-plan.ts";
import { findScreen } from "../screen/find-screen.ts";

/** Private display of a session, with what is missing for it on this machine. */
export interface MachineDisplay {
  readonly available: boolean;
  /** Reason why it is not available. */
  readonly reason?: string;
  /** Packages that are missing for it. */
  readonly missing: readonly Package[];
}

/**
 * Looks for the programs of a private display.
 *
 * @param directory receives the files that the programs write when their version is queried; the user's directories
 * when omitted. openbox writes a log into the directory of caches.
 */
export async function findDisplay(env: NodeJS.ProcessEnv, directory?: string): Promise<MachineDisplay> {
  const own = directory === undefined ? {} : { HOME: directory, XDG_CACHE_HOME: join(directory, "cache") };
  const facts = await findScreen({ env: { ...env, ...own } });
  return facts.real
    ? { available: true, missing: [] }
    : { available: false, reason: facts.reason, missing: facts.packages };
}
