import { readLocalState } from "../../settings/local-state.ts";
import { askService } from "./probe.ts";

/** Number of active sessions and invocations, which end when the local service stops. */
export interface LiveWork {
  readonly sessions: number;
  readonly invocations: number;
}

/** Time limit of the status request, in milliseconds, so that a hanging service can still be stopped. */
const STATUS_MS = 2_000;

/** Requests the active work of the service on a state directory; undefined when no service answers. */
export async function liveWork(stateDir: string): Promise<LiveWork | undefined> {
  const state = readLocalState(stateDir);
  const answer = state && (await askService(state, "GET", "/_local/status", STATUS_MS));
  if (answer?.status !== 200) return undefined;
  const { active_sessions, active_invocations } = answer.body as Record<string, unknown>;
  return { sessions: Number(active_sessions ?? 0), invocations: Number(active_invocations ?? 0) };
}
