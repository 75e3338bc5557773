import { isDeepStrictEqual } from "node:util";
import type { Chromium } from "../chromium/launch.ts";
import { background } from "../error-owner.ts";
import type { PrivateNetwork } from "../processes/private-network.ts";
import { knowsSocketOwners } from "../processes/socket-owner.ts";
import type { HookContext, LaunchHook } from "../sessions/launch-hook.ts";
import { ResourceError } from "../store/resource-error.ts";
import type { ChosenNetwork } from "./network-settings.ts";
import type { StoredProxy } from "./proxy-table.ts";
import { Relay } from "./relay.ts";
import { type EgressParts, egressParts, SessionEgress } from "./session-egress.ts";
import { readAuthorities, trustAuthorities } from "./trusted-authorities.ts";

/** Port of the relay in a network that only the browser is in, where nothing else listens. */
const INSIDE_PORT = 3128;

/**
 * Ways of one session to the network: its proxy, or none, and the hosts of its `network`. Where it has one of these, all
 * traffic of its browser goes through a {@link Relay}. A session keeps the settings of proxies from the time of the
 * choice.
 *
 * A session with a choice of hosts has a browser in a network of its own, in which there is nothing but the relay.
 */
export class SessionProxy implements LaunchHook {
  readonly network: PrivateNetwork | undefined;
  readonly #log: (line: string) => void;
  #proxy: StoredProxy | undefined;
  #chosen: ChosenNetwork | undefined;
  #parts: EgressParts;
  #relay: Relay | undefined;
  #distrust: (() => void) | undefined;

  /** Throws a {@link ResourceError} `unsupported` for a proxy that cannot be used here. */
  constructor(proxy: StoredProxy | undefined, log: (line: string) => void, chosen?: ChosenNetwork) {
    for (const each of [proxy, ...(chosen?.routes ?? []).map((route) => route.proxy)]) checkSupport(each);
    this.#proxy = proxy;
    this.#chosen = chosen;
    this.#parts = egressParts(proxy, chosen);
    this.#log = log;
    const isFiltered = chosen?.allowed !== undefined || chosen?.privates !== undefined;
    this.network = isFiltered ? { port: INSIDE_PORT, serve: (server) => this.#inside.serve(server) } : undefined;
  }

  /** Network that was chosen, as it is now. */
  get chosen(): ChosenNetwork | undefined {
    return this.#chosen;
  }

  /**
   * Chooses another proxy, or none. Takes effect at once when only the server differs: connections through the old one
   * are cut. Returns false when the browser has to restart. Throws as the constructor does.
   */
  change(proxy: StoredProxy | undefined): boolean {
    checkSupport(proxy);
    const before = this.#proxy;
    if (proxy === before) return true;
    this.#proxy = proxy;
    const { proxy: way } = egressParts(proxy, undefined);
    this.#parts = { ...this.#parts, proxy: way };
    if (!this.#relay) return false;
    if (!this.#chosen) {
      if (!proxy || !before) return false;
      if (!isDeepStrictEqual(proxy.bypassHosts ?? [], before.bypassHosts ?? [])) return false;
    }
    if ((proxy?.caBundle ?? null) !== (before?.caBundle ?? null)) return false;
    this.#relay.use(this.#egress());
    return true;
  }

  /** Changes the hosts that the browser may reach. Takes effect at once: connections to others are cut. */
  changeHosts(chosen: ChosenNetwork | undefined): void {
    this.#chosen = chosen;
    this.#relay?.use(this.#egress());
  }

  async starting({ userDataDir }: HookContext): Promise<readonly string[]> {
    const proxy = this.#proxy;
    this.#distrust?.();
    this.#distrust = undefined;
    if (!proxy && !this.#chosen && !this.network) {
      await this.#close();
      return [];
    }
    const bundles = [proxy, ...this.#parts.routes.map(({ way }) => way.proxy)].flatMap((each) => each?.caBundle ?? []);
    if (bundles.length > 0) {
      this.#distrust = await trustAuthorities(userDataDir, [...new Set(bundles)].flatMap(readAuthorities));
    }
    if (this.network) {
      this.#relay ??= new Relay(this.#egress(), this.#log);
      this.#relay.use(this.#egress());
      return proxyFlags(this.network.port, []);
    }
    if (this.#relay) this.#relay.use(this.#egress());
    this.#relay ??= await Relay.open(this.#egress(), this.#log);
    this.#relay.expectBrowser();
    // With routes the relay decides which hosts go through no proxy.
    return proxyFlags(this.#relay.port, this.#chosen ? [] : (proxy?.bypassHosts ?? []));
  }

  async started(_session: HookContext, chromium: Chromium): Promise<void> {
    this.#relay?.admit(chromium.pid);
    chromium.connection.curl.proxy = this.#relay;
  }

  /** Removes the authorities before a profile is saved. */
  async closed(): Promise<void> {
    this.#distrust?.();
  }

  released(): void {
    background(this.#close());
  }

  /** Relay of the network of its own, which exists once the browser starts. */
  get #inside(): Relay {
    if (!this.#relay) throw new Error("the browser starts without its relay");
    return this.#relay;
  }

  #egress(): SessionEgress {
    return new SessionEgress(this.#parts, { allowed: this.#chosen?.allowed, privates: this.#chosen?.privates });
  }

  async #close(): Promise<void> {
    const relay = this.#relay;
    this.#relay = undefined;
    await relay?.close();
  }
}

/** assumed: a relay that cannot identify its clients would lend a stored password to every program of the machine. */
function checkSupport(proxy: StoredProxy | undefined): void {
  if (knowsSocketOwners || !proxy || (proxy.username === null && proxy.password === null)) return;
  throw new ResourceError("unsupported", "the local service uses a proxy with user or password on Linux only", {
    problems: [{ path: "proxy", message: "has a user or a password" }],
  });
}

/**
 * Flags for a browser that sends all traffic through a relay, even traffic to this machine. Nothing bypasses it: names
 * are not resolved except those of hosts to bypass, and WebRTC uses no UDP.
 */
export function proxyFlags(port: number, bypassHosts: readonly string[]): string[] {
  const resolved = ["127.0.0.1", ...bypassHosts].map((host) => `EXCLUDE ${host}`);
  return [
    `--proxy-server=http://127.0.0.1:${port}`,
    `--proxy-bypass-list=${["<-loopback>", ...bypassHosts].join(";")}`,
    `--host-resolver-rules=${["MAP * ~NOTFOUND", ...resolved].join(" , ")}`,
    "--webrtc-ip-handling-policy=disable_non_proxied_udp",
  ];
}
