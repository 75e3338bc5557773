import { untilAborted } from "../../core/abort.ts";

/** A change as the API sends it (contract 3.6). */
export interface FileEvent {
  type: "CREATE" | "WRITE" | "DELETE" | "RENAME";
  path: string;
  name: string;
  is_dir: boolean;
}

/** A change, or that some are missing before the next one. */
export type LogItem = FileEvent | { event: "gap" };

/** Changes that are kept for readers who come late, or are slow. assumed: the API names no number. */
const MAX_KEPT = 10_000;

/** The changes since a watch was started, the last 10 000 of them. Any number of readers get each of them. */
export class EventLog {
  readonly #items: LogItem[] = [];
  /** How many there were before the first that is kept. */
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

  /** Nothing more comes. */
  close(): void {
    this.#closed = true;
    this.#wake();
  }

  /** Everything that is kept, then what comes, to the end. Throws the signal's reason when that is aborted. */
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
