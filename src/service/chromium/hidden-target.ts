import { CdpClosedError, type CdpConnection } from "./cdp.ts";

/** Prefix of a hidden page's address, by which its tab is recognized. */
const MARK = "about:blank#browserctl-hidden-";

interface Tab {
  targetId: string;
  type: string;
  url: string;
}

/** Tabs of one browser's hidden pages; Chromium itself does not distinguish them. */
export class HiddenTabs {
  readonly #connection: CdpConnection;
  readonly #ids = new Set<string>();
  readonly #undecided: (() => void)[] = [];
  #creating = 0;
  #count = 0;

  constructor(connection: CdpConnection) {
    this.#connection = connection;
  }

  /**
   * Opens a page that is in no tab strip and that no client sees. Resolves once its tab, a separate target that must be
   * hidden from clients too, is known. Rejects with Chromium's error.
   *
   * @param browserContextId context with cookies and storage of its own; without it, those of the browser
   */
  async create(browserContextId?: string): Promise<{ targetId: string }> {
    const context = browserContextId === undefined ? {} : { browserContextId };
    const target = { url: `${MARK}${++this.#count}`, background: true, ...context };
    this.#creating += 1;
    try {
      const made = await this.#connection.send("Target.createTarget", { ...target, hidden: true });
      const filter = [{ type: "tab" }, { exclude: true }];
      const { targetInfos } = await this.#connection.send("Target.getTargets", { filter });
      for (const info of targetInfos) this.has(info);
      return made;
    } catch (error) {
      if (error instanceof CdpClosedError) throw error;
      // Fallback for a Chromium without hidden targets: a background tab.
      return await this.#connection.send("Target.createTarget", { ...target, url: "about:blank" });
    } finally {
      this.#creating -= 1;
      if (this.#creating === 0) for (const decide of this.#undecided.splice(0)) decide();
    }
  }

  /**
   * True when a tab has no address yet and may belong to a hidden page that is being opened; `decide` is called as soon
   * as this is known.
   */
  isUndecided({ targetId, type, url }: Tab, decide: () => void): boolean {
    if (this.#creating === 0 || type !== "tab" || url !== "" || this.#ids.has(targetId)) return false;
    this.#undecided.push(decide);
    return true;
  }

  /** True for the tab of a hidden page, also after a navigation. */
  has({ targetId, type, url }: Tab): boolean {
    if (type === "tab" && url.startsWith(MARK)) this.#ids.add(targetId);
    return this.#ids.has(targetId);
  }
}
