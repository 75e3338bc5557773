import type { ProtocolEvent } from "./connection.ts";
import { readOptions, readText } from "./options.ts";
import type { Patience } from "./patience.ts";
import { isReal, type TargetInfo, type Targets } from "./targets.ts";

/** Time for a closed tab to be gone, in seconds. */
const CLOSED_SEC = 5;
/** Domains of the protocol that belong to the whole browser. */
const OF_BROWSER = /^(?:Target|Browser|SystemInfo|Storage)\./;

type Tab = Pick<TargetInfo, "targetId" | "title" | "url">;

/** Helpers for tabs, and for the debugging protocol itself (contract 2.28). */
export function targetHelpers(targets: Targets, patience: Patience) {
  const { connection } = targets;
  const currentTab = async (): Promise<Tab> => {
    const { targetId } = await targets.attached();
    const { title = "", url = "" } = (await targets.info(targetId)) ?? {};
    return { targetId, title, url };
  };
  return {
    async cdp(method: unknown, params: unknown = {}, sessionId?: unknown): Promise<unknown> {
      const name = readText("cdp", "the method", method);
      if (sessionId === null || (sessionId === undefined && OF_BROWSER.test(name)))
        return connection.send(name, params);
      const id = sessionId === undefined ? (await targets.attached()).id : readText("cdp", "sessionId", sessionId);
      return connection.send(name, params, id);
    },
    drainEvents: async (): Promise<ProtocolEvent[]> => connection.drain(),
    async waitForEvent(method: unknown, given?: unknown): Promise<ProtocolEvent | null> {
      const defaults = { sessionId: undefined as unknown, timeoutSec: 30, predicate: undefined as unknown };
      const options = readOptions("waitForEvent", given, defaults);
      const wanted = readText("waitForEvent", "the event", method);
      const { sessionId: named = targets.now?.id } = options;
      const sessionId = named === null || named === undefined ? named : readText("waitForEvent", "sessionId", named);
      if (sessionId === undefined) throw new Error("waitForEvent: no page is attached; call ensureRealTab() first");
      const { promise, reject, resolve } = Promise.withResolvers<ProtocolEvent>();
      const stop = connection.onEvent((event) => {
        if (event.method !== wanted || (event.sessionId ?? null) !== sessionId) return;
        try {
          if (typeof options.predicate !== "function" || options.predicate(event)) resolve(event);
        } catch (error) {
          reject(error as Error);
        }
      });
      const timer = setTimeout(() => resolve(undefined as never), patience.ms(options.timeoutSec));
      try {
        await connection.open();
        return (await promise) ?? null;
      } finally {
        clearTimeout(timer);
        stop();
      }
    },
    async listTabs(includeChrome: unknown = true): Promise<Tab[]> {
      const pages = await targets.list("page");
      const shown = includeChrome === false ? pages.filter(isReal) : pages;
      return shown.map(({ targetId, title, url }) => ({ targetId, title, url }));
    },
    currentTab,
    async switchTab(target: unknown): Promise<string> {
      return (await targets.attach(await targetIdOf("switchTab", target))).id;
    },
    async newTab(url?: unknown): Promise<string> {
      const now = targets.now && (await targets.info(targets.now.targetId));
      const isBlank = now !== undefined && /^(?:about:blank|chrome:\/\/(?:newtab|new-tab-page)\/?)$/.test(now.url);
      const session = isBlank ? await targets.attached() : await targets.attach(await targets.create("about:blank"));
      if (url !== undefined) await session.send("Page.navigate", { url: readText("newTab", "the address", url) });
      return session.targetId;
    },
    async closeTab(target?: unknown): Promise<void> {
      const targetId =
        target === undefined ? (await targets.attached()).targetId : await targetIdOf("closeTab", target);
      await connection.send("Target.closeTarget", { targetId });
      await patience.until(CLOSED_SEC, async () => {
        if (!(await targets.info(targetId))) return true;
        // A tab that has just begun to load may lose the first request.
        await connection.send("Target.closeTarget", { targetId }).catch(() => {});
        return undefined;
      });
    },
    async ensureRealTab(): Promise<Tab | null> {
      if (targets.now && isReal(await currentTab())) return currentTab();
      const real = (await targets.list("page")).find(isReal);
      if (!real) return null;
      await targets.attach(real.targetId);
      return { targetId: real.targetId, title: real.title, url: real.url };
    },
    async iframeTarget(part: unknown): Promise<unknown> {
      const wanted = readText("iframeTarget", "the part of the address", part);
      const found = (await targets.list("iframe")).find(({ url }) => url.includes(wanted));
      return found ? { targetId: found.targetId, url: found.url, title: found.title, type: found.type } : null;
    },
  };
}

async function targetIdOf(helper: string, target: unknown): Promise<string> {
  if (typeof target === "string" && target !== "") return target;
  const { targetId } = (target ?? {}) as { readonly targetId?: unknown };
  if (typeof targetId === "string") return targetId;
  throw new TypeError(`${helper}: the target must be a target id, or an object with a targetId`);
}
