import { LIVE_CLOSE, MAX_MESSAGE, MAX_TYPED } from "../messages.ts";
import { Cast } from "./cast.ts";
import { SharedClipboard } from "./clipboard.ts";
import { DialogBanner } from "./dialog-banner.ts";
import { Display } from "./display.ts";
import { element } from "./elements.ts";
import type { ScreenClient, ScreenEvents } from "./screen-client.ts";
import { Typing } from "./typing.ts";
import { Zoom } from "./zoom.ts";

/** Pauses before reconnecting, in milliseconds; the last one repeats. */
const PAUSES_MS = [250, 500, 1_000, 2_000, 5_000];

/** `stopped` can be connected again, `over` cannot. */
type State = "connecting" | "connected" | "lost" | "stopped" | "over";

/** The page of a live view: connects, reports its state, and reconnects. */
/** Close codes after which the page does not reconnect; the reason explains why. */
const FINAL_CODES = new Set<number>([LIVE_CLOSE.malformed, LIVE_CLOSE.revoked, LIVE_CLOSE.busy, LIVE_CLOSE.tooLarge]);

class Viewer {
  readonly #readOnly = document.documentElement.dataset["readOnly"] === "true";
  readonly #base = location.pathname.replace(/\/+$/, "");
  readonly #screen = element("screen", HTMLElement);
  readonly #zoom = new Zoom(this.#screen, element("zoom", HTMLButtonElement));
  readonly #status = element("status", HTMLParagraphElement);
  readonly #reconnect = element("reconnect", HTMLButtonElement);
  readonly #clipboard: SharedClipboard | undefined;
  readonly #banner: DialogBanner;
  #client: ScreenClient | undefined;
  #attempt = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor() {
    // The link works once; the address without it can be loaded again.
    history.replaceState(null, "", this.#base);
    this.#reconnect.addEventListener("click", () => this.connect());
    element("full-screen", HTMLButtonElement).addEventListener("click", () => void this.#toggleFullScreen());
    // For systems where the on-screen keyboard covers the page and does not resize it, such as iOS.
    visualViewport?.addEventListener("resize", () => {
      const isZoomed = (visualViewport?.scale ?? 1) > 1;
      document.body.style.height = isZoomed ? "" : `${visualViewport?.height}px`;
    });
    this.#clipboard = this.#readOnly ? undefined : this.#listen();
    this.#banner = new DialogBanner(
      this.#readOnly ? undefined : (accept, text) => this.#client?.answerDialog?.(accept, text),
    );
  }

  connect(): void {
    clearTimeout(this.#timer);
    this.#say(this.#attempt === 0 ? "connecting" : "lost", "Connecting…");
    const url = new URL(`${this.#base}/socket`, location.href);
    url.protocol = "ws:";
    this.#client = this.#open(url.href, {
      connected: () => {
        this.#attempt = 0;
        this.#say("connected", this.#readOnly ? "Connected, read-only" : "Connected");
      },
      disconnected: (code, reason) => void this.#disconnected(code, reason),
      copied: (text) => void this.#clipboard?.receive(text),
    });
  }

  /** Opens a connection with the client for the session's screen. */
  #open(url: string, events: ScreenEvents): ScreenClient {
    if (document.documentElement.dataset["client"] !== "cast") {
      return new Display(this.#zoom.stage, url, this.#readOnly, events);
    }
    return new Cast(this.#zoom.stage, url, this.#readOnly, events, this.#banner);
  }

  /** Passes keyboard and clipboard on to the session. */
  #listen(): SharedClipboard {
    const clipboard = new SharedClipboard({
      send: (text) => this.#client?.clipboard(text),
      say: (text) => this.#say("connected", text),
    });
    const typing = new Typing(element("keys", HTMLTextAreaElement), {
      key: (keysym, code, down) => this.#client?.key(keysym, code, down),
      text: (text) => this.#type(text),
      clipboard: (text) => void clipboard.send(text),
    });
    element("show-keyboard", HTMLButtonElement).addEventListener("click", () => typing.focus());
    // A tap must not open the on-screen keyboard.
    this.#screen.addEventListener("pointerdown", ({ pointerType }) => {
      if (pointerType !== "touch") typing.focus();
    });
    if (!matchMedia("(pointer: coarse)").matches) typing.focus();
    return clipboard;
  }

  #type(text: string): void {
    if (text.length <= MAX_TYPED) this.#client?.text(text);
    else this.#say("connected", `Not sent: the text has ${text.length} characters; at most ${MAX_TYPED} are possible`);
  }

  async #disconnected(code: number, reason: string): Promise<void> {
    this.#client = undefined;
    if (FINAL_CODES.has(code)) {
      const why = code === LIVE_CLOSE.tooLarge ? `it sent more than ${MAX_MESSAGE} bytes in one message` : reason;
      this.#say("stopped", `The service ended this view: ${why}`);
      return;
    }
    const status = code === LIVE_CLOSE.ended ? 410 : await this.#askState();
    if (status === 410) this.#say("over", "The session has ended. Create another: browserctl browsers create");
    else if (status === 403) {
      this.#say("over", `This page is no longer valid. Get a link: ${document.documentElement.dataset["command"]}`);
    } else this.#connectLater(status === undefined ? "The service does not answer" : "Connection lost");
  }

  #connectLater(problem: string): void {
    const pause = PAUSES_MS[Math.min(this.#attempt, PAUSES_MS.length - 1)];
    this.#attempt += 1;
    this.#say("lost", `${problem}; connecting again…`);
    this.#timer = setTimeout(() => this.connect(), pause);
  }

  /** Status of the live view; undefined when the service does not answer. */
  async #askState(): Promise<number | undefined> {
    try {
      const { status } = await fetch(`${this.#base}/state`, { cache: "no-store" });
      return status;
    } catch {
      return undefined;
    }
  }

  async #toggleFullScreen(): Promise<void> {
    if (document.fullscreenElement) await document.exitFullscreen();
    else await document.documentElement.requestFullscreen().catch(() => this.#say("connected", "No full screen here"));
  }

  #say(state: State, text: string): void {
    document.documentElement.dataset["state"] = state;
    this.#status.textContent = text;
    this.#reconnect.hidden = state !== "lost" && state !== "stopped";
  }
}

new Viewer().connect();
