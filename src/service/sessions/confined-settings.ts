import type { BrowserConfinement } from "../processes/browser-probe.ts";
import type { ContainerFacts } from "../processes/container-probe.ts";
import { ResourceError } from "../store/resource-error.ts";

/** Container support of this machine. */
export interface ConfinementFacts {
  readonly container: ContainerFacts;
  /** Result of checking whether browsers run in containers too. */
  readonly confinement: Promise<BrowserConfinement>;
}

/** Settings that only a browser in a container can hold. */
export interface ConfinedSettings {
  /** Network of its own. */
  readonly network: boolean;
  /** Enterprise policies. */
  readonly policy: boolean;
}

/**
 * Throws a {@link ResourceError} `unsupported` for settings that this machine cannot hold.
 *
 * assumed: without a network of its own hosts are not limited at all, because an extension or a client of the debugging
 * protocol could lead the browser around the relay; without a container a browser reads the policies of this machine,
 * which are for its administrator to write.
 */
export async function checkConfined(
  { container, confinement }: ConfinementFacts,
  { network, policy }: ConfinedSettings,
): Promise<void> {
  if (!network && !policy) return;
  const { confined } = await confinement;
  if (network && !(confined && container.enterPrograms)) {
    throw unheld("network", "the local service cannot limit the hosts of a browser on this machine");
  }
  if (policy && !confined) {
    throw unheld("chrome_policy", "the local service cannot give policies to a browser on this machine");
  }
}

function unheld(path: string, message: string): ResourceError {
  const why = "needs a browser in a container, which this machine does not run; `browserctl local status` says why";
  return new ResourceError("unsupported", message, { problems: [{ path, message: why }] });
}
