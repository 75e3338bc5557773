import { sinceTimestamp } from "../../core/timestamp.ts";
import { Refusal } from "../requests.ts";
import { estimatedTokens } from "../tokens.ts";

/** Time of `since` in milliseconds since 1970; 0 without one. Throws {@link Refusal} `wrong_kind` for a text that is none. */
export function startOf(since: string | undefined): number {
  if (since === undefined) return 0;
  const time = sinceTimestamp(since, performance.timeOrigin + performance.now());
  if (time === undefined) throw new Refusal("wrong_kind", "since is neither a time nor a duration such as 5m");
  return Date.parse(time);
}

/** The last items whose lines fit into a budget of tokens; at least one. */
export function newest<T>(items: readonly T[], budget: number, textOf: (item: T) => string): T[] {
  let left = budget;
  let at = items.length;
  while (at > 0) {
    left -= estimatedTokens(`${textOf(items[at - 1] as T)}\n`);
    if (left < 0 && at < items.length) break;
    at -= 1;
  }
  return items.slice(at);
}

/** Time of day in UTC. */
export function timeOfDay(time: number): string {
  return new Date(time).toISOString().slice(11, 23);
}
