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
/** Maximum length of the paths of the kept changes together, in characters. assumed: 200 for each of them. */
const MAX_CHARACTERS = 2_000_000;

/** The last changes of a watch, at most 10 000 with paths of 2 000 000 characters, for any number of readers. */
export class EventLog {
  readonly #items: LogItem[] = [];
  /** Number of dropped changes. */
  #dropped = 0;
  /** Length of the paths of the kept changes. */
  #characters = 0;
  #closed = false;
  #changed = Promise.withResolvers<void>();

  push(item: LogItem): void {
    if (this.#closed) return;
    this.#items.push(item);
    this.#characters += lengthOf(item);
    while (this.#items.length > MAX_KEPT || this.#characters > MAX_CHARACTERS) {
      const oldest = this.#items.shift();
      if (!oldest) break;
      this.#characters -= lengthOf(oldest);
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

function lengthOf(item: LogItem): number {
  return "path" in item ? item.path.length : 0;
}
