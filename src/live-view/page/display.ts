import RFB from "@novnc/novnc";
import { type DisplayNotice, MAX_TEXT, type TextMessage } from "../messages.ts";
import { textPieces } from "../text-pieces.ts";
import type { ScreenClient, ScreenEvents } from "./screen-client.ts";

/** Connection to the display of a session, drawn into an element. */
export class Display implements ScreenClient {
  readonly #socket: WebSocket;
  readonly #rfb: RFB;

  constructor(screen: HTMLElement, url: string, readOnly: boolean, events: ScreenEvents) {
    this.#socket = new WebSocket(url);
    let end = { code: 1006, reason: "" };
    this.#socket.addEventListener("close", ({ code, reason }) => {
      end = { code, reason };
    });
    hidePointer(false);
    // Before the RFB client listens, which treats every message as its own.
    this.#socket.addEventListener("message", (event: MessageEvent<unknown>) => {
      if (typeof event.data !== "string") return;
      event.stopImmediatePropagation();
      hidePointer((JSON.parse(event.data) as DisplayNotice).hidden);
    });
    this.#rfb = new RFB(screen, this.#socket, { shared: true });
    this.#rfb.viewOnly = readOnly;
    this.#rfb.focusOnClick = false;
    this.#rfb.scaleViewport = true;
    this.#rfb.qualityLevel = 9;
    this.#rfb.background = "transparent";
    this.#rfb.addEventListener("connect", () => events.connected());
    this.#rfb.addEventListener("disconnect", () => events.disconnected(end.code, end.reason));
    this.#rfb.addEventListener("clipboard", ({ detail }) => events.copied(detail.text));
  }

  key(keysym: number, code: string, down?: boolean): void {
    this.#rfb.sendKey(keysym, code, down);
  }

  text(text: string): void {
    if (this.#socket.readyState !== WebSocket.OPEN) return;
    for (const piece of textPieces(text, MAX_TEXT)) {
      this.#socket.send(JSON.stringify({ type: "text", text: piece } satisfies TextMessage));
    }
  }

  clipboard(text: string): void {
    this.#rfb.clipboardPasteFrom(text);
  }
}

/** The style sheet hides the pointer, which the RFB client draws by styles of the elements. */
function hidePointer(hidden: boolean): void {
  document.documentElement.dataset["pointer"] = hidden ? "hidden" : "shown";
}
