import type { Entry, WatchedDirectory } from "./watched-directory.ts";

/** Something that has vanished and may appear elsewhere. */
export interface Vanished {
  readonly path: string;
  readonly entry: Entry;
  /** Its watched directory. */
  readonly directory: WatchedDirectory | undefined;
}

/** Time without a pending notice after which a vanished entry counts as deleted, not moved. */
const MOVE_MS = 50;

/** Vanished entries of a watch, for as long as they may still appear elsewhere. */
export class VanishedFiles {
  readonly #byKey = new Map<string, { one: Vanished; timer: NodeJS.Timeout }>();
  readonly #isBusy: () => boolean;
  readonly #byPath = new Map<string, Vanished>();
  readonly #onGone: (one: Vanished) => void;

  /**
   * @param onGone called for an entry that did not appear again
   * @param isBusy true while notices wait: one of them may be the second half of a move
   */
  constructor(onGone: (one: Vanished) => void, isBusy: () => boolean) {
    this.#onGone = onGone;
    this.#isBusy = isBusy;
  }

  add(one: Vanished): void {
    // Another name of the same file.
    this.giveUp(this.#byKey.get(one.entry.key)?.one);
    const expire = (): void => {
      if (this.#isBusy()) timer.refresh();
      else this.giveUp(one);
    };
    const timer = setTimeout(expire, MOVE_MS).unref();
    this.#byKey.set(one.entry.key, { one, timer });
    this.#byPath.set(one.path, one);
  }

  /** Takes the vanished entry that is here again. */
  take(key: string): Vanished | undefined {
    const one = this.#byKey.get(key)?.one;
    if (one) this.#remove(one);
    return one;
  }

  /** The vanished entry of a path. */
  at(path: string): Vanished | undefined {
    return this.#byPath.get(path);
  }

  /** Does not wait any longer for one. */
  giveUp(one: Vanished | undefined): void {
    if (!one) return;
    this.#remove(one);
    this.#onGone(one);
  }

  /** Does not wait any longer for any. */
  giveUpAll(): void {
    for (const { one } of [...this.#byKey.values()]) this.giveUp(one);
  }

  /** Forgets all of them. */
  clear(): void {
    for (const { one, timer } of this.#byKey.values()) {
      clearTimeout(timer);
      one.directory?.close();
    }
    this.#byKey.clear();
    this.#byPath.clear();
  }

  #remove(one: Vanished): void {
    clearTimeout(this.#byKey.get(one.entry.key)?.timer);
    this.#byKey.delete(one.entry.key);
    if (this.#byPath.get(one.path) === one) this.#byPath.delete(one.path);
  }
}
