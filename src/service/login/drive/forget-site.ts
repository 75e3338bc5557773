import type { CdpSession } from "../../chromium/cdp.ts";

/** Stored state that `clearDataForOrigin` deletes besides the cookies. */
const STORAGE = "local_storage,indexeddb,service_workers,cache_storage";

/** Deletes the cookies that an address gets, and the stored state of its origin. */
export async function forgetSite(session: CdpSession, url: string): Promise<void> {
  const { origin } = new URL(url);
  const { cookies } = await session.send("Network.getCookies", { urls: [url] });
  await Promise.all([
    ...cookies.map(({ name, domain, path }) => session.send("Network.deleteCookies", { name, domain, path })),
    session.send("Storage.clearDataForOrigin", { origin, storageTypes: STORAGE }),
    session.send("DOMStorage.clear", { storageId: { securityOrigin: origin, isLocalStorage: false } }),
  ]);
}
