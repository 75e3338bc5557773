import type { ProfileCookie } from "../../profiles/format.ts";
import type { LegacyProfile } from "../../profiles/legacy.ts";
import type { CdpParams, CdpSession } from "../chromium/cdp.ts";
import type { Chromium } from "../chromium/launch.ts";

type CookieParams = CdpParams<"Storage.setCookies">[0]["cookies"];

/** Session cookies of the browser, which have no expiry and are lost when it closes. */
export async function sessionCookies({ connection }: Chromium): Promise<ProfileCookie[]> {
  const { cookies } = await connection.send("Storage.getCookies");
  return cookies
    .filter((cookie) => cookie.session)
    .map(({ name, value, domain, path, secure, httpOnly, sameSite, priority, sourceScheme, sourcePort, ...more }) => ({
      name,
      value,
      // A `domain` would make the cookie valid for subdomains too.
      ...(domain.startsWith(".") ? { domain } : { url: `${secure ? "https" : "http"}://${domain}${path}` }),
      path,
      secure,
      httpOnly,
      ...(sameSite && { sameSite }),
      priority,
      sourceScheme,
      sourcePort,
      ...(more.partitionKey && { partitionKey: more.partitionKey }),
    }));
}

/** Sets cookies in the browser. A rejected cookie does not prevent the others. */
export async function setCookies({ connection }: Chromium, cookies: readonly ProfileCookie[]): Promise<void> {
  if (cookies.length === 0) return;
  const params = cookies as unknown as CookieParams;
  const answer = await connection.request("Storage.setCookies", { cookies: params }, undefined);
  if (!answer.error) return;
  for (const cookie of params) await connection.request("Storage.setCookies", { cookies: [cookie] }, undefined);
}

/** Sets the localStorage of origins, with intercepted pages that never reach the network. */
export async function setLocalStorage({ connection }: Chromium, origins: LegacyProfile["origins"]): Promise<void> {
  const stored = origins.filter(({ localStorage }) => localStorage.length > 0);
  if (stored.length === 0) return;
  const { targetId } = await connection.send("Target.createTarget", { url: "about:blank", background: true });
  const { sessionId } = await connection.send("Target.attachToTarget", { targetId, flatten: true });
  const page = connection.session(sessionId);
  try {
    await page.send("Page.enable");
    await page.send("Fetch.enable", { patterns: [{ urlPattern: "*" }] });
    const stop = page.on("Fetch.requestPaused", ({ requestId }) => {
      page
        .send("Fetch.fulfillRequest", {
          requestId,
          responseCode: 200,
          responseHeaders: [{ name: "Content-Type", value: "text/html" }],
          body: "",
        })
        .catch(() => {});
    });
    for (const { origin, localStorage } of stored) await fill(page, origin, localStorage);
    stop();
  } finally {
    await connection.send("Target.closeTarget", { targetId }).catch(() => {});
  }
}

async function fill(
  page: CdpSession,
  origin: string,
  pairs: readonly { name: string; value: string }[],
): Promise<void> {
  const { promise: loaded, resolve } = Promise.withResolvers<void>();
  const stop = page.on("Page.loadEventFired", () => resolve());
  await page.send("Page.navigate", { url: `${origin}/` });
  await loaded;
  stop();
  const { result } = await page.send("Runtime.evaluate", { expression: "globalThis" });
  await page.send("Runtime.callFunctionOn", {
    ...(result.objectId !== undefined && { objectId: result.objectId }),
    functionDeclaration: "function (pairs) { for (const { name, value } of pairs) localStorage.setItem(name, value); }",
    arguments: [{ value: pairs }],
  });
}
