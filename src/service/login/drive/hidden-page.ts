import { pause } from "../../../core/pause.ts";
import type { BrowserConnection } from "../../chromium/browser-connection.ts";
import { CdpClosedError, type CdpSession } from "../../chromium/cdp.ts";
import type { WatchedPage } from "../../chromium/page-watch.ts";
import type { ReadFrame } from "../page/frames.ts";
import type { PageFacts } from "../page/page-facts.ts";
import { ignoreReplaced, isReplaced } from "../page/page-session.ts";
import { type ReadFacts, readPage } from "../page/read-page.ts";
import { DrivenPage, heldByDialog } from "./driven-page.ts";
import { openAddress } from "./open-address.ts";
import { PageRequests } from "./page-requests.ts";
import type { SendGuard } from "./send-guard.ts";
import { SETTLE_BOUND_MS, Stillness } from "./stillness.ts";

/** True for a page that shows all that it will show. */
export type IsKnown = (facts: ReadFacts) => boolean;

/** Address to read, and whose cookies and storage the page has. */
export interface HiddenVisit {
  readonly url: string;
  readonly as: "browser" | "anonymous";
  readonly isKnown?: IsKnown;
}

/** Size of the page in CSS pixels; a hidden page has none of its own. */
const SIZE = { width: 1_280, height: 800, deviceScaleFactor: 1, mobile: false } as const;
/**
 * Chromium draws no frames for a hidden page: a script that waits for one would wait for ever, and a form that fades in
 * would stay transparent. An animation without an end stops in the middle of a round.
 */
const FRAMES = `{
  globalThis.requestAnimationFrame = (draw) => setTimeout(() => draw(performance.now()), 16);
  const finish = (animation) => {
    try {
      animation.finish();
    } catch {
      const { delay, duration } = animation.effect.getComputedTiming();
      if (typeof duration === "number") animation.currentTime = delay + duration / 2;
    }
  };
  setInterval(() => document.getAnimations().forEach(finish), 50);
}`;

/** Hidden page that shows nothing yet. */
interface EmptyPage {
  readonly page: DrivenPage;
  readonly requests: PageRequests;
  /** Closes the page, and deletes the state of its website. */
  close(): Promise<void>;
}

/** Hidden pages of a login. */
export class HiddenPages {
  readonly #connection: BrowserConnection;
  readonly #guard: SendGuard;
  #prepared: Promise<EmptyPage> | undefined;
  #isClosed = false;

  constructor(connection: BrowserConnection, guard: SendGuard) {
    this.#connection = connection;
    this.#guard = guard;
  }

