import type { ReadFrame } from "../page/frames.ts";
import type { PageRequests } from "./page-requests.ts";

/** Time without a change and without a request after which a page counts as settled, in milliseconds. */
const QUIET_MS = 350;
/**
 * Time without a change after which a loaded page counts as settled whatever requests it makes, in milliseconds: pages
 * poll their server. Also the time for which a page without content is given the time to draw some.
 */
const STILL_MS = 1_500;
/** Maximum time until a page is read as it is, in milliseconds. */
export const SETTLE_BOUND_MS = 10_000;

/** Decides from successive readings of a page when it has settled. */
export class Stillness {
  readonly #requests: PageRequests;
  #seen = "";
  #changedAt = performance.now();
  #busyAt = performance.now();

  constructor(requests: PageRequests) {
    this.#requests = requests;
  }

  /** True for a page that neither loads nor changes. `waits` is true for a page that is known to be unfinished. */
  isSettled(frames: readonly ReadFrame[], waits: boolean): boolean {
    const now = performance.now();
    for (const { frameId, session } of frames) this.#requests.moved(frameId, session);
    const isLoading = waits || frames.some(({ raw }) => raw.loading) || this.#requests.loadsDocument;
    const state = stateOf(frames);
    if (state !== this.#seen || isLoading) this.#changedAt = now;
    if (!this.#requests.idle) this.#busyAt = now;
    this.#seen = state;
    const still = now - this.#changedAt;
    if (still >= STILL_MS) return true;
    return still >= QUIET_MS && now - this.#busyAt >= QUIET_MS && !isEmpty(frames);
  }

  /** Records that the page could not be read. */
  unread(): void {
    this.#changedAt = performance.now();
  }
}

/** Content of a page. Digits count as equal: clocks and counters change for ever. */
function stateOf(frames: readonly ReadFrame[]): string {
  return JSON.stringify(frames.map(({ frameId, raw }) => [frameId, raw])).replaceAll(/\d+/g, "#");
}

function isEmpty(frames: readonly ReadFrame[]): boolean {
  return frames.every(({ raw }) => raw.lines.length === 0 && raw.controls.length === 0);
}
