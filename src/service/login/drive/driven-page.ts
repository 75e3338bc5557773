import { pause } from "../../../core/pause.ts";
import type { BrowserConnection } from "../../chromium/browser-connection.ts";
import { BrowserError } from "../../chromium/browser-error.ts";
import type { WatchedPage } from "../../chromium/page-watch.ts";
import { activePage, assertUsable } from "../../chromium/pages.ts";
import { PageFrames, type ReadFrame } from "../page/frames.ts";
import { ignoreReplaced, isDialogOpen, isReplaced, PageSession, whileUsable } from "../page/page-session.ts";
import type { PageRequests } from "./page-requests.ts";
import type { Recording } from "./recording.ts";

const RETRY_EVERY_MS = 50;

/** Result of work that a JavaScript dialog of the page blocks. */
export const heldByDialog = Symbol("a dialog is open");

/** Followers of each session of a login. */
export interface Followers {
  readonly requests: PageRequests;
  /** Absent for a page that nobody sees. */
  readonly recording?: Recording;
}

/** Page that a login drives, with a separate session in it. */
export class DrivenPage {
  readonly watched: WatchedPage;
  readonly session: PageSession;
  readonly #connection: BrowserConnection;
  readonly #frames: PageFrames;
  readonly #recording: Recording | undefined;
  /** Functions that end the following of each session, by its id. */
  readonly #stops = new Map<string, (() => void)[]>();
  readonly #stopEnds: () => void;

  private constructor(connection: BrowserConnection, watched: WatchedPage, sessionId: string, followers: Followers) {
    this.#connection = connection;
    this.watched = watched;
    this.#recording = followers.recording;
    const attach = (id: string): PageSession => {
      const session = new PageSession(connection, id, watched);
      const stops = [followers.requests.follow(session)];
      this.#stops.set(id, stops);
      // A person may type into a frame before the next look.
      const onRemoteFrame = (): void => {
        this.#frames.attachAll().catch(() => {});
      };
      if (followers.recording) stops.push(followers.recording.follow(session, watched, onRemoteFrame));
      return session;
    };
    this.#stopEnds = connection.on("Target.detachedFromTarget", ({ sessionId: ended }) => this.#unfollow(ended));
    connection.pageWatch.clientListens(watched.targetId, 1);
    this.session = attach(sessionId);
    this.#frames = new PageFrames(connection, this.session, attach);
  }

  /** Starts to drive a page: follows its requests, and leaves its dialogs to the caller. */
  static async take(connection: BrowserConnection, watched: WatchedPage, followers: Followers): Promise<DrivenPage> {
    const { targetId } = watched;
    const { sessionId } = await connection.send("Target.attachToTarget", { targetId, flatten: true });
    return new DrivenPage(connection, watched, sessionId, followers);
  }

