import type { FollowItem } from "../../../core/follow-item.ts";

/** Change of the connection of a followed stream. */
type ConnectionItem = Exclude<FollowItem, { kind: "event" }>;

/** Notices about a broken and a restored connection of a followed stream. */
export class ConnectionNotices {
  readonly #note: (text: string) => void;
  #broken = false;

  constructor(note: (text: string) => void) {
    this.#note = note;
  }

  take(item: ConnectionItem): void {
    if (item.kind === "reconnecting") {
      this.#broken = true;
      this.#note(`note: the stream ended early (${item.reason}); attempt ${item.attempt} in ${seconds(item.inMs)}`);
    } else if (item.kind === "connected" && this.#broken) {
      this.#broken = false;
      this.#note("note: the stream is connected again");
    }
  }
}

function seconds(ms: number): string {
  return `${(ms / 1000).toFixed(ms < 10_000 ? 1 : 0)} s`;
}
