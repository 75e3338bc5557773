import { CliError } from "../../core/errors.ts";
import { pause } from "../../core/pause.ts";
import { waitForEnd } from "../../core/process-ended.ts";
import { isSameProcess } from "../../core/process-start.ts";
import { type LocalState, readLocalState, removeLocalState } from "../../settings/local-state.ts";
import { removeTempRoot } from "../sessions/temp-directories.ts";
import { isServiceRunning } from "./instance-lock.ts";
import { askService } from "./probe.ts";

export interface StopOptions {
  stateDir: string;
  /** Maximum time of a clean stop before the process is killed; 20 000 when omitted. */
  boundMs?: number | undefined;
  signal?: AbortSignal | undefined;
}

export interface StopResult {
  state_dir: string;
  was_running: boolean;
  pid?: number;
  /** True when it did not stop in time and was killed. */
  killed: boolean;
}

const BOUND_MS = 20_000;
const KILL_BOUND_MS = 5_000;
/** Maximum wait for the state file of a service that is starting. */
const STATE_BOUND_MS = 10_000;
const PAUSE_MS = 50;

/**
 * Stops the service on a state directory with all its sessions and waits until its process has ended. Idempotent. Exit
 * 1 when even a killed process does not end.
 */
export async function stopService(options: StopOptions): Promise<StopResult> {
  const { stateDir, boundMs = BOUND_MS, signal } = options;
  const state = await stateOfRunning(stateDir, signal);
  if (!state) {
    await removeLeftOvers(stateDir);
    return { state_dir: stateDir, was_running: false, killed: false };
  }
  const { pid } = state;
  const result = { state_dir: stateDir, was_running: true, pid };
  const start = performance.now();
  const response = await askService(state, "POST", "/_local/stop", Math.min(5_000, boundMs));
  // The service does not answer, or rejects the token: request the stop by a signal.
  if (response?.status !== 202) kill(state, "SIGTERM");
  if (await waitForEnd(pid, boundMs - (performance.now() - start), signal)) return { ...result, killed: false };
  kill(state, "SIGKILL");
  if (!(await waitForEnd(pid, KILL_BOUND_MS, signal))) {
    throw new CliError("failed", `the local service (process ${pid}) does not end`, { code: "not_stopped" });
  }
  await removeLeftOvers(stateDir);
  return { ...result, killed: true };
}

/** Removes the temporary files of a killed service, then its state file. */
export async function removeLeftOvers(stateDir: string): Promise<void> {
  await removeTempRoot(readLocalState(stateDir)?.temp_dir);
  removeLocalState(stateDir);
}

/**
 * State of the service that holds the directory's lock. A state whose process is gone belongs to a killed service:
 * another service, which is starting, then holds the lock, or another command that checks for a running one.
 */
async function stateOfRunning(stateDir: string, signal?: AbortSignal): Promise<LocalState | undefined> {
  const deadline = performance.now() + STATE_BOUND_MS;
  while (await isServiceRunning(stateDir)) {
    const state = readLocalState(stateDir);
    if (state && isSameProcess(state.pid, state.pid_start)) return state;
    if (performance.now() >= deadline) {
      throw new CliError("failed", `the local service over "${stateDir}" is running but has no state file`, {
        code: "not_stopped",
        hint: "end its process by hand",
      });
    }
    await pause(PAUSE_MS, signal);
  }
  return undefined;
}

/** Sends a signal to the service's process, but not to another process that has its id by now. */
function kill({ pid, pid_start }: LocalState, signal: "SIGTERM" | "SIGKILL"): void {
  try {
    if (isSameProcess(pid, pid_start)) process.kill(pid, signal);
  } catch {
    // The process has already ended.
  }
}
