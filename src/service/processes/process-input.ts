import { closeSync, writeSync } from "node:fs";
import { setImmediate as turn } from "node:timers/promises";
import { pause } from "../../core/pause.ts";

/** How a write ended. */
export interface Written {
  /** Bytes the system has taken for the process; they will not be lost, and will not be written again. */
  bytes: number;
  /** Why it is not all of them. */
  failure?: "closed" | "stalled" | "aborted";
}

/** Input that nobody reads for so long is given up. */
export const STALL_MS = 30_000;
const SLICE = 64 * 1_024;
/** Times that a full pipe is tried again at once, before time is left for its reader. */
const EAGER_TRIES = 50;
const PAUSES_MS = [1, 2, 5, 10, 25];
const END_OF_TRANSMISSION = Buffer.from([4]);

/**
 * The input of a process. Writes happen one after the other, and count a byte when the system has taken it: nothing is
 * queued here, so that what was not written can be written again by the caller.
 */
export class ProcessInput {
  readonly #fd: number;
  readonly #terminal: boolean;
  #queue: Promise<unknown> = Promise.resolve();
  #state: "open" | "ended" | "gone" = "open";

  /** @param fd non-blocking; closed by this, except a terminal's, which is its output too */
  constructor(fd: number, terminal: boolean) {
    this.#fd = fd;
    this.#terminal = terminal;
  }

  /** Writes after all writes before it. Gives up when nothing is taken for {@link STALL_MS}, or by the signal. */
  write(bytes: Buffer, signal: AbortSignal): Promise<Written> {
    const written = this.#queue.then(() => this.#write(bytes, signal));
    this.#queue = written.catch(() => {});
    return written;
  }

  /** Ends the input after all writes before it. Does nothing the second time. */
  end(): Promise<void> {
    const ended = this.#queue.then(async () => {
      if (this.#state !== "open") return;
      if (this.#terminal) await this.#write(END_OF_TRANSMISSION, AbortSignal.timeout(STALL_MS));
      this.#close("ended");
    });
    this.#queue = ended.catch(() => {});
    return ended;
  }

  /** The process is gone: what waits is given up. */
  drop(): void {
    this.#close("gone");
  }

  #close(state: "ended" | "gone"): void {
    if (this.#state === "open" && !this.#terminal) closeSync(this.#fd);
    this.#state = state;
  }

  async #write(bytes: Buffer, signal: AbortSignal): Promise<Written> {
    let written = 0;
    let since = performance.now();
    let tries = 0;
    while (written < bytes.length) {
      if (this.#state !== "open") return { bytes: written, failure: "closed" };
      if (signal.aborted) return { bytes: written, failure: "aborted" };
      const taken = this.#try(bytes, written);
      if (taken === undefined) {
        this.#close("ended");
        return { bytes: written, failure: "closed" };
      }
      written += taken;
      if (taken > 0) {
        since = performance.now();
        tries = 0;
        if (written < bytes.length) await turn();
        continue;
      }
      if (performance.now() - since > STALL_MS) return { bytes: written, failure: "stalled" };
      tries += 1;
      if (tries <= EAGER_TRIES) await turn();
      else await pause(PAUSES_MS[Math.min(tries - EAGER_TRIES, PAUSES_MS.length) - 1] ?? 0);
    }
    return { bytes: written };
  }

  /** The bytes the system took in one go; undefined when there is no reader any more. */
  #try(bytes: Buffer, from: number): number | undefined {
    try {
      return writeSync(this.#fd, bytes, from, Math.min(SLICE, bytes.length - from));
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      if (code === "EAGAIN" || code === "EINTR") return 0;
      if (code === "EPIPE" || code === "EIO" || code === "EBADF") return undefined;
      throw error;
    }
  }
}
