import { untilAborted } from "../../core/abort.ts";

/** Change event of the API (contract 3.6). */
export interface FileEvent {
  type: "CREATE" | "WRITE" | "DELETE" | "RENAME";
  path: string;
  name: string;
  is_dir: boolean;
}

/** Change, or a gap: some changes before the next one were dropped. */
export type LogItem = FileEvent | { event: "gap" };

/** Number of changes kept for late or slow readers. assumed: the API has no number. */
const MAX_KEPT = 10_000;

/** The last 10 000 changes of a watch, for any number of readers. */
export class EventLog {
  readonly #items: LogItem[] = [];
  /** Number of dropped changes. */
  #dropped = 0;
  #closed = false;
  #changed = Promise.withResolvers<void>();

  push(item: LogItem): void {
    if (this.#closed) return;
    this.#items.push(item);
    if (this.#items.length > MAX_KEPT) {
      this.#items.shift();
      this.#dropped += 1;
    }
    this.#wake();
  }

  /** Ends the log. */
  close(): void {
    this.#closed = true;
    this.#wake();
  }

  /** Yields the kept changes, then new ones, to the end. Throws the signal's reason on abort. */
  async *follow(signal: AbortSignal): AsyncGenerator<LogItem> {
    for (let next = 0; ; ) {
      signal.throwIfAborted();
      if (next < this.#dropped) {
        next = this.#dropped;
        yield { event: "gap" };
      }
      const item = this.#items[next - this.#dropped];
      if (item) {
        next += 1;
        yield item;
      } else if (this.#closed) {
        return;
      } else if (next >= this.#dropped) {
        await untilAborted(this.#changed.promise, signal);
      }
    }
  }

  #wake(): void {
    this.#changed.resolve();
    this.#changed = Promise.withResolvers<void>();
  }
}
