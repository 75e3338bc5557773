import { CliError } from "../../core/errors.ts";
import { pause } from "../../core/pause.ts";
import { type LocalState, readLocalState } from "../../settings/local-state.ts";
import { isServiceRunning } from "./instance-lock.ts";
import { answers } from "./probe.ts";

const PAUSE_MS = 50;
const PROBE_MS = 2_000;

/** State of a service that answers, with its token. */
export type AnsweringState = LocalState & { readonly token: string };

/**
 * State of the service that runs on a state directory, once it answers; undefined when none runs. Waits up to `boundMs`
 * for a service that is starting or stopping, then exit 1.
 */
export async function runningState(
  stateDir: string,
  boundMs: number,
  signal?: AbortSignal,
): Promise<AnsweringState | undefined> {
  const deadline = performance.now() + boundMs;
  for (;;) {
    signal?.throwIfAborted();
    if (!(await isServiceRunning(stateDir))) return undefined;
    const state = readLocalState(stateDir);
    if (state) {
      const token = await answers(state, PROBE_MS);
      if (token !== undefined) return { ...state, token };
    }
    if (performance.now() >= deadline) {
      throw new CliError("failed", `the local service over "${stateDir}" is running but does not answer`, {
        code: "not_answering",
        hint: "browserctl local stop",
      });
    }
    await pause(PAUSE_MS, signal);
  }
}