  /** Reads all visible frames, the main frame first. Rejects with `CdpError` while a document is being replaced. */
  async read(signal: AbortSignal): Promise<ReadFrame[] | typeof heldByDialog> {
    if (this.watched.crashed) assertUsable(this.watched);
    const frames = await this.whileOpen(this.#frames.read(), signal);
    if (frames !== heldByDialog) this.#recording?.found(frames);
    return frames;
  }

  offsetOf(frame: ReadFrame): ReturnType<PageFrames["offsetOf"]> {
    return this.#frames.offsetOf(frame);
  }

  /**
   * Result of work in the page, or {@link heldByDialog} as soon as a dialog is open. Throws a `BrowserError` when the page
   * has crashed or does not answer for 15 s.
   */
  async whileOpen<T>(work: Promise<T>, signal: AbortSignal): Promise<T | typeof heldByDialog> {
    try {
      return await whileUsable(this.watched, work, signal);
    } catch (error) {
      if (isDialogOpen(error)) return heldByDialog;
      throw error;
    }
  }

  /** Answers the open JavaScript dialog; does nothing when there is none. */
  async answerDialog(accept: boolean): Promise<void> {
    if (!this.watched.dialog) return;
    // Another client has answered it.
    await this.watched.session.send("Page.handleJavaScriptDialog", { accept }).catch(ignoreReplaced);
  }

  leave(): void {
    this.#stopEnds();
    for (const id of this.#stops.keys()) this.#unfollow(id);
    this.#frames.close();
    this.#connection.pageWatch.clientListens(this.watched.targetId, -1);
    this.#connection.send("Target.detachFromTarget", { sessionId: this.session.id }).catch(() => {});
  }

  #unfollow(sessionId: string): void {
    for (const stop of this.#stops.get(sessionId) ?? []) stop();
    this.#stops.delete(sessionId);
  }
}

/**
 * Page that a login drives: the page that was shown at the start, or a popup that it has opened, as long as that is
 * open. When the page is closed, the shown page takes its place.
 */
export class DrivenPages {
  readonly #connection: BrowserConnection;
  readonly #followers: Followers;
  readonly #taken = new Map<string, DrivenPage>();
  readonly #taking = new Map<string, Promise<DrivenPage>>();
  /** Pages that were open before the login, and so are not its popups. */
  readonly #earlier: ReadonlySet<string>;
  #base: string;
  #stopOpened: () => void = () => {};
  #hasLeft = false;

  private constructor(connection: BrowserConnection, followers: Followers, base: string, earlier: Set<string>) {
    this.#connection = connection;
    this.#followers = followers;
    this.#base = base;
    this.#earlier = earlier;
  }

  static async start(connection: BrowserConnection, followers: Followers): Promise<DrivenPages> {
    const { targetId } = await activePage(connection);
    const earlier = new Set((await connection.pageWatch.pages()).map((page) => page.targetId));
    const pages = new DrivenPages(connection, followers, targetId, earlier);
    await pages.current();
    pages.#stopOpened = connection.pageWatch.onOpen((page) => pages.#opened(page));
    return pages;
  }

  /** Current page, and whether it is a popup. */
  async current(): Promise<{ page: DrivenPage; popup: boolean }> {
    const open = await this.#connection.pageWatch.pages();
    const isOpen = (id: string): boolean => open.some(({ targetId }) => targetId === id);
    for (const [id, page] of this.#taken) {
      if (isOpen(id)) continue;
      page.leave();
      this.#taken.delete(id);
    }
    if (!isOpen(this.#base)) this.#base = (await activePage(this.#connection)).targetId;
    const id = await this.#newestPopup(this.#base, isOpen);
    return { page: await this.#take(id), popup: id !== this.#base };
  }

  leave(): void {
    this.#hasLeft = true;
    this.#stopOpened();
    for (const page of this.#taken.values()) page.leave();
    this.#taken.clear();
  }

  /** Takes a new page at once while what is done is recorded: a person may type into it before the next look. */
  #opened({ targetId }: WatchedPage): void {
    if (this.#hasLeft || !this.#followers.recording?.isOn) return;
    this.#take(targetId).catch(() => {});
  }

  async #newestPopup(base: string, isOpen: (id: string) => boolean): Promise<string> {
    const filter = [{ type: "page" }, { exclude: true }];
    const { targetInfos } = await this.#connection.send("Target.getTargets", { filter });
    const popups = targetInfos.filter(({ targetId }) => !this.#earlier.has(targetId) && isOpen(targetId));
    let current = base;
    for (;;) {
      const opened = popups.filter(({ openerId }) => openerId === current);
      const orders = new Map(
        (await this.#connection.pageWatch.pages()).map((page) => [page.targetId, page.shownOrder]),
      );
      opened.sort((a, b) => (orders.get(b.targetId) ?? 0) - (orders.get(a.targetId) ?? 0));
      const [newest] = opened;
      if (!newest) return current;
      current = newest.targetId;
    }
  }

  async #take(id: string): Promise<DrivenPage> {
    const known = this.#taken.get(id) ?? this.#taking.get(id);
    if (known) return known;
    const taking = this.#takeNew(id).finally(() => this.#taking.delete(id));
    this.#taking.set(id, taking);
    return taking;
  }

  async #takeNew(id: string): Promise<DrivenPage> {
    const watched = (await this.#connection.pageWatch.pages()).find(({ targetId }) => targetId === id);
    if (!watched) throw new BrowserError("page-closed", "the login page was closed");
    const page = await DrivenPage.take(this.#connection, watched, this.#followers);
    if (this.#hasLeft) page.leave();
    else this.#taken.set(id, page);
    return page;
  }
}

/** Retries work while a document is being replaced or a page closes, for at most `boundMs` milliseconds. */
export async function retried<T>(work: () => Promise<T>, boundMs: number, signal: AbortSignal): Promise<T> {
  const end = performance.now() + boundMs;
  for (;;) {
    try {
      return await work();
    } catch (error) {
      const isPassing = isReplaced(error) || (error instanceof BrowserError && error.kind === "page-closed");
      if (!isPassing || performance.now() > end) throw error;
      await pause(RETRY_EVERY_MS, signal);
    }
  }
}
