import { writeFile } from "node:fs/promises";
import { resolve } from "node:path";
import type { Box } from "../page-agent/box.ts";
import { evaluateApart } from "../page-agent/evaluate.ts";
import { accessibleTree } from "../page-agent/read/accessible.ts";
import { wait } from "../page-agent/waiting.ts";
import type { Attached } from "./attached.ts";
import { type Elements, WORLD } from "./elements.ts";
import { evaluateInPage } from "./evaluate.ts";
import { readNumber, readOptions, readText } from "./options.ts";
import type { Patience } from "./patience.ts";
import type { Targets } from "./targets.ts";

/** States of a node that a snapshot has. */
const STATES = ["checked", "pressed", "selected", "expanded", "disabled"] as const;

const INFO = `({
  url: location.href, title: document.title,
  viewport: { width: innerWidth, height: innerHeight },
  scroll: { x: scrollX, y: scrollY },
  page: { width: document.documentElement.scrollWidth, height: document.documentElement.scrollHeight },
  ready_state: document.readyState, dialog: null,
})`;

const VIEW = "({ x: scrollX, y: scrollY, width: innerWidth, height: innerHeight })";

/** Helpers that look at the attached page and move it (contract 2.28). */
export function pageHelpers(targets: Targets, elements: Elements, patience: Patience) {
  return {
    async gotoUrl(url: unknown): Promise<unknown> {
      const session = await targets.attached();
      return session.send("Page.navigate", { url: readText("gotoUrl", "the address", url) });
    },
    async pageInfo(): Promise<unknown> {
      const session = await targets.attached();
      const info = session.dialog() ? undefined : await evaluateApart(apart(session), INFO).catch(() => undefined);
      if (info !== undefined) return info;
      const { title = "", url = "" } = (await targets.info(session.targetId)) ?? {};
      return { url, title, dialog: session.dialog() ?? null };
    },
    async accessibilitySnapshot(): Promise<unknown> {
      const { frame, frameId } = await elements.page();
      const [tree, info] = await Promise.all([accessibleTree(frame, [frameId]), targets.info(frame.targetId)]);
      const nodes = [...tree].flatMap(([backendNodeId, { isIgnored, name, properties, role, value }]) => {
        if (isIgnored) return [];
        const states = STATES.flatMap((state) => {
          const now = stateOf(properties.get(state));
          return now === undefined ? [] : [[state, now] as const];
        });
        const text = name.replace(/\s+/g, " ").trim();
        return [
          { backendNodeId, role, name: text, ...(value !== undefined && { value }), ...Object.fromEntries(states) },
        ];
      });
      return { url: info?.url ?? "", title: info?.title ?? "", nodes };
    },
    async captureScreenshot(
      path: unknown = "/tmp/shot.png",
      fullPage: unknown = false,
      maxDim?: unknown,
    ): Promise<string> {
      const file = resolve(readText("captureScreenshot", "the path", path));
      if (maxDim !== undefined && (!Number.isInteger(maxDim) || Number(maxDim) < 1)) {
        throw new RangeError("captureScreenshot: maxDim must be a whole number of pixels from 1");
      }
      const { session } = await elements.page();
      const { cssContentSize } = await session.send("Page.getLayoutMetrics");
      // With its scroll bars, which the layout does not count.
      const clip = fullPage ? cssContentSize : ((await evaluateApart(apart(session), VIEW)) as Box);
      const longest = Math.max(clip.width, clip.height);
      const scale = maxDim === undefined ? 1 : Math.min(1, Number(maxDim) / longest);
      const { data } = await session.send("Page.captureScreenshot", {
        format: "png",
        captureBeyondViewport: fullPage === true,
        clip: { ...clip, scale },
      });
      await writeFile(file, Buffer.from(data, "base64"));
      return file;
    },
    async js(code: unknown, given?: unknown): Promise<unknown> {
      const options = readOptions("js", given, { arg: undefined as unknown, targetId: "" });
      const session = options.targetId === "" ? await targets.attached() : await targets.session(options.targetId);
      return evaluateInPage(session, code, options.arg);
    },
    async waitMs(milliseconds: unknown = 1_000): Promise<void> {
      await wait(patience.ms(readNumber("waitMs", "the time", milliseconds) / 1_000));
    },
    async waitForLoad(timeoutSec: unknown = 15): Promise<boolean> {
      const loaded = await patience.until(readNumber("waitForLoad", "timeoutSec", timeoutSec), async () => {
        const session = await targets.attached();
        const state = await evaluateApart(apart(session), "document.readyState").catch(() => undefined);
        return state === "complete" || undefined;
      });
      return loaded ?? false;
    },
    async waitForNetworkIdle(idleSec: unknown = 0.5, timeoutSec: unknown = 30): Promise<boolean> {
      const session = await targets.attached();
      const idleMs = readNumber("waitForNetworkIdle", "idleSec", idleSec) * 1_000;
      let since = performance.now();
      const stop = targets.connection.onEvent(({ method, sessionId }) => {
        if (sessionId === session.id && method.startsWith("Network.")) since = performance.now();
      });
      try {
        const idle = await patience.until(readNumber("waitForNetworkIdle", "timeoutSec", timeoutSec), async () => {
          if (session.requests() > 0) return undefined;
          return performance.now() - since >= idleMs || undefined;
        });
        return idle ?? false;
      } finally {
        stop();
      }
    },
    async httpGet(url: unknown, headers: unknown = {}, timeoutSec: unknown = 20): Promise<string> {
      const ms = patience.ms(readNumber("httpGet", "timeoutSec", timeoutSec));
      const signal = AbortSignal.timeout(Math.ceil(ms));
      const answer = await fetch(readText("httpGet", "the address", url), {
        headers: headers as Record<string, string>,
        signal,
      });
      const text = await answer.text();
      if (answer.ok) return text;
      throw new Error(`httpGet: ${answer.status} ${answer.statusText}: ${text.slice(0, 200)}`);
    },
  };
}

/** Page whose isolated world is that of the helpers. */
function apart(session: Attached): { readonly session: Attached; readonly worldName: string } {
  return { session, worldName: WORLD };
}

/** State of a node: true, false or "mixed". */
function stateOf(value: unknown): boolean | "mixed" | undefined {
  if (value === "true" || value === true) return true;
  if (value === "false" || value === false) return false;
  return value === "mixed" ? "mixed" : undefined;
}
