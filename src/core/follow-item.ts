/** An event of a followed stream. Fields of its kinds are in the contract (part 3). */
export interface StreamEvent {
  readonly event: string;
  readonly timestamp?: string;
  readonly message?: string;
  readonly [field: string]: unknown;
}

/** Item of a followed stream: an event, or a change of the connection. Items come in order. */
export type FollowItem<Event = StreamEvent> =
  /** `raw` is the JSON of the event as it was received, on one line. Heartbeats are not included. */
  | { readonly kind: "event"; readonly raw: string; readonly value: Event }
  /** Events may be missing here; `after` is the time of the last one before. */
  | { readonly kind: "gap"; readonly reason: string; readonly after: string | undefined }
  | { readonly kind: "connected" }
  /** The stream ended early (`reason`); the next attempt is `inMs` milliseconds away. */
  | { readonly kind: "reconnecting"; readonly reason: string; readonly attempt: number; readonly inMs: number };

/** Text of an event. A value that is not a string is written as JSON. */
export function textOf(value: unknown): string {
  return typeof value === "string" ? value : value === undefined ? "" : JSON.stringify(value);
}
