import type { WatchedDirectory } from "./watched-directory.ts";

/** Maximum number of queued notices; more are dropped. */
const MAX_NOTICES = 20_000;
/** Burst size after which the system may have dropped notices (the Linux queue has 16 384). */
const FLOOD = 8_192;
const BATCH = 256;

/** Notice of the system about a name in a directory. */
export interface Notice {
  directory: WatchedDirectory;
  name: string;
  /** True when the entry was created, removed or moved; false when it was changed. */
  moved: boolean;
}

/** Queue of the notices of a watch. */
export class NoticeQueue {
  #notices: Notice[] = [];
  #flood = 0;
  #lost = false;

  get isEmpty(): boolean {
    return this.#notices.length === 0 && !this.#lost;
  }

  push(directory: WatchedDirectory, moved: boolean, name: Buffer | null): void {
    this.#countFlood();
    if (name === null || this.#notices.length >= MAX_NOTICES) {
      this.#lost = true;
      return;
    }
    const text = name.toString("latin1");
    // Deduplicates the notices of a file that is written continuously.
    if (!moved && directory.changing.has(text)) return;
    if (!moved) directory.changing.add(text);
    this.#notices.push({ directory, name: text, moved });
  }

  /** Takes the next notices, all of one directory. */
  take(): readonly Notice[] {
    const directory = this.#notices[0]?.directory;
    let length = 0;
    while (length < BATCH && directory && this.#notices[length]?.directory === directory) length += 1;
    const notices = this.#notices.splice(0, length);
    for (const { name, moved } of notices) if (!moved) directory?.changing.delete(name);
    return notices;
  }

  /** True once the queue is empty after notices were lost: the whole tree must be scanned. Resets the loss. */
  takeLoss(): boolean {
    if (!this.#lost || this.#notices.length > 0) return false;
    this.#lost = false;
    return true;
  }

  clear(): void {
    this.#notices = [];
    this.#lost = false;
  }

  #countFlood(): void {
    if (this.#flood === 0) setImmediate(() => (this.#flood = 0));
    this.#flood += 1;
    if (this.#flood >= FLOOD) this.#lost = true;
  }
}
