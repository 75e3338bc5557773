import type { LocalClockGetResult } from "../../../generated/types.ts";
import { count, humanSeconds } from "../../../render/sentence.ts";

/** State of the service's clock as a sentence. */
export function clockSentence({ now, offset_ms, moved }: LocalClockGetResult): string {
  return moved
    ? `The local service's clock shows ${now}, ${offsetText(offset_ms)}.`
    : "The local service's clock follows this machine.";
}

/** Note printed where a service with a moved clock is shown. */
export function clockNote(now: string, offsetMs: number): string {
  return `note: the local service's clock is moved: it shows ${now}, ${offsetText(offsetMs)}; undo it with: browserctl local clock reset`;
}

function offsetText(ms: number): string {
  return `${humanSeconds(Math.abs(ms) / 1_000)} ${ms < 0 ? "behind" : "ahead of"} this machine`;
}

/** Running work of a local service in words: `2 sessions and 1 invocation`; undefined without any. */
export function workName(work: { sessions: number; invocations: number } | undefined): string | undefined {
  const { sessions = 0, invocations = 0 } = work ?? {};
  const parts = [
    ...(sessions > 0 ? [count(sessions, "session")] : []),
    ...(invocations > 0 ? [count(invocations, "invocation")] : []),
  ];
  return parts.length === 0 ? undefined : parts.join(" and ");
}
