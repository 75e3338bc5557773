import { closeSync, writeSync } from "node:fs";
import { setImmediate as turn } from "node:timers/promises";
import { pause } from "../../core/pause.ts";

/** Result of a write. */
export interface Written {
  /** Bytes that the system has accepted for the process. */
  bytes: number;
  /** Reason of a partial write. */
  failure?: "closed" | "stalled" | "aborted";
}

/** Time without progress after which a write fails. */
export const STALL_MS = 30_000;
const SLICE = 64 * 1_024;
/** Immediate retries on a full pipe before a pause for its reader. */
const EAGER_TRIES = 50;
const PAUSES_MS = [1, 2, 5, 10, 25];
const END_OF_TRANSMISSION = Buffer.from([4]);

/**
 * Input of a process. Writes run one after the other and count the bytes that the system has accepted. Nothing is
 * queued here, so the caller can retry the rest.
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

  /** Writes after all earlier writes. Stops without progress for {@link STALL_MS}, or on abort. */
  write(bytes: Buffer, signal: AbortSignal): Promise<Written> {
    const written = this.#queue.then(() => this.#write(bytes, signal));
    this.#queue = written.catch(() => {});
    return written;
  }

  /** Ends the input after all earlier writes. Idempotent. */
  end(): Promise<void> {
    const ended = this.#queue.then(async () => {
      if (this.#state !== "open") return;
      if (this.#terminal) await this.#write(END_OF_TRANSMISSION, AbortSignal.timeout(STALL_MS));
      this.#close("ended");
    });
    this.#queue = ended.catch(() => {});
    return ended;
  }

  /** Cancels pending writes, because the process has ended. */
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

  /** Number of bytes accepted by one write; undefined when there is no reader. */
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
