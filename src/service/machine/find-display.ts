import { join } from "node:path";
import type { Package } from "../packages/install-plan.ts";
import { findScreen } from "../screen/find-screen.ts";

/** Private display of a session, as far as this machine has the programs of one. */
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
 * @param directory receives what the programs write while they are asked for their version; the user's directories when
 *   omitted. openbox writes a log into the directory of caches.
 */
export async function findDisplay(env: NodeJS.ProcessEnv, directory?: string): Promise<MachineDisplay> {
  const own = directory === undefined ? {} : { HOME: directory, XDG_CACHE_HOME: join(directory, "cache") };
  const facts = await findScreen({ env: { ...env, ...own } });
  return facts.real
    ? { available: true, missing: [] }
    : { available: false, reason: facts.reason, missing: facts.packages };
}
