import type { WebSocket } from "ws";
import { LIVE_CLOSE } from "../../live-view/messages.ts";
import { background } from "../error-owner.ts";

/** Number of waiting bytes above which the viewer's socket is not read. */
const PAUSE_BYTES = 64 * 2 ** 10;
/**
 * Maximum number of waiting bytes: those below the pause limit, one message that is being read, and one read of the
 * socket.
 */
const MAX_BYTES = 256 * 2 ** 10;
/** Number of bytes that each message counts in addition to its size. */
const MESSAGE_BYTES = 16;

/**
 * Number of characters of a text that are typed at once: input of others can come between two parts, and no part is
 * typed after its viewer left.
 */
export const TYPED_PIECE = 1_000;

interface Waiting<Message> {
  message: Message;
  readonly bytes: number;
}

export interface ViewerQueueOptions<Message> {
  /** Handles a message; the next one waits for the promise. */
  handle(message: Message): Promise<void> | undefined;
  /** Time without progress after which a viewer is closed, in milliseconds. */
  readonly stallMs: number;
}

/**
 * Messages of a viewer that wait for its session, in order, bounded by their bytes. While the queue is full, the
 * viewer's socket is not read; a viewer that waits without progress is closed with a reason.
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
    if (this.#bytes > MAX_BYTES) {
      this.drop();
      this.#close();
    } else if (!this.#handling) background(this.#run());
    if (this.#bytes > PAUSE_BYTES) this.#pause();
  }

  /** Replaces the last waiting message by the result of `joined`, if both exist. */
  join(joined: (last: Message) => Message | undefined): boolean {
    const last = this.#waiting.at(-1);
    const message = last && joined(last.message);
    if (!last || message === undefined) return false;
    last.message = message;
    return true;
  }

  /** Drops all waiting messages. */
  drop(): void {
    this.#waiting.length = 0;
    this.#bytes = 0;
  }

  /** Records that the session has handled a part of a message. */
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
    // Reads the socket again, so that the answer to the ping arrives.
    this.#resume();
  }
}
