import { pause } from "../../core/pause.ts";
import { Semaphore } from "../../core/semaphore.ts";
import { act } from "../../page-agent/act/act.ts";
import { newAgentState } from "../../page-agent/agent-state.ts";
import { answerDialog, changeTab, listTabs, moved, navigate, settle } from "../../page-agent/move/move.ts";
import {
  type ActRequest,
  type ActResult,
  type DialogRequest,
  type MoveResult,
  type NavigateRequest,
  Refusal,
  type SnapshotRequest,
  type SnapshotResult,
  type TabLine,
  type TabRequest,
} from "../../page-agent/requests.ts";
import { takeSnapshot } from "../../page-agent/snapshot/take-snapshot.ts";
import type { BrowserConnection } from "../chromium/browser-connection.ts";
import { BrowserError } from "../chromium/browser-error.ts";
import { CdpError } from "../chromium/cdp.ts";
import type { WatchedPage } from "../chromium/page-watch.ts";
import { activePage, shownPage } from "../chromium/pages.ts";
import { LocalPage } from "./local-page.ts";

/** Time limit of a snapshot and of an act, without what `wait_ms` adds, in milliseconds. */
const BOUND_MS = 30_000;
/** Maximum time for a tab to come to the front, and the time between two looks. */
const FRONT_BOUND_MS = 2_000;
const FRONT_LOOK_MS = 25;

/** Snapshots and acts of one session. Its references belong to the session; one agent works at a time. */
export class PageAgent {
  readonly #state = newAgentState();
  readonly #turn = new Semaphore(1);
  /** Pages whose dialogs are left to agents. */
  readonly #listening = new WeakMap<BrowserConnection, Set<string>>();

  /** Throws a `BrowserError` `invalid` for a reference that is unknown or gone, and for a pattern that is none. */
  async snapshot(
    connection: BrowserConnection,
    request: SnapshotRequest,
    signal: AbortSignal,
  ): Promise<SnapshotResult> {
    try {
      return await this.#inTurn(signal, BOUND_MS, (end) =>
        this.#withPage(connection, end, (page) => takeSnapshot(page, this.#state, request)),
      );
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      if (error.code === "page_too_large") throw new BrowserError("response-too-large", error.message);
      const path = error.code === "wrong_kind" ? "find" : "under";
      throw BrowserError.invalid("the request is not valid", [{ path, message: error.message }]);
    }
  }

  /** Does acts until one is refused. */
  async acts(
    connection: BrowserConnection,
    requests: readonly ActRequest[],
    signal: AbortSignal,
  ): Promise<ActResult[]> {
    const results: ActResult[] = [];
    for (const request of requests) {
      signal.throwIfAborted();
      const bound = BOUND_MS + (request.wait_ms ?? 0);
      const result = await this.#inTurn(signal, bound, (end) =>
        this.#withPage(connection, end, (page) => act(page, this.#state, request)),
      );
      results.push(result);
      if (!result.ok) break;
    }
    return results;
  }

  navigate(connection: BrowserConnection, request: NavigateRequest, signal: AbortSignal): Promise<MoveResult> {
    return this.#inTurn(signal, BOUND_MS, (end) =>
      this.#withPage(connection, end, (page) => navigate(page, this.#state, request)),
    );
  }

  tabs(connection: BrowserConnection, signal: AbortSignal): Promise<TabLine[]> {
    return this.#inTurn(signal, BOUND_MS, (end) =>
      this.#withPage(connection, end, (page) => listTabs(page, this.#state)),
    );
  }

  /** Opens, activates or closes a tab, and says which page is in front then. */
  changeTab(connection: BrowserConnection, request: TabRequest, signal: AbortSignal): Promise<MoveResult> {
    return this.#inTurn(signal, BOUND_MS, async (end) => {
      let inFront: string | undefined;
      const result = await this.#withPage(connection, end, (page) =>
        moved(page, this.#state, async () => {
          inFront = await changeTab(page, this.#state, request);
        }),
      );
      if (!result.ok) return result;
      await this.#shown(connection, inFront);
      return this.#withPage(connection, end, (page) => moved(page, this.#state, () => settle(page)));
    });
  }

  answerDialog(connection: BrowserConnection, request: DialogRequest, signal: AbortSignal): Promise<MoveResult> {
    return this.#inTurn(signal, BOUND_MS, (end) =>
      this.#withPage(connection, end, (page) => moved(page, this.#state, () => answerDialog(page, request))),
    );
  }

  /** Waits until a tab is the one in front; any tab when `targetId` is undefined. */
  async #shown(connection: BrowserConnection, targetId: string | undefined): Promise<void> {
    const end = performance.now() + FRONT_BOUND_MS;
    while (targetId !== undefined && performance.now() < end) {
      if ((await shownPage(connection))?.targetId === targetId) return;
      await pause(FRONT_LOOK_MS);
    }
  }

  /** Waits for the turn, and does work that ends with the request or at its time limit, so that nothing is pressed later. */
  async #inTurn<T>(signal: AbortSignal, boundMs: number, work: (end: AbortSignal) => Promise<T>): Promise<T> {
    const leave = await this.#turn.enter(signal);
    const late = new AbortController();
    const timer = setTimeout(() => {
      late.abort(new BrowserError("page-not-responding", `the page has not answered for ${boundMs / 1_000} s`));
    }, boundMs);
    try {
      return await work(AbortSignal.any([signal, late.signal]));
    } finally {
      clearTimeout(timer);
      leave();
    }
  }

  async #withPage<T>(
    connection: BrowserConnection,
    end: AbortSignal,
    work: (page: LocalPage) => Promise<T>,
  ): Promise<T> {
    const watched = (await shownPage(connection)) ?? (await this.#opened(connection));
    this.#leaveDialogs(connection, watched);
    const page = await LocalPage.open(connection, watched, end);
    try {
      return await work(page);
    } catch (error) {
      if (!(error instanceof CdpError)) throw error;
      throw new BrowserError("page-closed", `the page was replaced in the middle: ${error.message}`);
    } finally {
      page.close();
    }
  }

  async #opened(connection: BrowserConnection): Promise<WatchedPage> {
    const { targetId } = await activePage(connection);
    const page = (await connection.pageWatch.pages()).find((open) => open.targetId === targetId);
    if (!page) throw new BrowserError("page-closed", "the page was closed");
    return page;
  }

  /** Leaves the dialogs of a page to agents: the service would answer those of a browser without a window itself. */
  #leaveDialogs(connection: BrowserConnection, { targetId }: WatchedPage): void {
    const listening = this.#listening.get(connection) ?? new Set();
    this.#listening.set(connection, listening);
    if (listening.has(targetId)) return;
    listening.add(targetId);
    connection.pageWatch.clientListens(targetId, 1);
  }
}
