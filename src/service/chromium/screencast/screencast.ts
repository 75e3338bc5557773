import { pause } from "../../../core/pause.ts";
import { background } from "../../error-owner.ts";
import type { BrowserConnection } from "../browser-connection.ts";
import type { PageDialog } from "../page-watch.ts";
import { shownPage } from "../pages.ts";
import { type CastPicture, PageCast } from "./page-cast.ts";

/** Time between two pictures for one viewer, in milliseconds: 30 a second. */
const PICTURE_MS = 1_000 / 30;
/** Time between two checks for another shown page, or for a picker, in milliseconds. */
const LOOK_MS = 150;

/** Receiver of the pictures of a browser without a window. */
export interface CastViewer {
  /** True for a viewer that answers JavaScript dialogs; the service leaves them to it. */
  readonly answersDialogs: boolean;
  /** Receives a picture; the next one comes after {@link CastWatch.drawn}. */
  picture(picture: CastPicture): void;
  /** Receives the dialog of the shown page; undefined when it is closed. */
  dialog(dialog: PageDialog | undefined): void;
  /** Called once, when the browser has ended. */
  ended(): void;
}

/** Subscription of one viewer to a cast. */
export interface CastWatch {
  /** Requests the next picture. */
  drawn(): void;
  leave(): void;
}

interface Watching extends CastWatch {
  readonly viewer: CastViewer;
  ready: boolean;
  seen: CastPicture | undefined;
}

/**
 * Screencast of the shown page for any number of viewers; runs only while there are viewers. Each viewer gets the
 * newest picture when it has drawn the previous one, so that a slow viewer does not delay the others.
 */
export class Screencast {
  readonly #connection: BrowserConnection;
  readonly #watching = new Set<Watching>();
  #following: AbortController | undefined;
  #cast: PageCast | undefined;
  #latest: CastPicture | undefined;
  #dialog: PageDialog | undefined;
  /** Page whose dialogs are left to viewers. */
  #claimed: string | undefined;
  #look: PromiseWithResolvers<void> | undefined;

  constructor(connection: BrowserConnection) {
    this.#connection = connection;
    connection.pageWatch.onOpen(() => this.lookSoon());
    connection.onClosed(() => this.#end());
  }

  /** True while the browser sends pictures. */
  get isCasting(): boolean {
    return this.#following !== undefined;
  }

  /** JavaScript dialog of the shown page. */
  get dialog(): PageDialog | undefined {
    return this.#dialog;
  }

  /** Adds a viewer. The first viewer starts the cast, and the cast stops when the last one leaves. */
  watch(viewer: CastViewer): CastWatch {
    let timer: ReturnType<typeof setTimeout> | undefined;
    let due = 0;
    const watching: Watching = {
      viewer,
      ready: true,
      seen: undefined,
      drawn: () => {
        if (watching.ready || !this.#watching.has(watching)) return;
        clearTimeout(timer);
        due = Math.max(performance.now(), due + PICTURE_MS);
        timer = setTimeout(
          () => {
            watching.ready = true;
            this.#deliver();
          },
          Math.max(0, due - performance.now()),
        );
      },
      leave: () => {
        clearTimeout(timer);
        if (this.#watching.delete(watching)) this.#viewersChanged();
      },
    };
    this.#watching.add(watching);
    if (this.#connection.isClosed) viewer.ended();
    else {
      this.#viewersChanged();
      if (this.#dialog) viewer.dialog(this.#dialog);
      this.#deliver();
    }
    return watching;
  }

  /** Accepts or dismisses the open dialog. */
  answerDialog(accept: boolean, promptText?: string): void {
    const answer = promptText === undefined ? { accept } : { accept, promptText };
    this.#cast?.page.session.send("Page.handleJavaScriptDialog", answer).catch(() => {});
  }

  /** Checks for another shown page and for a picker without the usual pause. */
  lookSoon(): void {
    this.#look?.resolve();
  }

  #viewersChanged(): void {
    if (this.#watching.size === 0) this.#stop();
    else if (!this.#following) {
      this.#following = new AbortController();
      background(this.#follow(this.#following.signal));
    }
    this.#claim();
  }

  async #follow(signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      try {
        const page = await shownPage(this.#connection);
        if (signal.aborted) return;
        if (page?.session.id !== this.#cast?.page.session.id) {
          this.#cast?.stop();
          this.#showDialog(undefined);
          const sink = {
            picture: (picture: CastPicture) => this.#show(picture),
            dialog: (dialog: PageDialog | undefined) => this.#showDialog(dialog),
          };
          this.#cast = page && new PageCast(this.#connection, page, sink);
          this.#claim();
        }
        await this.#cast?.lookForPicker();
      } catch {
        // The page or the browser is gone; the next check finds another page, or the end.
      }
      this.#look = Promise.withResolvers();
      await Promise.race([pause(LOOK_MS), this.#look.promise]);
    }
  }

  #show(picture: CastPicture): void {
    this.#latest = picture;
    this.#deliver();
  }

  #deliver(): void {
    const picture = this.#latest;
    if (!picture) return;
    for (const watching of this.#watching) {
      if (!watching.ready || watching.seen === picture) continue;
      watching.ready = false;
      watching.seen = picture;
      watching.viewer.picture(picture);
    }
    if ([...this.#watching].some(({ seen }) => seen === picture)) this.#cast?.taken();
  }

  #showDialog(dialog: PageDialog | undefined): void {
    if (dialog === this.#dialog) return;
    this.#dialog = dialog;
    for (const { viewer } of this.#watching) viewer.dialog(dialog);
  }

  /** Leaves the dialogs of the shown page to viewers while at least one of them answers dialogs. */
  #claim(): void {
    const { pageWatch } = this.#connection;
    const isAnswered = [...this.#watching].some(({ viewer }) => viewer.answersDialogs);
    const wanted = isAnswered ? this.#cast?.page.targetId : undefined;
    const before = this.#claimed;
    if (wanted === before) return;
    this.#claimed = wanted;
    if (wanted !== undefined) pageWatch.clientListens(wanted, 1);
    if (before !== undefined) pageWatch.clientListens(before, -1);
  }

  #stop(): void {
    this.#following?.abort();
    this.#following = undefined;
    this.lookSoon();
    this.#cast?.stop();
    this.#cast = undefined;
    this.#latest = undefined;
    this.#dialog = undefined;
  }

  #end(): void {
    const watching = [...this.#watching];
    this.#watching.clear();
    this.#stop();
    for (const { viewer } of watching) viewer.ended();
  }
}
