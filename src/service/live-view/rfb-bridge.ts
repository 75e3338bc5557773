import type { Socket } from "node:net";
import type { RawData, WebSocket } from "ws";
import { LIVE_CLOSE, TEXT_LIMIT, type TextMessage } from "../../live-view/messages.ts";
import { MalformedMessageError } from "./malformed-message.ts";
import { RfbClientMessages } from "./rfb-client-messages.ts";

/** Unsent bytes of a viewer above which the display's socket is not read. assumed: 4 MiB, one full screen. */
const UNSENT_LIMIT = 4 * 2 ** 20;
/** Messages of a viewer that wait while a text is typed, above which its socket is not read. */
const WAITING_LIMIT = 64;
/** Time for the display to close a connection that the viewer has left, in milliseconds. */
const CLOSE_MS = 2_000;

export interface RfbBridgeOptions {
  readonly readOnly: boolean;
  /** Types a text of the viewer. */
  readonly type: (text: string) => Promise<unknown>;
}

/**
 * Connects a viewer to a display: pictures one way, allowed messages the other. A viewer that reads slowly gets fewer
 * pictures, because the display skips what it cannot send. Ends both when one ends; buttons that the viewer holds are
 * released, and the display releases its keys.
 */
export function bridgeRfb(viewer: WebSocket, display: Socket, options: RfbBridgeOptions): void {
  new RfbBridge(viewer, display, options).start();
}

class RfbBridge {
  readonly #viewer: WebSocket;
  readonly #display: Socket;
  readonly #options: RfbBridgeOptions;
  readonly #messages: RfbClientMessages;
  /** Messages behind a text that is being typed. */
  readonly #waiting: { readonly data: Buffer; readonly binary: boolean }[] = [];
  #typing = false;

  constructor(viewer: WebSocket, display: Socket, options: RfbBridgeOptions) {
    this.#viewer = viewer;
    this.#display = display;
    this.#options = options;
    this.#messages = new RfbClientMessages(options.readOnly);
  }

  start(): void {
    const [viewer, display] = [this.#viewer, this.#display];
    display.on("data", (bytes: Buffer) => this.#toViewer(bytes));
    display.on("drain", () => this.#readViewer());
    display.on("error", () => {});
    display.on("close", () => viewer.close(LIVE_CLOSE.displayLost, "the display closed the connection"));
    viewer.on("message", (data, binary) => this.#receive(asBuffer(data), binary));
    viewer.on("close", () => this.#leave());
    if (viewer.readyState !== viewer.OPEN) this.#leave();
    else if (display.destroyed) viewer.close(LIVE_CLOSE.displayLost, "the display closed the connection");
  }

  #toViewer(bytes: Buffer): void {
    const viewer = this.#viewer;
    if (viewer.readyState !== viewer.OPEN) return;
    viewer.send(bytes, () => {
      if (viewer.bufferedAmount < UNSENT_LIMIT / 2) this.#display.resume();
    });
    if (viewer.bufferedAmount > UNSENT_LIMIT) this.#display.pause();
  }

  #receive(data: Buffer, binary: boolean): void {
    this.#waiting.push({ data, binary });
    if (this.#waiting.length > WAITING_LIMIT) this.#viewer.pause();
    if (!this.#typing) this.#handleWaiting();
  }

  #handleWaiting(): void {
    try {
      for (let next = this.#waiting.shift(); next; next = this.#waiting.shift()) {
        if (next.binary) this.#toDisplay(next.data);
        else if (this.#type(next.data)) return;
      }
      this.#readViewer();
    } catch (error) {
      if (!(error instanceof MalformedMessageError)) throw error;
      this.#waiting.length = 0;
      this.#viewer.close(LIVE_CLOSE.malformed, error.message);
      this.#leave();
    }
  }

  #toDisplay(data: Buffer): void {
    for (const message of this.#messages.push(data)) {
      if (!this.#display.writable) return;
      if (!this.#display.write(message)) this.#viewer.pause();
    }
  }

  /** Starts to type the text of a message; false when there is nothing to wait for. */
  #type(data: Buffer): boolean {
    const { text } = readTextMessage(data);
    if (this.#options.readOnly || text === "") return false;
    this.#typing = true;
    this.#options
      .type(text)
      // The text is lost with its page or session, which the viewer sees.
      .catch(() => {})
      .finally(() => {
        this.#typing = false;
        this.#handleWaiting();
      });
    return true;
  }

  #readViewer(): void {
    if (!this.#typing && !this.#display.writableNeedDrain) this.#viewer.resume();
  }

  #leave(): void {
    const release = this.#messages.release();
    if (release && this.#display.writable) this.#display.write(release);
    this.#display.end();
    this.#display.resume();
    // A display that hangs does not close its end.
    this.#display.setTimeout(CLOSE_MS, () => this.#display.destroy());
  }
}

function asBuffer(data: RawData): Buffer {
  if (Buffer.isBuffer(data)) return data;
  return Array.isArray(data) ? Buffer.concat(data) : Buffer.from(data);
}

/** Throws a {@link MalformedMessageError} for anything else than a {@link TextMessage}. */
function readTextMessage(data: Buffer): TextMessage {
  let message: Partial<TextMessage> | null;
  try {
    message = JSON.parse(data.toString()) as Partial<TextMessage> | null;
  } catch {
    throw new MalformedMessageError("a text message is not JSON");
  }
  const { type, text } = message ?? {};
  if (type !== "text" || typeof text !== "string" || !text.isWellFormed()) {
    throw new MalformedMessageError("a text message must have type text and a text that is valid Unicode");
  }
  if (text.length > TEXT_LIMIT) throw new MalformedMessageError(`a text of ${text.length}; at most ${TEXT_LIMIT}`);
  return { type, text };
}
