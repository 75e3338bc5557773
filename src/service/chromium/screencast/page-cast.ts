import type { Protocol } from "devtools-protocol";
import { within } from "../../../core/pause.ts";
import type { BrowserConnection } from "../browser-connection.ts";
import { CdpClosedError, CdpError } from "../cdp.ts";
import { openPicker } from "../input/open-picker.ts";
import { evaluateApart } from "../isolated-world.ts";
import type { PageDialog, WatchedPage } from "../page-watch.ts";

/** JPEG of a page, with the size of its viewport in CSS pixels. */
export interface CastPicture {
  readonly jpeg: Buffer;
  readonly width: number;
  readonly height: number;
}

export interface CastSink {
  picture(picture: CastPicture): void;
  dialog(dialog: PageDialog | undefined): void;
}

const JPEG = { format: "jpeg", quality: 60 } as const;
/**
 * Time without a frame, in milliseconds, after which a page is asked for its last frame: Chromium may have dropped it.
 */
const QUIET_MS = 150;
/** Time after which a page that sends no first frame is asked again. */
const START_BOUND_MS = 1_000;
/** Time limit of a search for a picker, and of a screenshot of the picker, in milliseconds; the page may be busy. */
const PICKER_BOUND_MS = 2_000;

/**
 * Screencast of one page. Its frames do not show the pickers of form controls, so screenshots replace the frames while
 * a picker is open.
 */
export class PageCast {
  readonly page: WatchedPage;
  readonly #connection: BrowserConnection;
  readonly #sink: CastSink;
  readonly #stops: (() => void)[];
  /** For each unacknowledged frame, the number of the start that it belongs to. */
  #held: number[] = [];
  /** Number of the start that the last frame belongs to. Chromium counts the starts of a page. */
  #lastStart: number | undefined;
  /** True when the last frame is the first one after its start, which shows the current page. */
  #isCurrent = false;
  #size: Pick<CastPicture, "width" | "height"> | undefined;
  #pickerOpen = false;
  #quiet: ReturnType<typeof setTimeout> | undefined;
  #stopped = false;

  constructor(connection: BrowserConnection, page: WatchedPage, sink: CastSink) {
    this.#connection = connection;
    this.page = page;
    this.#sink = sink;
    const { session } = page;
    this.#stops = [
      session.on("Page.screencastFrame", (frame) => this.#receive(frame)),
      session.on("Page.javascriptDialogOpening", ({ type, message, defaultPrompt = "" }) =>
        sink.dialog({ type, message, defaultPrompt }),
      ),
      session.on("Page.javascriptDialogClosed", () => sink.dialog(undefined)),
    ];
    sink.dialog(page.dialog);
    this.#start();
  }

  stop(): void {
    this.#stopped = true;
    clearTimeout(this.#quiet);
    for (const stop of this.#stops) stop();
    this.page.session.send("Page.stopScreencast").catch(() => {});
  }

  /**
   * Acknowledges a picture that a viewer has received, so that Chromium continues. With three unacknowledged frames
   * Chromium drops new ones, even the last one, and the service does not know which frames are being encoded. A page
   * without new frames is therefore asked once more.
   */
  taken(): void {
    for (const sessionId of this.#held) {
      this.page.session.send("Page.screencastFrameAck", { sessionId }).catch(() => {});
    }
    this.#held = [];
    if (!this.#isCurrent) this.#restartAfter(QUIET_MS);
  }

  /** Sends a screenshot while a picker is open. Returns whether one is open. */
  async lookForPicker(): Promise<boolean> {
    const wasOpen = this.#pickerOpen;
    this.#pickerOpen = (await within(this.#hasPicker(), PICKER_BOUND_MS)) ?? false;
    if (this.#stopped) return false;
    if (this.#pickerOpen) await within(this.#screenshot(), PICKER_BOUND_MS);
    else if (wasOpen) this.#restart();
    return this.#pickerOpen;
  }

  #start(): void {
    this.page.session.send("Page.startScreencast", JPEG).catch(() => {});
    this.#restartAfter(START_BOUND_MS);
  }

  #restartAfter(ms: number): void {
    clearTimeout(this.#quiet);
    this.#quiet = setTimeout(() => this.#restart(), ms);
  }

  /** Makes Chromium send a frame, even of a page that does not change. */
  #restart(): void {
    this.#held = [];
    this.page.session.send("Page.stopScreencast").catch(() => {});
    this.#start();
  }

  #receive({ data, metadata, sessionId }: Protocol.Page.ScreencastFrameEvent): void {
    clearTimeout(this.#quiet);
    this.#isCurrent = sessionId !== this.#lastStart;
    this.#lastStart = sessionId;
    this.#held.push(sessionId);
    this.#size = { width: Math.round(metadata.deviceWidth), height: Math.round(metadata.deviceHeight) };
    if (this.#pickerOpen) this.taken();
    else this.#sink.picture({ jpeg: Buffer.from(data, "base64"), ...this.#size });
  }

  async #hasPicker(): Promise<boolean> {
    const { session, dialog, crashed } = this.page;
    if (dialog || crashed) return false;
    try {
      const searched = {
        connection: this.#connection,
        session,
        send: session.send.bind(session),
        evaluate: <T>(expression: string): Promise<T> => evaluateApart<T>(session, expression),
      };
      return (await openPicker(searched)) !== undefined;
    } catch (error) {
      return unlessGone(error, false);
    }
  }

  async #screenshot(): Promise<void> {
    try {
      const { data } = await this.page.session.send("Page.captureScreenshot", { ...JPEG, optimizeForSpeed: true });
      if (this.#size && !this.#stopped) this.#sink.picture({ jpeg: Buffer.from(data, "base64"), ...this.#size });
    } catch (error) {
      unlessGone(error, undefined);
    }
  }
}

/** Returns a value if the error means that the page is being replaced or closed; throws any other error. */
function unlessGone<T>(error: unknown, value: T): T {
  if (error instanceof CdpError || error instanceof CdpClosedError) return value;
  throw error;
}
