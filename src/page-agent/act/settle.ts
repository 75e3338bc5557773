import type { Protocol } from "devtools-protocol";
import { callScript, worldOf } from "../evaluate.ts";
import type { RestLimits } from "../page/operations.ts";
import type { AgentPage } from "../target.ts";
import { within } from "../waiting.ts";

/** Time after an input in which a page may start to load another one, or to draw, in milliseconds. */
const START_MS = 100;
/** Maximum time for another page to load, and for the page to come to rest. */
const LOAD_BOUND_MS = 5_000;
const QUIET_BOUND_MS = 500;
/** Time without a change of the document after which it is at rest. */
const QUIET_MS = 80;

/** Follows whether a page loads another one. Starts before an act; {@link settled} is awaited after it. */
export class LoadWatch {
  readonly #page: AgentPage;
  readonly #mainFrame: string;
  readonly #stops: (() => void)[];
  #loading = false;
  #done = Promise.withResolvers<void>();

  private constructor(page: AgentPage, mainFrame: string) {
    this.#page = page;
    this.#mainFrame = mainFrame;
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
      page.script("rest"),
    ]);
    const watch = new LoadWatch(page, frameTree.frame.id);
    // A page that a dialog or a script blocks would hold the act back.
    void watch.#call("watch", []);
    return watch;
  }

  /** Waits until the page is at rest, or until a dialog blocks it. */
  async settled(boundMs = LOAD_BOUND_MS): Promise<void> {
    if (this.#page.dialog()) return;
    await this.#rest(START_MS);
    if (!this.#loading) return;
    await within(this.#done.promise, boundMs);
    if (this.#page.dialog()) return;
    await this.#rest(0);
  }

  stop(): void {
    for (const stop of this.#stops) stop();
  }

  #start(isMain: boolean): void {
    if (!isMain || this.#loading) return;
    this.#loading = true;
    this.#done = Promise.withResolvers();
  }

  async #rest(start: number): Promise<void> {
    const limits: RestLimits = { start, quiet: QUIET_MS, bound: QUIET_BOUND_MS + start };
    const call = (): Promise<boolean> => this.#call("rest", [{ value: limits }]);
    await within(
      call().then((isDone) => isDone || call()),
      QUIET_BOUND_MS + 2 * START_MS,
    );
  }

  /** False when the document is being replaced. */
  async #call(name: "watch" | "rest", values: readonly Protocol.Runtime.CallArgument[]): Promise<boolean> {
    try {
      const world = await worldOf(this.#page, this.#page.session, this.#mainFrame);
      await callScript(this.#page, world, ["rest", `browserctlRest.${name}`], values);
      return true;
    } catch {
      return false;
    }
  }
}
