import { pause } from "../../core/pause.ts";

/** Time in which a stop has come to the whole group, in milliseconds; a process that is stopped waits no longer. */
const STOP_MS = 100;

/**
 * Stops the processes of this job as Ctrl-Z does outside of raw mode, and returns when the shell has continued them. Returns
 * after 0.1 s where there is no shell to do that: the system then ignores the signal.
 */
export async function stopJob(): Promise<void> {
  process.kill(0, "SIGTSTP");
  await pause(STOP_MS);
}
