import { execFile } from "node:child_process";
import { closeSync, constants, openSync, unlinkSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";

/** Two ends of a pipe. Ours is non-blocking; the other is for a child. */
export interface Pipe {
  ours: number;
  theirs: number;
}

const run = promisify(execFile);
const BATCH = 24;
/** Low-water mark: more pipes are created in the background when fewer are left. */
const LOW = 8;
const { O_NONBLOCK, O_RDONLY, O_RDWR, O_WRONLY } = constants;
/** Linux flag to refer to a file without opening it; Node has no constant for it. */
const O_PATH = 0o10000000;

/**
 * Pool of real pipes for a session's processes. Node itself creates only sockets, on which `echo > /dev/stderr` fails.
 * The pipes are created as FIFOs, many at a time, in a directory that no process sees, and are unlinked when used.
 */
export class FifoPool {
  readonly #dir: string;
  readonly #ready: string[] = [];
  #filling: Promise<void> | undefined;
  #made = 0;

  constructor(dir: string) {
    this.#dir = dir;
  }

  /**
   * Opens a pipe to or from a child. Throws when the disk is full or no descriptor is left.
   * @param named opens the child's end with O_PATH: the child opens it by `/proc/self/fd`, so that no other process
   * with the descriptor counts as a reader; Linux only
   */
  async open(direction: "in" | "out", named = false): Promise<Pipe> {
    let path = this.#ready.pop();
    while (path === undefined) {
      await this.#refill();
      path = this.#ready.pop();
    }
    if (this.#ready.length < LOW) this.#refill().catch(() => {});
    const both = openSync(path, O_RDWR | O_NONBLOCK);
    let ours: number | undefined;
    try {
      // Each end is opened separately: only ours may be non-blocking.
      ours = openSync(path, (direction === "in" ? O_WRONLY : O_RDONLY) | O_NONBLOCK);
      const theirs = openSync(path, named ? O_PATH : direction === "in" ? O_RDONLY : O_WRONLY);
      return { ours, theirs };
    } catch (error) {
      if (ours !== undefined) closeSync(ours);
      throw error;
    } finally {
      closeSync(both);
      unlinkSync(path);
    }
  }

  #refill(): Promise<void> {
    this.#filling ??= this.#fill().finally(() => {
      this.#filling = undefined;
    });
    return this.#filling;
  }

  async #fill(): Promise<void> {
    const paths = Array.from({ length: BATCH }, () => join(this.#dir, String(this.#made++)));
    await run("mkfifo", ["-m", "600", ...paths], { env: { PATH: "/usr/local/bin:/usr/bin:/bin" } });
    this.#ready.push(...paths);
  }
}
