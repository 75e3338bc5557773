import { evaluateApart } from "../evaluate.ts";
import type { AgentPage } from "../target.ts";
import { wait, within } from "../waiting.ts";

/** Time in which a page may start to load another one, or to draw, in milliseconds. */
const START_MS = 100;
/** Maximum time for another page to load, and for the page to come to rest. */
const LOAD_BOUND_MS = 5_000;
const QUIET_BOUND_MS = 500;
/** Time without a change of the document after which it is at rest. */
const QUIET_MS = 80;

/** Follows whether a page loads another one. Starts before an act; {@link settled} is awaited after it. */
export class LoadWatch {
  readonly #page: AgentPage;
  readonly #stops: (() => void)[];
  #loading = false;
  #done = Promise.withResolvers<void>();

  private constructor(page: AgentPage, mainFrame: string) {
    this.#page = page;
    const { session } = page;
    this.#stops = [
      session.on("Page.frameStartedNavigating", ({ frameId }) => this.#start(frameId === mainFrame)),
      session.on("Page.frameStartedLoading", ({ frameId }) => this.#start(frameId === mainFrame)),
      session.on("Page.frameStoppedLoading", ({ frameId }) => {
        if (frameId !== mainFrame) return;
        this.#loading = false;
        this.#done.resolve();
      }),
    ];
  }

  static async start(page: AgentPage): Promise<LoadWatch> {
    const [{ frameTree }] = await Promise.all([
      page.session.send("Page.getFrameTree"),
      page.session.send("Page.enable"),
    ]);
    return new LoadWatch(page, frameTree.frame.id);
  }

  /** Waits until the page is at rest, or until a dialog blocks it. */
  async settled(boundMs = LOAD_BOUND_MS): Promise<void> {
    if (this.#page.dialog()) return;
    await wait(START_MS);
    if (this.#loading) await within(this.#done.promise, boundMs);
    if (this.#page.dialog()) return;
    await within(this.#quiet(), QUIET_BOUND_MS + START_MS);
  }

  stop(): void {
    for (const stop of this.#stops) stop();
  }

  #start(isMain: boolean): void {
    if (!isMain || this.#loading) return;
    this.#loading = true;
    this.#done = Promise.withResolvers();
  }

  async #quiet(): Promise<void> {
    const expression = `(${quiet})(${QUIET_MS}, ${QUIET_BOUND_MS})`;
    await evaluateApart(this.#page, expression, { awaitPromise: true }).catch(() => {});
  }
}

/** Script that ends when the document has not changed for a while. */
const quiet = `(ms, bound) => new Promise((resolve) => {
  let timer = setTimeout(resolve, ms);
  const observer = new MutationObserver(() => { clearTimeout(timer); timer = setTimeout(resolve, ms); });
  observer.observe(document, { subtree: true, childList: true, attributes: true, characterData: true });
  setTimeout(resolve, bound);
})`;
