import { once } from "node:events";
import {
  type Browser,
  type BrowserContextOptions,
  type CDPSession,
  type Page,
  chromium as playwright,
} from "playwright-core";
import { expect, onTestFinished } from "vitest";
import { WebSocket } from "ws";
import { CHROMIUM } from "../browser/chromium.ts";
import type { TestService } from "../service/service.ts";
import { until } from "../until.ts";

/** A browser of a person who watches. */
export function startViewerBrowser(): Promise<Browser> {
  return playwright.launch({ executablePath: CHROMIUM, args: process.getuid?.() === 0 ? ["--no-sandbox"] : [] });
}

/** An unused link to the live view of a session. */
export async function linkOf(service: Pick<TestService, "api">, id: string, readOnly = false): Promise<string> {
  const answer = await service.api("POST", `/_local/browsers/${id}/live_view`, { json: { read_only: readOnly } });
  expect(answer.status, answer.text).toBe(200);
  return answer.body.url;
}

/** Opens the WebSocket of a live view as its page does, and ends it with the test. */
export async function openViewer(
  service: Pick<TestService, "api" | "baseUrl">,
  id: string,
  readOnly = false,
): Promise<WebSocket> {
  const opened = await fetch(await linkOf(service, id, readOnly));
  const cookie = opened.headers.getSetCookie()[0]?.split(";")[0] ?? "";
  const address = `${service.baseUrl.replace("http", "ws")}/browsers/${id}/live/socket`;
  const viewer = new WebSocket(address, { headers: { cookie, origin: service.baseUrl } });
  onTestFinished(() => viewer.terminate());
  await once(viewer, "open");
  return viewer;
}

/** Views that no test uses, by their browser: the renderer of each costs a second of CPU time. */
const free = new WeakMap<Browser, Page[]>();

/** Opens a link in a context of the test's own; one with options is closed when the test has finished. */
export async function openLink(browser: Browser, url: string, options?: BrowserContextOptions): Promise<Page> {
  if (options) {
    const view = await openLasting(browser, url, options);
    onTestFinished(() => view.context().close());
    return view;
  }
  const views = free.get(browser) ?? [];
  free.set(browser, views);
  const used = views.pop();
  await used?.goto(url);
  const view = used ?? (await openLasting(browser, url));
  onTestFinished(async () => {
    if (view.isClosed() || !browser.isConnected()) return;
    await view.setViewportSize({ width: 1280, height: 720 });
    await view.goto("about:blank");
    await view.context().clearCookies();
    views.push(view);
  });
  return view;
}

/** Opens a link in a context of its own, for several tests; it lasts as long as the browser. */
export async function openLasting(browser: Browser, url: string, options: BrowserContextOptions = {}): Promise<Page> {
  const view = await browser.newPage({ permissions: ["clipboard-read", "clipboard-write"], ...options });
  await view.goto(url);
  return view;
}

/** Waits until the view says something. */
export function says(view: Page, wanted: RegExp): Promise<string> {
  return until(
    async () => (await view.textContent("#status")) ?? "",
    (text) => wanted.test(text),
    { what: `the view to say ${wanted}` },
  );
}

/** Place in the view where a point of the display is drawn. */
export async function placeOf(view: Page, x: number, y: number): Promise<{ x: number; y: number }> {
  const canvas = view.locator("#screen canvas");
  // The view scales its first picture a moment after it is connected.
  const box = await until(async () => {
    const [drawn, screen] = await Promise.all([canvas.boundingBox(), view.locator("#screen").boundingBox()]);
    const rest = [(screen?.width ?? 0) - (drawn?.width ?? 0), (screen?.height ?? 0) - (drawn?.height ?? 0)];
    return Math.abs(Math.min(...rest)) <= 1 ? drawn : null;
  });
  const [width, height] = await Promise.all(
    ["width", "height"].map(async (name) => Number(await canvas.getAttribute(name))),
  );
  return { x: box.x + (x * box.width) / (width ?? 1), y: box.y + (y * box.height) / (height ?? 1) };
}

export async function clickAt(view: Page, x: number, y: number): Promise<void> {
  const place = await placeOf(view, x, y);
  await view.mouse.click(place.x, place.y);
}

/** Makes a text the clipboard of the viewer's machine. */
export async function copyThere(view: Page, text: string): Promise<void> {
  await view.evaluate(`navigator.clipboard.writeText(${JSON.stringify(text)})`);
}

interface Place {
  x: number;
  y: number;
}

/** Taps on a page. Its two events are sent at once: on a loaded machine a pause in between would make it a long press. */
export function tapper(cdp: CDPSession): (place: Place) => Promise<void> {
  const touch = (type: "touchStart" | "touchEnd", touchPoints: Place[]): Promise<unknown> =>
    cdp.send("Input.dispatchTouchEvent", { type, touchPoints });
  return async ({ x, y }) => void (await Promise.all([touch("touchStart", [{ x, y }]), touch("touchEnd", [])]));
}

/** A live view on a phone of 390x700, operated by fingers. */
export interface PhoneView {
  readonly view: Page;
  /** Place and size of the picture in the page. */
  canvas(): Promise<Place & { width: number; height: number }>;
  tap(place: Place): Promise<void>;
  /** Moves two fingers on a line through the picture from two places to two others, by their distance from its left. */
  pinch(from: readonly [number, number], to: readonly [number, number]): Promise<void>;
}

/** Opens a link on a phone; ends with the test. */
export async function phoneView(browser: Browser, url: string): Promise<PhoneView> {
  const options = { viewport: { width: 390, height: 700 }, hasTouch: true, isMobile: true, deviceScaleFactor: 2 };
  const view = await openLink(browser, url, options);
  const cdp = await view.context().newCDPSession(view);
  let count = 0;
  /** Sets the fingers on the screen; none releases all. */
  const touch = async (fingers: readonly Place[]): Promise<void> => {
    const type = fingers.length === 0 ? "touchEnd" : fingers.length > count ? "touchStart" : "touchMove";
    count = fingers.length;
    await cdp.send("Input.dispatchTouchEvent", { type, touchPoints: fingers.map((each, id) => ({ ...each, id })) });
  };
  return {
    view,
    tap: tapper(cdp),
    canvas: async () => {
      const box = await view.locator("#screen canvas").boundingBox();
      expect(box).not.toBeNull();
      return box as Place & { width: number; height: number };
    },
    pinch: async (from, to) => {
      const box = await view.locator("#screen").boundingBox();
      const y = (box?.y ?? 0) + (box?.height ?? 0) / 2;
      const [first, second] = from;
      const sent = [touch([{ x: first, y }]), touch([first, second].map((x, index) => ({ x, y: y + index })))];
      for (let step = 1; step <= 5; step += 1) {
        const at = from.map((start, index) => start + ((Number(to[index]) - start) * step) / 5);
        sent.push(touch(at.map((x, index) => ({ x, y: y + index }))));
      }
      await Promise.all([...sent, touch([])]);
    },
  };
}
