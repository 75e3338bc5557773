import { type CastMessage, type CastNotice, MAX_TEXT } from "../messages.ts";
import { textPieces } from "../text-pieces.ts";
import { CastKeys } from "./cast-keys.ts";
import { CastPointer } from "./cast-pointer.ts";
import type { DialogBanner } from "./dialog-banner.ts";
import type { ScreenClient, ScreenEvents } from "./screen-client.ts";

/** Pictures of a browser without a window, drawn into an element. */
export class Cast implements ScreenClient {
  readonly #socket: WebSocket;
  readonly #screen: HTMLElement;
  readonly #canvas = document.createElement("canvas");
  readonly #keys = new CastKeys();
  readonly #events: ScreenEvents;
  readonly #resized = new ResizeObserver(() => this.#scale());
  readonly #banner: DialogBanner;

  constructor(screen: HTMLElement, url: string, readOnly: boolean, events: ScreenEvents, banner: DialogBanner) {
    this.#screen = screen;
    this.#events = events;
    this.#banner = banner;
    screen.replaceChildren(this.#canvas);
    this.#resized.observe(screen);
    if (!readOnly) new CastPointer(this.#canvas, (message) => this.#send(message));
    this.#socket = new WebSocket(url);
    this.#socket.binaryType = "blob";
    this.#socket.addEventListener("open", () => events.connected());
    this.#socket.addEventListener("message", ({ data }: MessageEvent<string | Blob>) => {
      if (typeof data === "string") this.#notice(JSON.parse(data) as CastNotice);
      else void this.#draw(data);
    });
    this.#socket.addEventListener("close", ({ code, reason }) => {
      this.#resized.disconnect();
      banner.show(null);
      events.disconnected(code, reason);
    });
  }

  key(keysym: number, _code: string, down?: boolean): void {
    const output = this.#keys.press(keysym, down);
    if (output === undefined) return;
    this.#send("text" in output ? { type: "text", ...output } : { type: "key", ...output });
  }

  text(text: string): void {
    for (const piece of textPieces(text, MAX_TEXT)) this.#send({ type: "text", text: piece });
  }

  clipboard(text: string): void {
    for (const piece of textPieces(text, MAX_TEXT)) this.#send({ type: "clipboard", text: piece, more: true });
    this.#send({ type: "clipboard", text: "" });
  }

  answerDialog(accept: boolean, text?: string): void {
    this.#send({ type: "answer", accept, ...(text !== undefined && { text }) });
  }

  #send(message: CastMessage): void {
    if (this.#socket.readyState === WebSocket.OPEN) this.#socket.send(JSON.stringify(message));
  }

  #notice(notice: CastNotice): void {
    if (notice.type === "dialog") this.#banner.show(notice.dialog);
    else if (notice.type === "copied") this.#events.copied(notice.text);
    else {
      this.#canvas.width = notice.width;
      this.#canvas.height = notice.height;
      this.#scale();
    }
  }

  async #draw(jpeg: Blob): Promise<void> {
    try {
      const picture = await createImageBitmap(jpeg);
      const { width, height } = this.#canvas;
      this.#canvas.getContext("2d")?.drawImage(picture, 0, 0, width, height);
      picture.close();
    } finally {
      this.#send({ type: "drawn" });
    }
  }

  /** Fits the picture into the page. */
  #scale(): void {
    const { width, height } = this.#canvas;
    const scale = Math.min(this.#screen.clientWidth / width, this.#screen.clientHeight / height);
    this.#canvas.style.width = `${width * scale}px`;
    this.#canvas.style.height = `${height * scale}px`;
  }
}
