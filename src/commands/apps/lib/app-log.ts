import { textOf } from "../../../core/follow-item.ts";
import { epochMs } from "../../../core/timestamp.ts";
import { type FollowTools, follow, SILENCE_MS } from "../../lib/follow/follow-record.ts";
import type { FollowedItem, Subject } from "../../lib/follow/subject.ts";

/** Invocation or deployment whose log is a part of the app's log. */
export interface Source {
  readonly subject: Subject;
  /** Action of an invocation. */
  readonly action?: string;
  /** True for a source that was in a final state when it was listed. */
  readonly ended: boolean;
}

/** Items of one source that follow each other. */
export interface LogPart {
  readonly source: Source;
  readonly items: readonly FollowedItem[];
}

type State = NonNullable<Parameters<typeof follow>[3]>["state"];

/** Part that is on its way to the consumer. */
interface Arrival extends LogPart {
  readonly taken: () => void;
}

/** Log of an app, merged from the logs of its invocations and deployments. */
export class AppLog {
  readonly #tools: FollowTools;
  readonly #since: string | undefined;
  /** Sources whose logs were read or are followed, with the position after the last event. */
  readonly #known = new Map<string, State>();
  readonly #arrivals: Arrival[] = [];
  readonly #end = new AbortController();
  #wake = Promise.withResolvers<void>();
  #failure: { readonly error: unknown } | undefined;

  constructor(tools: FollowTools, since: string | undefined) {
    this.#tools = tools;
    this.#since = since;
  }

  /** The last `lines` lines of these sources so far, by their times. Lines of one source that follow each other are one part. */
  async newest(sources: readonly Source[], lines: number): Promise<readonly LogPart[]> {
    const read = await Promise.all(sources.map((source) => this.#read(source, lines)));
    const all = read.flat().sort((a, b) => a.ms - b.ms);
    const parts: { source: Source; items: FollowedItem[] }[] = [];
    for (const { item, source } of lines === 0 ? [] : all.slice(-lines)) {
      const last = parts.at(-1);
      if (last?.source === source) last.items.push(item);
      else parts.push({ source, items: [item] });
    }
    return parts;
  }

  /** The last lines of one source so far. */
  async #read(source: Source, lines: number): Promise<{ ms: number; item: FollowedItem; source: Source }[]> {
    const kept: { ms: number; item: FollowedItem; source: Source }[] = [];
    let state: (() => State) | undefined;
    const take = (items: readonly FollowedItem[]): void => {
      for (const item of items) {
        if (item.kind !== "event" || item.value.event !== "log") continue;
        kept.push({ ms: epochMs(textOf(item.value.timestamp)) ?? 0, item, source });
      }
      // Trimmed rarely, because each time moves what is kept.
      if (kept.length > 2 * lines + 1_000) kept.splice(0, kept.length - lines);
    };
    await follow(
      this.#tools,
      source.subject,
      { take },
      {
        since: this.#since,
        stopAfterMs: SILENCE_MS,
        onProgress: (current) => {
          state = current;
        },
      },
    );
    this.#known.set(source.subject.id, state?.());
    return kept;
  }

  /** Follows a source that is not followed yet; its items come out of {@link followed}. */
  follow(source: Source): void {
    const { subject } = source;
    if (!this.#known.has(subject.id)) this.#start(source, undefined);
  }

  #start(source: Source, state: State): void {
    const { subject } = source;
    this.#known.set(subject.id, state);
    const take = async (items: readonly FollowedItem[]): Promise<void> => {
      const { promise, resolve } = Promise.withResolvers<void>();
      this.#arrivals.push({ source, items, taken: resolve });
      this.#wake.resolve();
      await promise;
    };
    this.#orFail(
      follow(this.#tools, subject, { take }, { signal: this.#signal, since: this.#since, ...(state && { state }) }),
    );
  }

  /**
   * Items of the sources that have not ended, and of those that `findNew` adds, as they come. Rejects with the first error
   * of a stream or of `findNew`.
   */
  async *followed(sources: readonly Source[], findNew: () => Promise<never>): AsyncGenerator<LogPart> {
    for (const source of sources) if (!source.ended) this.#start(source, this.#known.get(source.subject.id));
    this.#orFail(findNew());
    try {
      for (;;) {
        await this.#wake.promise;
        if (this.#failure) throw this.#failure.error;
        this.#wake = Promise.withResolvers();
        for (let next = this.#arrivals.shift(); next; next = this.#arrivals.shift()) {
          yield next;
          next.taken();
        }
      }
    } finally {
      this.#end.abort();
    }
  }

  get #signal(): AbortSignal {
    return AbortSignal.any([this.#tools.signal, this.#end.signal]);
  }

  /** Hands an error of work in the background to the consumer of {@link followed}. */
  #orFail(work: Promise<unknown>): void {
    work.catch((error: unknown) => {
      this.#failure ??= { error };
      this.#wake.resolve();
    });
  }
}
