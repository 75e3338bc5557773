import type { WebSocket } from "ws";
import { type CastMessage, type CastNotice, LIVE_CLOSE, MAX_CLIPBOARD } from "../../live-view/messages.ts";
import type { CastPicture } from "../chromium/screencast/page-cast.ts";
import type { CastWatch, Screencast } from "../chromium/screencast/screencast.ts";
import type { Input } from "../input/input.ts";
import { CastInput } from "./cast-input.ts";
import { readCastMessage } from "./cast-messages.ts";
import type { LiveOptions, LiveSource } from "./live-source.ts";
import { MalformedMessageError } from "./malformed-message.ts";

/** Number of unsent bytes of a viewer above which it gets no copied text. assumed: 4 MiB. */
const MAX_UNSENT = 4 * 2 ** 20;

/** Cast of a browser without a window. Viewers get pictures and notices, and send messages that become input. */
export function castSource(cast: Screencast, input: Input): LiveSource {
  return {
    client: "cast",
    serve: async (viewer, options) => new CastBridge(viewer, cast, input, options).start(),
  };
}

class CastBridge {
  readonly #viewer: WebSocket;
  readonly #cast: Screencast;
  readonly #input: CastInput;
  readonly #readOnly: boolean;
  #watch: CastWatch | undefined;
  #size = "";

  constructor(viewer: WebSocket, cast: Screencast, input: Input, { readOnly, signal, stallMs }: LiveOptions) {
    this.#viewer = viewer;
    this.#cast = cast;
    this.#readOnly = readOnly;
    this.#input = new CastInput(viewer, input, {
      signal,
      stallMs,
      copied: (text) => {
        if (text.length <= MAX_CLIPBOARD && viewer.bufferedAmount < MAX_UNSENT) this.#notify({ type: "copied", text });
      },
      acted: () => cast.lookSoon(),
      refused: (reason) => viewer.close(LIVE_CLOSE.malformed, reason),
    });
  }

  start(): void {
    const viewer = this.#viewer;
    if (viewer.readyState !== viewer.OPEN) return;
    viewer.on("message", (data, binary) => this.#receive(data as Buffer, binary));
    viewer.on("close", () => {
      this.#watch?.leave();
      this.#input.leave();
    });
    this.#watch = this.#cast.watch({
      answersDialogs: !this.#readOnly,
      picture: (picture) => this.#send(picture),
      dialog: (dialog) => {
        if (dialog) this.#input.drop();
        this.#notify({ type: "dialog", dialog: dialog ?? null });
      },
      ended: () => viewer.close(LIVE_CLOSE.displayLost, "the browser has ended"),
    });
  }

  #send({ jpeg, width, height }: CastPicture): void {
    const size = `${width}x${height}`;
    if (size !== this.#size) this.#notify({ type: "size", width, height });
    this.#size = size;
    if (this.#viewer.readyState === this.#viewer.OPEN) this.#viewer.send(jpeg);
  }

  #notify(notice: CastNotice): void {
    if (this.#viewer.readyState === this.#viewer.OPEN) this.#viewer.send(JSON.stringify(notice));
  }

  #receive(data: Buffer, binary: boolean): void {
    if (this.#viewer.readyState !== this.#viewer.OPEN) return;
    try {
      if (binary) throw new MalformedMessageError("a message must be JSON, and not binary");
      this.#handle(readCastMessage(data.toString()), data.length);
    } catch (error) {
      if (!(error instanceof MalformedMessageError)) throw error;
      this.#viewer.close(LIVE_CLOSE.malformed, error.message);
    }
  }

  #handle(message: CastMessage, bytes: number): void {
    if (message.type === "drawn") this.#watch?.drawn();
    else if (this.#readOnly) return;
    else if (message.type === "answer") this.#cast.answerDialog(message.accept, message.text);
    else if (!this.#cast.dialog) this.#input.push(message, bytes);
  }
}
