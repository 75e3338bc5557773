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
  readonly #byKey = new Map<string, { vanished: Vanished; timer: NodeJS.Timeout }>();
  readonly #isBusy: () => boolean;
  readonly #byPath = new Map<string, Vanished>();
  readonly #onGone: (vanished: Vanished) => void;

  /**
   * @param onGone called for an entry that did not appear again
   * @param isBusy true while notices wait: vanished of them may be the second half of a move
   */
  constructor(onGone: (vanished: Vanished) => void, isBusy: () => boolean) {
    this.#onGone = onGone;
    this.#isBusy = isBusy;
  }

  add(vanished: Vanished): void {
    // Another name of the same file.
    this.giveUp(this.#byKey.get(vanished.entry.key)?.vanished);
    const expire = (): void => {
      if (this.#isBusy()) timer.refresh();
      else this.giveUp(vanished);
    };
    const timer = setTimeout(expire, MOVE_MS).unref();
    this.#byKey.set(vanished.entry.key, { vanished, timer });
    this.#byPath.set(vanished.path, vanished);
  }

  /** Takes the vanished entry that is here again. */
  take(key: string): Vanished | undefined {
    const vanished = this.#byKey.get(key)?.vanished;
    if (vanished) this.#remove(vanished);
    return vanished;
  }

  /** The vanished entry of a path. */
  at(path: string): Vanished | undefined {
    return this.#byPath.get(path);
  }

  /** Does not wait any longer for one. */
  giveUp(vanished: Vanished | undefined): void {
    if (!vanished) return;
    this.#remove(vanished);
    this.#onGone(vanished);
  }

  /** Does not wait any longer for any. */
  giveUpAll(): void {
    for (const { vanished } of [...this.#byKey.values()]) this.giveUp(vanished);
  }

  /** Forgets all of them. */
  clear(): void {
    for (const { vanished, timer } of this.#byKey.values()) {
      clearTimeout(timer);
      vanished.directory?.close();
    }
    this.#byKey.clear();
    this.#byPath.clear();
  }

  #remove(vanished: Vanished): void {
    clearTimeout(this.#byKey.get(vanished.entry.key)?.timer);
    this.#byKey.delete(vanished.entry.key);
    if (this.#byPath.get(vanished.path) === vanished) this.#byPath.delete(vanished.path);
  }
}
