import { count } from "../../../render/sentence.ts";

/** Running work of a local service in words: `2 sessions and 1 invocation`; undefined without any. */
export function workName(work: { sessions: number; invocations: number } | undefined): string | undefined {
  const { sessions = 0, invocations = 0 } = work ?? {};
  const parts = [
    ...(sessions > 0 ? [count(sessions, "session")] : []),
    ...(invocations > 0 ? [count(invocations, "invocation")] : []),
  ];
  return parts.length === 0 ? undefined : parts.join(" and ");
}
