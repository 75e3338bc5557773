import type { Protocol } from "devtools-protocol";
import { background } from "../error-owner.ts";
import type { CdpConnection, CdpMessage, CdpSession } from "./cdp.ts";
import type { ClientAttachments } from "./client-attachments.ts";

/** Open JavaScript dialog. */
export interface PageDialog {
  readonly type: string;
  readonly message: string;
  /** Text that a prompt starts with. */
  readonly defaultPrompt: string;
}

/** Page of the browser, and the service's session in it. */
export interface WatchedPage {
  readonly targetId: string;
  readonly session: CdpSession;
  url: string;
  crashed: boolean;
  /** Open JavaScript dialog, which blocks the page. */
  dialog: PageDialog | undefined;
  /** Sequence number of the last time it was opened or brought to the front; the highest was shown last. */
  shownOrder: number;
  /** Sequence number of its opening. */
  readonly openOrder: number;
}

/** True for a type of dialog that the service accepts; it dismisses the others. */
export function isAccepted(type: string): boolean {
  return type === "alert" || type === "beforeunload";
}

type Attached = Protocol.Target.AttachedToTargetEvent;
type InfoChanged = Protocol.Target.TargetInfoChangedEvent;

/**
 * Tracks the open pages of one browser, with a session in each, from its own browser session, so that settings of
 * clients do not interfere. Only tabs and windows count, not workers, frames and hidden targets. Pages and clients
 * cannot detect it: `Runtime` and `Debugger`, which a page can detect, are never enabled. In a headless browser it
 * answers the JavaScript dialogs that no CDP client can answer: there is no window for a person, and the page would
 * hang. assumed: alert and beforeunload are accepted, confirm and prompt dismissed; a dialog of a page in which a
 * client has enabled the `Page` domain is left to that client.
 */
export class PageWatch {
  readonly #connection: CdpConnection;
  readonly #attachments: ClientAttachments;
  readonly #pages = new Map<string, WatchedPage>();
  readonly #targetOf = new Map<string, string>();
  readonly #listening = new Map<string, number>();
  readonly #waiting = new Set<() => void>();
  readonly #openListeners = new Set<(page: WatchedPage) => void>();
  #lastShown = 0;
  #isHeadless = true;
  #ready: Promise<void> | undefined;

