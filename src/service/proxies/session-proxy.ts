import { isDeepStrictEqual } from "node:util";
import type { Chromium } from "../chromium/launch.ts";
import { background } from "../error-owner.ts";
import { knowsSocketOwners } from "../processes/socket-owner.ts";
import type { HookContext, LaunchHook } from "../sessions/launch-hook.ts";
import { ResourceError } from "../store/resource-error.ts";
import { readAuthorities } from "./authorities.ts";
import type { StoredProxy } from "./proxy-table.ts";
import { Relay } from "./relay.ts";
import { trustAuthorities } from "./trusted-authorities.ts";
import { Upstream } from "./upstream.ts";

/**
 * Proxy of one session, or none. All traffic of its browser goes through a {@link Relay} to the proxy. A session keeps
 * the proxy's settings from the time of the choice.
 */
export class SessionProxy implements LaunchHook {
  readonly #log: (line: string) => void;
  #proxy: StoredProxy | undefined;
  #relay: Relay | undefined;
  #distrust: (() => void) | undefined;

  /** Throws a {@link ResourceError} `unsupported` for a proxy that cannot be used here. */
  constructor(proxy: StoredProxy | undefined, log: (line: string) => void) {
    checkSupport(proxy);
    this.#proxy = proxy;
    this.#log = log;
  }

  /**
   * Chooses another proxy, or none. Takes effect at once when only the server differs: connections through the old one
   * are cut. Returns false when the browser has to restart. Throws as the constructor does.
   */
  change(proxy: StoredProxy | undefined): boolean {
    checkSupport(proxy);
    const before = this.#proxy;
    this.#proxy = proxy;
    if (!proxy || !before) return proxy === before;
    if (!this.#relay || proxy.caBundle !== before.caBundle) return false;
    if (!isDeepStrictEqual(proxy.bypassHosts ?? [], before.bypassHosts ?? [])) return false;
    this.#relay.use(new Upstream(proxy));
    return true;
  }

  async starting({ userDataDir }: HookContext): Promise<readonly string[]> {
    const proxy = this.#proxy;
    this.#distrust?.();
    this.#distrust = undefined;
    if (!proxy) {
      await this.#close();
      return [];
    }
    if (proxy.caBundle !== null) {
      this.#distrust = await trustAuthorities(userDataDir, readAuthorities(proxy.caBundle));
    }
    const upstream = new Upstream(proxy);
    if (this.#relay) this.#relay.use(upstream);
    this.#relay ??= await Relay.open(upstream, this.#log);
    this.#relay.expectBrowser();
    return proxyFlags(this.#relay.port, proxy.bypassHosts ?? []);
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
