import type { WebSocket } from "ws";
import { LIVE_CLOSE } from "../../live-view/messages.ts";
import { background } from "../error-owner.ts";

/** Bytes of messages that wait, above which the viewer's socket is not read. */
const PAUSE_BYTES = 64 * 2 ** 10;
/** Bytes of messages that wait at most: those that wait for the pause, one that is being read, and one read of the socket. */
const LIMIT_BYTES = 256 * 2 ** 10;
/** Bytes that each message counts besides its own. */
const MESSAGE_BYTES = 16;

/** Characters of a text that are typed in one go: input of others comes between two pieces, and none after its viewer left. */
export const TYPED_PIECE = 1_000;

interface Waiting<Message> {
  message: Message;
  readonly bytes: number;
}

export interface ViewerQueueOptions<Message> {
  /** Passes a message on; the next one waits for the promise. */
  handle(message: Message): Promise<void> | undefined;
  /** Time without progress after which a viewer is closed, in milliseconds. */
  readonly stallMs: number;
}

/**
 * Messages of a viewer that wait for its session, in order, bounded by their bytes. A viewer that sends faster is not read
 * meanwhile; one that waits without progress is closed with a reason.
 */
export class ViewerQueue<Message> {
  readonly #viewer: WebSocket;
  readonly #options: ViewerQueueOptions<Message>;
  readonly #waiting: Waiting<Message>[] = [];
  #bytes = 0;
  #handling = false;
  #stall: ReturnType<typeof setTimeout> | undefined;

  constructor(viewer: WebSocket, options: ViewerQueueOptions<Message>) {
    this.#viewer = viewer;
    this.#options = options;
    viewer.once("close", () => clearTimeout(this.#stall));
  }

  /** Adds a message of a size in bytes. */
  push(message: Message, bytes: number): void {
    this.#waiting.push({ message, bytes: bytes + MESSAGE_BYTES });
    this.#bytes += bytes + MESSAGE_BYTES;
    if (this.#bytes > LIMIT_BYTES) {
      this.drop();
      this.#close();
    } else if (!this.#handling) background(this.#run());
    if (this.#bytes > PAUSE_BYTES) this.#pause();
  }

  /** Replaces the last message that waits, where there is one and `joined` gives another for it. */
  join(joined: (last: Message) => Message | undefined): boolean {
    const last = this.#waiting.at(-1);
    const message = last && joined(last.message);
    if (!last || message === undefined) return false;
    last.message = message;
    return true;
  }

  /** Drops all messages that wait. */
  drop(): void {
    this.#waiting.length = 0;
    this.#bytes = 0;
  }

  /** Records that the session has taken a part of a message. */
  progress(): void {
    if (this.#stall) this.#stall.refresh();
  }

  async #run(): Promise<void> {
    this.#handling = true;
    for (let next = this.#waiting.shift(); next; next = this.#waiting.shift()) {
      this.#bytes -= next.bytes;
      const handled = this.#options.handle(next.message);
      if (handled) await handled;
      this.progress();
      if (this.#bytes < PAUSE_BYTES / 2) this.#resume();
    }
    this.#handling = false;
    this.#resume();
  }

  #pause(): void {
    this.#viewer.pause();
    this.#stall ??= setTimeout(() => this.#close(), this.#options.stallMs).unref();
  }

  #resume(): void {
    clearTimeout(this.#stall);
    this.#stall = undefined;
    if (this.#viewer.isPaused) this.#viewer.resume();
  }

  #close(): void {
    this.#viewer.close(LIVE_CLOSE.busy, "the session does not keep up with the input of this view");
    // The answer to it is read.
    this.#resume();
  }
}
