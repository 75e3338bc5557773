import type { ReadFrame } from "../page/frames.ts";
import type { PageRequests } from "./page-requests.ts";

/** Time without a change and without a request after which a page counts as settled, in milliseconds. */
const QUIET_MS = 250;
/** The same for a page that is known: it shows what a page of this login showed when it had settled. */
const KNOWN_QUIET_MS = 60;
/**
 * Time without a change after which a loaded page counts as settled whatever requests it makes, in milliseconds: pages
 * poll their server. Also the time that a page which offers nothing has to draw more.
 */
const STILL_MS = 1_500;
/** Maximum pause between two readings, in milliseconds. */
const READ_EVERY_MS = 75;
/** Maximum time until a page is read as it is, in milliseconds. */
export const SETTLE_BOUND_MS = 10_000;

type OfFrames = (frames: readonly ReadFrame[]) => boolean;

/** Facts about the content of a page, which are asked for only when they decide. */
export interface PageContent {
  /** True for a page that offers nothing to press or to fill in: it is still starting, or on its way to another one. */
  readonly isStarting: OfFrames;
  /** True for a page that needs less time. */
  readonly isKnown?: OfFrames | undefined;
}

/** Decides from successive readings of a page when it has settled. */
export class Stillness {
  readonly #requests: PageRequests;
  readonly #content: PageContent;
  #seen = "";
  #changedAt = performance.now();
  #busyAt = performance.now();

  constructor(requests: PageRequests, content: PageContent) {
    this.#requests = requests;
    this.#content = content;
  }

  /** Pause until the next reading, in milliseconds: the one that may be the last comes as early as it can. */
  get pauseMs(): number {
    const left = QUIET_MS - (performance.now() - Math.max(this.#changedAt, this.#busyAt));
    return left > 0 ? Math.min(READ_EVERY_MS, Math.ceil(left)) : READ_EVERY_MS;
  }

  /** True for a page that neither loads nor changes. `waits` is true for a page that is known to be unfinished. */
  isSettled(frames: readonly ReadFrame[], waits: boolean): boolean {
    const now = performance.now();
    for (const { frameId, session } of frames) this.#requests.moved(frameId, session);
    const isLoading = waits || frames.some(({ raw }) => raw.loading) || this.#requests.loadsDocument;
    const state = frames.map((frame) => `${frame.frameId} ${frame.state}`).join();
    if (state !== this.#seen || isLoading) this.#changedAt = now;
    // Short requests come and go between two readings.
    this.#busyAt = Math.max(this.#busyAt, this.#requests.pendingAt);
    this.#seen = state;
    const still = now - this.#changedAt;
    if (still >= STILL_MS) return true;
    const quiet = Math.min(still, now - this.#busyAt);
    const isQuiet = quiet >= QUIET_MS || (quiet >= KNOWN_QUIET_MS && this.#content.isKnown?.(frames) === true);
    return isQuiet && !this.#content.isStarting(frames);
  }

  /** Records that the page could not be read. */
  unread(): void {
    this.#changedAt = performance.now();
  }
}
