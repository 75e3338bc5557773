import { createHash } from "node:crypto";
import type { StreamEvent } from "../../core/follow-item.ts";
import { millisecondBefore, type Timestamp, timestampOf } from "../../core/timestamp.ts";

/** An event as it arrived: its JSON in one line, and its value. */
export interface Arrived {
  readonly raw: string;
  readonly value: StreamEvent;
}

/** State of a follower, as a checkpoint keeps it. */
export interface FollowState {
  /** Time of the last log event, as it was sent. */
  readonly after: string | undefined;
  /** Start of the requested events. */
  readonly floor: Timestamp | undefined;
  /** Latest time of the events that are no longer kept. */
  readonly forgotten: Timestamp;
  /** The last log events in their order; long ones by their hash. */
  readonly logs: readonly (readonly [key: string, moment: Timestamp])[];
  /** Number of occurrences of each other event. */
  readonly others: readonly (readonly [key: string, count: number])[];
}

interface Batch {
  readonly keys: string[];
  readonly moments: Timestamp[];
  latest: Timestamp;
  characters: number;
}

/** Limits of the events that are kept after their time has passed, for streams whose times are slightly out of order. */
const kept = { events: 2_000, characters: 1024 * 1024 };
/** Maximum of the events that are kept, for streams with many events at one time. */
const most = { events: 50_000, characters: 4 * 1024 * 1024, others: 10_000 };

/** Length from which an event is kept by its hash, in characters. */
const longEvent = 512;

/** Events already seen, as far as needed to recognise them when a stream is resumed. */
export class SeenEvents {
  readonly #batches: Batch[] = [];
  readonly #others = new Map<string, number>();
  #events = 0;
  #characters = 0;
  #last: Timestamp = "";
  #after: string | undefined;
  #latest: Timestamp = "";
  #forgotten: Timestamp = "";
  #floor: Timestamp | undefined;
  readonly #bounded: boolean;

  /**
   * @param bounded true when events were requested from a time on, so that earlier ones do not count.
   * @param state state of an earlier follower.
   */
  constructor(bounded: boolean, state?: FollowState) {
    this.#bounded = bounded || state?.floor !== undefined;
    if (!state) return;
    const batch = emptyBatch();
    for (const [key, moment] of state.logs) push(batch, key, moment);
    for (const [key, count] of state.others) this.#others.set(key, count);
    this.#forgotten = state.forgotten;
    this.#floor = state.floor;
    this.#keep(batch, state.after);
  }

  /** Start of the requested events: as requested, and after the first log event its time. */
  get floor(): Timestamp | undefined {
    return this.#floor;
  }

  /** Sets the start of the requested events, unless it is known. */
  beginAt(moment: Timestamp): void {
    this.#floor ??= moment;
  }

  /** Time of the last log event, as it was sent. */
  get after(): string | undefined {
    return this.#after;
  }

  /**
   * Start of a resumed stream, where something has been seen: a millisecond before the last log event, so that a service
   * repeats it whether its `since` includes that time or not.
   */
  get since(): Timestamp | undefined {
    return this.#last === "" ? undefined : millisecondBefore(this.#last);
  }

  /** Adds the events of a batch, in their order. */
  add(events: readonly Arrived[]): void {
    const batch = emptyBatch();
    let moment = this.#last;
    let after = this.#after;
    for (const { raw, value } of events) {
      if (value.event === "log") {
        // An event without a time gets the time of the event before it.
        const own = timestampOf(value.timestamp);
        if (own !== undefined) after = value.timestamp;
        moment = own ?? moment;
        push(batch, raw, moment);
      } else this.#addOther(keyOf(raw));
    }
    this.#keep(batch, after);
  }

