import { readLocalState } from "../../settings/local-state.ts";
import { askService } from "./probe.ts";

/** Numbers of active sessions and invocations, which end when their local service stops. */
export interface LiveWork {
  readonly sessions: number;
  readonly invocations: number;
}

/** Milliseconds that a service has to say what it is doing; one that hangs is stopped all the same. */
const STATUS_MS = 2_000;

/** Asks the service over a state directory for its active work; undefined when no service answers. */
export async function liveWork(stateDir: string): Promise<LiveWork | undefined> {
  const state = readLocalState(stateDir);
  const answer = state && (await askService(state, "GET", "/_local/status", STATUS_MS));
  if (answer?.status !== 200) return undefined;
  const { active_sessions, active_invocations } = answer.body as Record<string, unknown>;
  return { sessions: Number(active_sessions ?? 0), invocations: Number(active_invocations ?? 0) };
}
