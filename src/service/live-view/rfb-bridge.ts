import type { Socket } from "node:net";
import type { WebSocket } from "ws";
import { LIVE_CLOSE, MAX_TEXT, type TextMessage } from "../../live-view/messages.ts";
import { textPieces } from "../../live-view/text-pieces.ts";
import { MalformedMessageError } from "./malformed-message.ts";
import { RfbClientMessages } from "./rfb-client-messages.ts";
import { TYPED_PIECE, ViewerQueue } from "./viewer-queue.ts";

/** Number of unsent bytes of a viewer above which the display's socket is not read. assumed: 4 MiB, one full screen. */
const MAX_UNSENT = 4 * 2 ** 20;
/** Time for the display to close a connection that the viewer has left, in milliseconds. */
const CLOSE_MS = 2_000;

interface ViewerMessage {
  readonly data: Buffer;
  readonly binary: boolean;
}

export interface RfbBridgeOptions {
  readonly readOnly: boolean;
  /** Types a text of the viewer. */
  readonly type: (text: string) => Promise<unknown>;
  readonly stallMs: number;
}

/**
 * Connects a viewer to a display: pictures in one direction, allowed messages in the other. A viewer that reads slowly
 * gets fewer pictures, because the display skips frames that it cannot send. When one side ends, the other one is
 * closed. Buttons that the viewer holds are released; the display itself releases held keys.
 */
export function bridgeRfb(viewer: WebSocket, display: Socket, options: RfbBridgeOptions): void {
  new RfbBridge(viewer, display, options).start();
}

class RfbBridge {
  readonly #viewer: WebSocket;
  readonly #display: Socket;
  readonly #options: RfbBridgeOptions;
  readonly #messages: RfbClientMessages;
  readonly #queue: ViewerQueue<ViewerMessage>;
  #hasLeft = false;

  constructor(viewer: WebSocket, display: Socket, options: RfbBridgeOptions) {
    this.#viewer = viewer;
    this.#display = display;
    this.#options = options;
    this.#messages = new RfbClientMessages(options.readOnly);
    this.#queue = new ViewerQueue(viewer, { handle: (message) => this.#handle(message), stallMs: options.stallMs });
  }

  start(): void {
    const [viewer, display] = [this.#viewer, this.#display];
    display.on("data", (bytes: Buffer) => this.#toViewer(bytes));
    display.on("error", () => {});
    display.on("close", () => viewer.close(LIVE_CLOSE.displayLost, "the display closed the connection"));
    viewer.on("message", (data, binary) => this.#receive(data as Buffer, binary));
    viewer.on("close", () => this.#leave());
    if (viewer.readyState !== viewer.OPEN) this.#leave();
    else if (display.destroyed) viewer.close(LIVE_CLOSE.displayLost, "the display closed the connection");
  }

  #toViewer(bytes: Buffer): void {
    const viewer = this.#viewer;
    if (viewer.readyState !== viewer.OPEN) return;
    viewer.send(bytes, () => {
      if (viewer.bufferedAmount < MAX_UNSENT / 2) this.#display.resume();
    });
    if (viewer.bufferedAmount > MAX_UNSENT) this.#display.pause();
  }

  #receive(data: Buffer, binary: boolean): void {
    // Parts of a message that arrive after the close are ignored.
    if (this.#viewer.readyState === this.#viewer.OPEN) this.#queue.push({ data, binary }, data.length);
  }

  #handle({ data, binary }: ViewerMessage): Promise<void> | undefined {
    if (this.#hasLeft) return undefined;
    try {
      return binary ? this.#toDisplay(data) : this.#type(readTextMessage(data));
    } catch (error) {
      if (!(error instanceof MalformedMessageError)) throw error;
      this.#viewer.close(LIVE_CLOSE.malformed, error.message);
      this.#leave();
      return undefined;
    }
  }

  #toDisplay(data: Buffer): Promise<void> | undefined {
    const messages = this.#messages.push(data);
    const display = this.#display;
    // One write for all messages: a separate write costs more memory than the smallest messages.
    if (messages.length === 0 || !display.writable || display.write(Buffer.concat(messages))) return undefined;
    return new Promise((resolve) => {
      const done = (): void => {
        display.off("drain", done);
        display.off("close", done);
        resolve();
      };
      display.on("drain", done);
      display.on("close", done);
    });
  }

  #type({ text }: TextMessage): Promise<void> | undefined {
    return this.#options.readOnly || text === "" ? undefined : this.#typePieces(text);
  }

  async #typePieces(text: string): Promise<void> {
    for (const piece of textPieces(text, TYPED_PIECE)) {
      if (this.#hasLeft) return;
      try {
        await this.#options.type(piece);
      } catch {
        // The text is lost with its page or session, and the viewer sees that.
        return;
      }
      this.#queue.progress();
    }
  }

  #leave(): void {
    if (this.#hasLeft) return;
    this.#hasLeft = true;
    this.#queue.drop();
    const release = this.#messages.release();
    if (release && this.#display.writable) this.#display.write(release);
    this.#display.end();
    this.#display.resume();
    // A display that hangs does not close its side.
    this.#display.setTimeout(CLOSE_MS, () => this.#display.destroy());
  }
}

/** Throws a {@link MalformedMessageError} for anything that is not a {@link TextMessage}. */
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
  if (text.length > MAX_TEXT) throw new MalformedMessageError(`a text of ${text.length}; at most ${MAX_TEXT}`);
  return { type, text };
}