  /** Filter for the events of a resumed stream. */
  resumeFilter(): ResumeFilter {
    const since = this.since ?? "";
    const logs = this.#logsFrom(since);
    return new ResumeFilter({
      since,
      logs,
      others: new Map(this.#others),
      last: this.#last,
      lastKey: logs.at(-1)?.[0],
      latest: this.#latest,
      forgotten: this.#forgotten,
      floor: this.#floor,
    });
  }

  /** State for a checkpoint. */
  state(): FollowState {
    const since = this.since ?? "";
    let forgotten = this.#forgotten;
    for (const { moments } of this.#batches) {
      for (const moment of moments) if (moment < since && moment > forgotten) forgotten = moment;
    }
    return {
      after: this.#after,
      floor: this.#floor,
      forgotten,
      logs: this.#logsFrom(since),
      others: [...this.#others],
    };
  }

  #addOther(key: string): void {
    this.#others.set(key, (this.#others.get(key) ?? 0) + 1);
    if (this.#others.size <= most.others) return;
    for (const oldest of this.#others.keys()) {
      this.#others.delete(oldest);
      return;
    }
  }

  #keep(batch: Batch, after: string | undefined): void {
    if (batch.keys.length === 0) return;
    if (this.#bounded && this.#last === "") this.#floor = batch.moments[0];
    this.#after = after;
    this.#last = batch.moments.at(-1) ?? this.#last;
    if (batch.latest > this.#latest) this.#latest = batch.latest;
    this.#batches.push(batch);
    this.#events += batch.keys.length;
    this.#characters += batch.characters;
    this.#forget();
  }

  #forget(): void {
    if (this.#events <= kept.events && this.#characters <= kept.characters) return;
    const since = this.since ?? "";
    for (;;) {
      const [oldest] = this.#batches;
      if (!oldest || this.#batches.length === 1) return;
      const tooMany = this.#events > most.events || this.#characters > most.characters;
      const old = oldest.latest < since && (this.#events > kept.events || this.#characters > kept.characters);
      if (!tooMany && !old) return;
      this.#batches.shift();
      this.#events -= oldest.keys.length;
      this.#characters -= oldest.characters;
      if (oldest.latest > this.#forgotten) this.#forgotten = oldest.latest;
    }
  }

  #logsFrom(since: Timestamp): [key: string, moment: Timestamp][] {
    return this.#batches.flatMap(({ keys, moments, latest }) =>
      latest < since
        ? []
        : keys.flatMap((key, at): [string, Timestamp][] => {
            const moment = moments[at] ?? "";
            return moment < since ? [] : [[keyOf(key), moment]];
          }),
    );
  }
}

export type Verdict =
  | "new"
  /** Seen on an earlier connection. */
  | "seen"
  /** New; events before it may be missing. */
  | "after-gap"
  /** New, after more events than were kept: events before it may be missing or repeated. */
  | "after-forgotten";

interface ReplayFacts {
  since: Timestamp;
  logs: readonly (readonly [key: string, moment: Timestamp])[];
  others: Map<string, number>;
  last: Timestamp;
  lastKey: string | undefined;
  latest: Timestamp;
  forgotten: Timestamp;
  floor: Timestamp | undefined;
}

/** Filters events already printed before a reconnect; called for each event, in their order. */
export class ResumeFilter {
  readonly #facts: ReplayFacts;
  readonly #logs = new Map<string, number>();
  /** True when not all events at the repeated times were kept. */
  readonly #forgetful: boolean;
  /** All replayed events have been received. */
  #caughtUp: boolean;
  #saidForgotten = false;
  #moment: Timestamp;

  constructor(facts: ReplayFacts) {
    this.#facts = facts;
    for (const [key] of facts.logs) this.#logs.set(key, (this.#logs.get(key) ?? 0) + 1);
    this.#forgetful = facts.forgotten !== "" && facts.forgotten >= facts.since;
    this.#caughtUp = facts.lastKey === undefined;
    this.#moment = facts.since;
  }

  /** @param ends true for the last event of the stream. */
  dedupe(event: Arrived, ends: boolean): Verdict {
    return event.value.event === "log" ? this.#dedupeLog(event) : this.#dedupeOther(event, ends);
  }

  #dedupeLog({ raw, value }: Arrived): Verdict {
    const { since, lastKey, last, latest, forgotten, floor } = this.#facts;
    // Most common case: no seen event can arrive any more.
    if (this.#caughtUp && this.#logs.size === 0 && (!this.#forgetful || this.#saidForgotten)) return "new";
    const moment = timestampOf(value.timestamp) ?? this.#moment;
    this.#moment = moment;
    if (moment <= latest && this.#logs.size > 0) {
      const key = keyOf(raw);
      if (take(this.#logs, key)) {
        if (key === lastKey && !this.#logs.has(key)) this.#caughtUp = true;
        return "seen";
      }
    }
    if (!this.#caughtUp) {
      // Earlier than this request's start, for a service that ignores `since`, or than the first request's.
      if (moment < since || (floor !== undefined && moment < floor)) return "seen";
      if (this.#forgetful && moment <= forgotten) return "seen";
      if (moment > last) return this.#resume();
    }
    return this.#forgetful && !this.#saidForgotten ? this.#resume() : "new";
  }

  #dedupeOther({ raw }: Arrived, ends: boolean): Verdict {
    if (this.#facts.others.size > 0 && take(this.#facts.others, keyOf(raw))) return "seen";
    return ends && !this.#caughtUp ? this.#resume() : "new";
  }

  #resume(): Verdict {
    const lost = !this.#caughtUp;
    this.#caughtUp = true;
    const forgotten = this.#forgetful && !this.#saidForgotten;
    this.#saidForgotten = true;
    return forgotten ? "after-forgotten" : lost ? "after-gap" : "new";
  }
}

function emptyBatch(): Batch {
  return { keys: [], moments: [], latest: "", characters: 0 };
}

function push(batch: Batch, key: string, moment: Timestamp): void {
  batch.keys.push(key);
  batch.moments.push(moment);
  batch.characters += key.length;
  if (moment > batch.latest) batch.latest = moment;
}

/** Removes one occurrence; false where there is none. */
function take(counts: Map<string, number>, key: string): boolean {
  const count = counts.get(key);
  if (count === undefined) return false;
  if (count === 1) counts.delete(key);
  else counts.set(key, count - 1);
  return true;
}

/** Key of an event: its text, or its hash where it is long. */
function keyOf(raw: string): string {
  return raw.length <= longEvent ? raw : `sha256:${createHash("sha256").update(raw).digest("base64url")}`;
}
