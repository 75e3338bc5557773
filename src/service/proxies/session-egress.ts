import type { lookup } from "node:dns";
import { isLocalName } from "./addresses.ts";
import { type Carrier, type Egress, EgressDenied } from "./carrier.ts";
import { Direct } from "./direct.ts";
import type { HostPattern } from "./host-pattern.ts";
import type { ChosenNetwork } from "./network-settings.ts";
import type { StoredProxy } from "./proxy-table.ts";
import { Upstream } from "./upstream.ts";

/** Proxy with the hosts that do not go through it. */
interface Way {
  readonly proxy: StoredProxy;
  readonly upstream: Upstream;
}

/** Ways that stay the same while the choice of hosts changes, so that open connections go on. */
export interface EgressParts {
  readonly proxy: Way | undefined;
  readonly routes: readonly { readonly hosts: readonly HostPattern[]; readonly way: Way }[];
  readonly everywhere: Direct;
  readonly publicOnly: Direct;
}

/** Ways of a session: its proxy, those of its routes, and none. */
export function egressParts(
  proxy: StoredProxy | undefined,
  network: ChosenNetwork | undefined,
  resolver?: typeof lookup,
): EgressParts {
  const way = (each: StoredProxy): Way => ({ proxy: each, upstream: new Upstream(each) });
  const by = resolver && { lookup: resolver };
  return {
    proxy: proxy && way(proxy),
    routes: (network?.routes ?? []).map((route) => ({ hosts: route.hosts, way: way(route.proxy) })),
    everywhere: new Direct({ publicOnly: false, ...by }),
    publicOnly: new Direct({ publicOnly: true, ...by }),
  };
}

/**
 * Decides for each connection of a session's browser whether it is made, and which way (contract 2.2): private hosts
 * directly, other hosts only where they are allowed, through the proxy of their route or the session's, or directly.
 *
 * assumed: a session with `allowed_hosts` or `private_hosts` reaches an address of this machine or its network only by a
 * private host, or by an allowed name that stands for this machine by itself, such as `localhost`. A name of the
 * internet that resolves to such an address is refused, because its owner could point it at this machine at any time.
 */
export class SessionEgress implements Egress {
  readonly #parts: EgressParts;
  readonly #network: Pick<ChosenNetwork, "allowed" | "privates">;

  constructor(parts: EgressParts, network: Pick<ChosenNetwork, "allowed" | "privates">) {
    this.#parts = parts;
    this.#network = network;
  }

  carrierTo(host: string, port: number): Carrier {
    const { everywhere, proxy, publicOnly } = this.#parts;
    const { allowed, privates } = this.#network;
    const isNamed = (patterns: readonly HostPattern[]): boolean => patterns.some((each) => each.matches(host, port));
    if (privates && isNamed(privates)) return everywhere;
    if (allowed && !isNamed(allowed)) throw new EgressDenied(host, "it is not among network.allowed_hosts");
    const way = this.#routeOf(host, port) ?? proxy;
    if (way && !isBypassed(way.proxy, host)) return way.upstream;
    if (!allowed && !privates) return everywhere;
    return allowed && isLocalName(host) ? everywhere : publicOnly;
  }

  /** Route of a host: an exact name before a wildcard, and a longer suffix before a shorter one. */
  #routeOf(host: string, port: number): Way | undefined {
    const matching = this.#parts.routes.flatMap(({ hosts, way }) =>
      hosts.filter((each) => each.matches(host, port)).map((pattern) => ({ pattern, way })),
    );
    const weight = ({ kind, host: named }: HostPattern): number => named.length + (kind === "name" ? 1_000 : 0);
    return matching.sort((one, other) => weight(other.pattern) - weight(one.pattern))[0]?.way;
  }
}

/** True for a host that does not go through a proxy (contract 2.10), as Chromium reads its `bypass_hosts`. */
function isBypassed({ bypassHosts }: StoredProxy, host: string): boolean {
  return (bypassHosts ?? []).some((entry) => {
    const pattern = entry.toLowerCase();
    return pattern.startsWith("*.") ? host.endsWith(pattern.slice(1)) : host === pattern;
  });
}
