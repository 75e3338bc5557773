import type { Clock, Scheduled } from "../clock.ts";

/** Time in milliseconds since 1970 until which a key is valid; infinite for no end, undefined when it is not valid now. */
type ValidUntil = (id: string) => number | undefined;

interface Watcher {
  readonly end: () => void;
  timer?: Scheduled;
}

/** Ends what was opened with an API key, such as a stream, when the key is revoked or expires by the service's clock. */
export class KeyWatch {
  readonly #clock: Clock;
  readonly #validUntil: ValidUntil;
  readonly #watchers = new Map<string, Set<Watcher>>();

  constructor(clock: Clock, validUntil: ValidUntil) {
    this.#clock = clock;
    this.#validUntil = validUntil;
  }

  /** Calls `end` once, when the key is no longer valid. Returns a function that stops the watch. */
  add(id: string, end: () => void): () => void {
    const watcher: Watcher = { end };
    const watchers = this.#watchers.get(id) ?? new Set();
    this.#watchers.set(id, watchers.add(watcher));
    this.#check(id, watcher);
    return () => this.#remove(id, watcher);
  }

  /** Checks everything that was opened with a key, after a change of that key. */
  changed(id: string): void {
    for (const watcher of [...(this.#watchers.get(id) ?? [])]) this.#check(id, watcher);
  }

  #check(id: string, watcher: Watcher): void {
    watcher.timer?.cancel();
    const until = this.#validUntil(id);
    if (until === undefined) {
      this.#remove(id, watcher);
      watcher.end();
    } else if (Number.isFinite(until)) {
      watcher.timer = this.#clock.schedule(until - this.#clock.now(), () => this.#check(id, watcher));
    }
  }

  #remove(id: string, watcher: Watcher): void {
    watcher.timer?.cancel();
    const watchers = this.#watchers.get(id);
    watchers?.delete(watcher);
    if (watchers?.size === 0) this.#watchers.delete(id);
  }
}