  constructor(connection: CdpConnection, attachments: ClientAttachments) {
    this.#connection = connection;
    this.#attachments = attachments;
    connection.on("Page.javascriptDialogOpening", (event, sessionId) => {
      const page = this.#bySession(sessionId);
      if (!page) return;
      page.dialog = { type: event.type, message: event.message, defaultPrompt: event.defaultPrompt ?? "" };
      if (this.#isHeadless && !this.#listening.get(page.targetId)) this.#answerDialog(page);
    });
    connection.on("Page.javascriptDialogClosed", (_event, sessionId) => {
      const page = this.#bySession(sessionId);
      if (page) page.dialog = undefined;
    });
    connection.on("Inspector.targetReloadedAfterCrash", (_event, sessionId) => {
      const page = this.#bySession(sessionId);
      if (page) page.crashed = false;
    });
    connection.onClosed(() => this.#changed());
  }

  /** Leaves every dialog to the person who sees the window of the page. */
  showsDialogs(): void {
    this.#isHeadless = false;
  }

  /** Starts the watch, once; resolves when the open pages are known. */
  start(): Promise<void> {
    this.#ready ??= this.#start();
    return this.#ready;
  }

  /** Open pages, most recently shown first. Waits for the start. */
  async pages(): Promise<WatchedPage[]> {
    await this.start();
    return [...this.#pages.values()].sort((a, b) => b.shownOrder - a.shownOrder);
  }

  /** Waits for the session in a page; undefined when the page or the browser is closed first. */
  async page(targetId: string, signal: AbortSignal): Promise<WatchedPage | undefined> {
    await this.start();
    await this.#until(() => this.#pages.has(targetId), signal);
    return this.#pages.get(targetId);
  }

  /** Waits until a page has ended, which Chromium answers before; a page may ask before it ends. */
  async closed(targetId: string, signal: AbortSignal): Promise<void> {
    await this.start();
    await this.#until(() => !this.#pages.has(targetId), signal);
  }

  async #until(isReached: () => boolean, signal: AbortSignal): Promise<void> {
    while (!isReached() && !this.#connection.isClosed && !signal.aborted) {
      await new Promise<void>((resolve) => {
        this.#waiting.add(resolve);
        signal.addEventListener("abort", () => resolve(), { once: true });
      });
    }
  }

  /**
   * Calls `listener` for each new page; commands that it sends synchronously run before the page's first script. Returns a
   * function that stops it.
   */
  onOpen(listener: (page: WatchedPage) => void): () => void {
    this.#openListeners.add(listener);
    return () => {
      this.#openListeners.delete(listener);
    };
  }

  /** Records that a page was brought to the front. */
  broughtToFront(targetId: string): void {
    const page = this.#pages.get(targetId);
    if (page) page.shownOrder = ++this.#lastShown;
  }

  /** Records that a page was opened behind the others: it is the last choice for the page in front. */
  openedBehind(targetId: string): void {
    const page = this.#pages.get(targetId);
    if (page) page.shownOrder = 0;
  }

  /** Counts the CDP clients and viewers that get a page's dialog events (change 1 or -1) and answer the dialogs themselves. */
  clientListens(targetId: string, change: 1 | -1): void {
    const count = (this.#listening.get(targetId) ?? 0) + change;
    if (count > 0) this.#listening.set(targetId, count);
    else this.#listening.delete(targetId);
    const page = this.#pages.get(targetId);
    if (this.#isHeadless && count <= 0 && page?.dialog) this.#answerDialog(page);
  }

  async #start(): Promise<void> {
    const { sessionId } = await this.#connection.send("Target.attachToBrowserTarget");
    this.#connection.tap(sessionId, (message) => this.#targetEvent(message));
    const filter = [{ type: "page" }, { exclude: true }];
    await Promise.all([
      this.#connection.send("Target.setDiscoverTargets", { discover: true, filter }, sessionId),
      // Chromium answers after it has attached to every page that is open.
      this.#connection.send(
        "Target.setAutoAttach",
        // Without the pause, a popup that a script opens never starts, and window.open never returns to its opener.
        { autoAttach: true, waitForDebuggerOnStart: true, flatten: true, filter },
        sessionId,
      ),
    ]);
  }

  #targetEvent({ method, params }: CdpMessage): void {
    if (method === "Target.attachedToTarget") this.#attached(params as Attached);
    else if (method === "Target.detachedFromTarget") this.#gone((params as { sessionId: string }).sessionId);
    else if (method === "Target.targetInfoChanged") {
      const { targetInfo } = params as InfoChanged;
      const page = this.#pages.get(targetInfo.targetId);
      if (page) page.url = targetInfo.url;
    } else if (method === "Target.targetCrashed") {
      const page = this.#pages.get((params as { targetId: string }).targetId);
      if (!page) return;
      page.crashed = true;
      page.dialog = undefined;
    }
  }

  #attached({ sessionId, targetInfo, waitingForDebugger }: Attached): void {
    const { targetId, url } = targetInfo;
    const session = this.#connection.session(sessionId);
    const shownOrder = ++this.#lastShown;
    const page: WatchedPage = {
      targetId,
      session,
      url,
      crashed: false,
      dialog: undefined,
      shownOrder,
      openOrder: shownOrder,
    };
    this.#pages.set(targetId, page);
    this.#targetOf.set(sessionId, targetId);
    for (const method of ["Page.enable", "Inspector.enable"] as const) session.send(method).catch(() => {});
    for (const listener of this.#openListeners) listener(page);
    // After the commands of the listeners, so that they apply to the first document.
    if (waitingForDebugger) background(this.#attachments.letRun(session, targetInfo));
    this.#changed();
  }

  #gone(sessionId: string): void {
    const targetId = this.#targetOf.get(sessionId);
    this.#targetOf.delete(sessionId);
    if (targetId === undefined) return;
    this.#pages.delete(targetId);
    this.#changed();
  }

  #bySession(sessionId: string | undefined): WatchedPage | undefined {
    const targetId = this.#targetOf.get(sessionId ?? "");
    return targetId === undefined ? undefined : this.#pages.get(targetId);
  }

  #answerDialog(page: WatchedPage): void {
    const accept = page.dialog !== undefined && isAccepted(page.dialog.type);
    page.session.send("Page.handleJavaScriptDialog", { accept }).catch(() => {});
  }

  #changed(): void {
    for (const resolve of this.#waiting) resolve();
    this.#waiting.clear();
  }
}
