import { Socket, type SocketConstructorOpts } from "node:net";
import { setImmediate as turn } from "node:timers/promises";
import { ReadStream } from "node:tty";
import { pause, within } from "../../core/pause.ts";
import { background } from "../error-owner.ts";

/** Time for a terminal's last output to pass through the system. */
const TERMINAL_LAG_MS = 20;
const QUIET_TURNS = 3;
/** Read size: that of a pipe's buffer. */
const READ_BYTES = 64 * 1_024;

/**
 * Reads one output of a process to its end. When the process has ended but a child holds the output open, reads what is
 * available and then discards later output, so that the child is not blocked.
 */
export class OutputReader {
  readonly #stream: Socket | ReadStream;
  readonly #terminal: boolean;
  readonly #ended = Promise.withResolvers<void>();
  #count = 0;
  #paused = false;
  #take: ((bytes: Buffer) => void) | undefined;

  /**
   * @param fd non-blocking; closed by this
   * @param take receives bytes that are valid until it returns
   * @param closed called, once or more, when the descriptor is closed
   */
  constructor(fd: number, terminal: boolean, take: (bytes: Buffer) => void, closed?: () => void) {
    this.#terminal = terminal;
    this.#take = take;
    const onBytes = (bytes: Buffer): void => {
      this.#count += 1;
      this.#take?.(bytes);
    };
    if (terminal) {
      this.#stream = new ReadStream(fd);
      this.#stream.on("data", onBytes);
    } else {
      // One buffer, reused for every read.
      const buffer = Buffer.allocUnsafeSlow(READ_BYTES);
      const callback = (length: number): boolean => {
        onBytes(buffer.subarray(0, length));
        return true;
      };
      const options: SocketConstructorOpts = { fd, readable: true, writable: false, onread: { buffer, callback } };
      this.#stream = new Socket(options);
    }
    const end = (): void => {
      this.#ended.resolve();
      closed?.();
    };
    // A terminal returns EIO when no process has it open.
    for (const event of ["error", "end", "close"]) this.#stream.on(event, end);
    this.#stream.resume();
    // Output of a child of an ended process must not keep the service running.
    this.#stream.unref();
  }

  /** Pauses or resumes reading; the process blocks when the system's buffer is full. */
  pause(paused: boolean): void {
    this.#paused = paused;
    if (paused) this.#stream.pause();
    else this.#stream.resume();
  }

  /** Drains the output of an ended process. */
  async finish(): Promise<void> {
    let ended = false;
    background(
      this.#ended.promise.then(() => {
        ended = true;
      }),
    );
    if (this.#terminal) await within(this.#ended.promise, TERMINAL_LAG_MS);
    for (let quiet = 0; !ended && quiet < QUIET_TURNS; ) {
      const before = this.#count;
      await (this.#paused ? pause(5) : turn());
      quiet = this.#count === before && !this.#paused ? quiet + 1 : 0;
    }
    this.#take = undefined;
    this.#stream.resume();
  }

  /** Closes it. */
  destroy(): void {
    this.#take = undefined;
    this.#stream.destroy();
  }
}