  /** Opens the page of somebody who is not logged in ahead of the next visit. */
  prepare(): void {
    if (this.#isClosed || this.#prepared) return;
    this.#prepared = this.#anonymous();
    this.#prepared.catch(() => {});
  }

  /**
   * Reads an address in a hidden page, with the cookies and the storage of the browser or, as somebody who is not logged
   * in, with none. Dialogs are accepted. Rejects like {@link openAddress}, and with the signal's reason.
   */
  async read({ url, as, isKnown }: HiddenVisit, signal: AbortSignal): Promise<PageFacts> {
    const { page, requests, close } = await (as === "browser" ? this.#own() : this.#takeAnonymous());
    try {
      await openAddress(page, url, signal);
      return await settled(page, requests, stillnessOf(requests, isKnown), signal);
    } finally {
      await close();
    }
  }

  /** Closes a page that was prepared in vain. */
  close(): void {
    this.#isClosed = true;
    this.#prepared?.then((prepared) => prepared.close()).catch(() => {});
    this.#prepared = undefined;
  }

  #own(): Promise<EmptyPage> {
    return emptyPage(this.#connection, this.#guard, undefined);
  }

  #takeAnonymous(): Promise<EmptyPage> {
    const prepared = this.#prepared;
    this.#prepared = undefined;
    return prepared ? prepared.catch(() => this.#anonymous()) : this.#anonymous();
  }

  async #anonymous(): Promise<EmptyPage> {
    const connection = this.#connection;
    const { browserContextId } = await connection.send("Target.createBrowserContext", { disposeOnDetach: true });
    const dispose = async (): Promise<void> => {
      await connection.send("Target.disposeBrowserContext", { browserContextId }).catch(ignoreClosed);
    };
    try {
      const empty = await emptyPage(connection, this.#guard, browserContextId);
      return { ...empty, close: () => empty.close().finally(dispose) };
    } catch (error) {
      await dispose();
      throw error;
    }
  }
}

/** @param context browser context of the page; undefined for that of the browser */
async function emptyPage(
  connection: BrowserConnection,
  guard: SendGuard,
  context: string | undefined,
): Promise<EmptyPage> {
  const stops: (() => void)[] = [];
  const { targetId } = await connection.hiddenTabs.create(context);
  const close = async (): Promise<void> => {
    for (const stop of stops) stop();
    await connection.send("Target.closeTarget", { targetId }).catch(ignoreClosed);
  };
  try {
    const { sessionId } = await connection.send("Target.attachToTarget", { targetId, flatten: true });
    const session = connection.session(sessionId);
    const watched: WatchedPage = {
      targetId,
      session,
      url: "",
      crashed: false,
      dialog: undefined,
      shownOrder: 0,
      openOrder: 0,
    };
    stops.push(...followState(session, watched));
    await Promise.all([
      session.send("Page.enable"),
      session.send("Inspector.enable"),
      session.send("Emulation.setDeviceMetricsOverride", SIZE),
      session.send("Page.addScriptToEvaluateOnNewDocument", { source: FRAMES }),
    ]);
    const requests = new PageRequests(guard);
    const page = await DrivenPage.take(connection, watched, { requests });
    stops.push(() => page.leave());
    return { page, requests, close };
  } catch (error) {
    await close();
    throw error;
  }
}

/** Keeps the state of a page that the watch of the browser's pages does not see. */
function followState(session: CdpSession, watched: WatchedPage): (() => void)[] {
  return [
    session.on("Page.javascriptDialogOpening", ({ type, message, defaultPrompt = "" }) => {
      watched.dialog = { type, message, defaultPrompt };
    }),
    session.on("Page.javascriptDialogClosed", () => {
      watched.dialog = undefined;
    }),
    session.on("Page.frameNavigated", ({ frame }) => {
      if (frame.parentId === undefined) watched.url = frame.url;
    }),
    session.on("Inspector.targetCrashed", () => {
      watched.crashed = true;
    }),
  ];
}

async function settled(
  page: DrivenPage,
  requests: PageRequests,
  stillness: Stillness,
  signal: AbortSignal,
): Promise<PageFacts> {
  const end = performance.now() + SETTLE_BOUND_MS;
  for (;;) {
    const frames = await page.read(signal).catch(ignoreReplaced);
    const isLate = performance.now() > end;
    if (frames === heldByDialog) await page.answerDialog(true);
    else if (frames) {
      const isSettled = stillness.isSettled(frames, false);
      if (isSettled || isLate) return settledFacts(frames, requests, { popup: false, settled: isSettled });
    } else stillness.unread();
    if (isLate) return settledFacts([], requests, { popup: false, settled: false });
    await pause(stillness.pauseMs, signal);
  }
}

function ignoreClosed(error: unknown): void {
  if (!(error instanceof CdpClosedError) && !isReplaced(error)) throw error;
}

/** Decides when a page has settled. */
export function stillnessOf(requests: PageRequests, isKnown?: IsKnown): Stillness {
  return new Stillness(requests, {
    isStarting: (frames) => {
      const { controls, form } = readPage(frames).facts;
      return controls === 0 && !form;
    },
    isKnown: isKnown && ((frames) => isKnown(readPage(frames).facts)),
  });
}

/** Facts of a page that is not read any further, with the status of its document. */
export function settledFacts(
  frames: readonly ReadFrame[],
  requests: PageRequests,
  { popup, settled }: Pick<PageFacts, "popup" | "settled">,
): PageFacts {
  const [main] = frames;
  const status = main && requests.documentStatus(main.frameId);
  return { ...readPage(frames).facts, ...(status !== undefined && { status }), popup, settled };
}
