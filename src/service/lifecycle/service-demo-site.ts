import { type DemoSite, type DemoSiteOptions, demoSite } from "../../demo-site/demo-site.ts";
import type { DemoSiteSwitch } from "../foundation.ts";
import type { Store } from "../store/store.ts";
import { isPortTaken, onFreePort } from "./listen.ts";

const SETTING = "demo_site";
const PORT = "demo_site_port";

/**
 * Demo site of the service, which is turned on and off while the service runs; a restart keeps the last choice. It uses
 * the port of the previous time, or another one when that is in use, which loses nothing.
 */
export class ServiceDemoSite implements DemoSiteSwitch {
  readonly #store: Store;
  readonly #now: DemoSiteOptions["now"];
  #site: DemoSite | undefined;
  #turning: Promise<unknown> = Promise.resolve();
  #closed = false;

  constructor(store: Store, now: DemoSiteOptions["now"]) {
    this.#store = store;
    this.#now = now;
  }

  /** Starts the site when the options ask for it; without such an option, when the previous run had it. */
  async start(given: boolean | undefined): Promise<void> {
    if (given ?? this.#store.meta(SETTING) === "true") await this.turn(true);
    else if (given === false) this.#store.setMeta(SETTING, "false");
  }

  get url(): string | undefined {
    return this.#site?.url;
  }

  /** Turns the site on or off; calls run one after the other. */
  turn(on: boolean): Promise<void> {
    const turned = this.#turning.then(async () => {
      if (on && !this.#site && !this.#closed) {
        this.#site = await onPort(Number(this.#store.meta(PORT) ?? 0), this.#now);
        this.#store.setMeta(PORT, String(this.#site.port));
      }
      if (!on) await this.#end();
      this.#store.setMeta(SETTING, String(on));
    });
    this.#turning = turned.catch(() => {});
    return turned;
  }

  /** Ends the site with the service, and keeps the choice. */
  async close(): Promise<void> {
    this.#closed = true;
    await this.#turning;
    await this.#end();
  }

  async #end(): Promise<void> {
    const site = this.#site;
    this.#site = undefined;
    await site?.close();
  }
}

async function onPort(previous: number, now: DemoSiteOptions["now"]): Promise<DemoSite> {
  if (previous !== 0) {
    try {
      return await demoSite({ now, port: previous });
    } catch (error) {
      if (!isPortTaken(error)) throw error;
    }
  }
  return onFreePort((port) => demoSite({ now, port }));
}
