import { type DemoSite, type DemoSiteOptions, demoSite } from "../../demo-site/demo-site.ts";
import type { Store } from "../store/store.ts";
import { isPortTaken, onFreePort } from "./listen.ts";
import type { ServeOptions } from "./serve-options.ts";

const SETTING = "demo_site";
const PORT = "demo_site_port";

/**
 * Starts the demo site where the options ask for it, or where the previous run had it and they say nothing. Undefined
 * without one. Its port is that of the previous run, or another one when that is in use: nothing is lost with it.
 */
export async function startDemoSite(
  given: ServeOptions["demoSite"],
  store: Store,
  now: DemoSiteOptions["now"],
): Promise<DemoSite | undefined> {
  if (given !== undefined) store.setMeta(SETTING, String(given));
  if (!(given ?? store.meta(SETTING) === "true")) return undefined;
  const site = await onPort(Number(store.meta(PORT) ?? 0), now);
  store.setMeta(PORT, String(site.port));
  return site;
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
