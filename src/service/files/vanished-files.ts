import { afterNotices, type Entry, type WatchedDirectory } from "./watched-directory.ts";

/** Entry that has vanished and may appear elsewhere. */
export interface Vanished {
  readonly path: string;
  readonly entry: Entry;
  /** Its watched directory. */
  readonly directory: WatchedDirectory | undefined;
}

/** Time without a pending notice after which a vanished entry counts as deleted, not moved. */
const MOVE_MS = 50;

/** Vanished entries of a watch that may still appear elsewhere. */
export class VanishedFiles {
  readonly #byKey = new Map<string, { vanished: Vanished; stopTimer: () => void }>();
  readonly #isBusy: () => boolean;
  readonly #byPath = new Map<string, Vanished>();
  readonly #onGone: (vanished: Vanished) => void;

  /**
   * @param onGone called for an entry that did not appear again
   * @param isBusy true while notices wait: one of them may be the second half of a move
   */
  constructor(onGone: (vanished: Vanished) => void, isBusy: () => boolean) {
    this.#onGone = onGone;
    this.#isBusy = isBusy;
  }

  add(vanished: Vanished): void {
    // Another name of the same file.
    this.giveUp(this.#byKey.get(vanished.entry.key)?.vanished);
    const stopTimer = afterNotices(MOVE_MS, this.#isBusy, () => this.#giveUpTo(vanished));
    this.#byKey.set(vanished.entry.key, { vanished, stopTimer });
    this.#byPath.set(vanished.path, vanished);
  }

  /** Takes a vanished entry that has reappeared. */
  take(key: string): Vanished | undefined {
    const vanished = this.#byKey.get(key)?.vanished;
    if (vanished) this.#remove(vanished);
    return vanished;
  }

  /** Vanished entry of a path. */
  at(path: string): Vanished | undefined {
    return this.#byPath.get(path);
  }

  /** Stops waiting for an entry and reports it as gone. */
  giveUp(vanished: Vanished | undefined): void {
    if (!vanished) return;
    this.#remove(vanished);
    this.#onGone(vanished);
  }

  /**
   * Gives up an entry, and first the entries that vanished before it: their time is over too, and entries are reported
   * in order.
   */
  #giveUpTo(last: Vanished): void {
    for (const { vanished } of [...this.#byKey.values()]) {
      this.giveUp(vanished);
      if (vanished === last) return;
    }
  }

  /** Stops waiting for all entries and reports them as gone. */
  giveUpAll(): void {
    for (const { vanished } of [...this.#byKey.values()]) this.giveUp(vanished);
  }

  /** Removes all entries without a report. */
  clear(): void {
    for (const { vanished, stopTimer } of this.#byKey.values()) {
      stopTimer();
      vanished.directory?.close();
    }
    this.#byKey.clear();
    this.#byPath.clear();
  }

  #remove(vanished: Vanished): void {
    this.#byKey.get(vanished.entry.key)?.stopTimer();
    this.#byKey.delete(vanished.entry.key);
    if (this.#byPath.get(vanished.path) === vanished) this.#byPath.delete(vanished.path);
  }
}
