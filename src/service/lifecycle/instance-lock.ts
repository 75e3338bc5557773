import { join } from "node:path";
import { CliError } from "../../core/errors.ts";
import { withFileLock } from "../../core/file-lock.ts";

/** Retry time of a start in milliseconds: a check for a running service holds the lock for a moment. */
const START_WAIT_MS = 1_000;

function lockPath(stateDir: string): string {
  return join(stateDir, "service.lock");
}

/**
 * Acquires the lock that a service holds on its state directory while it runs. Returns a function that releases it, or
 * undefined when another service holds it. The operating system releases the lock when the process dies.
 */
export async function acquireInstanceLock(stateDir: string): Promise<(() => void) | undefined> {
  const held = Promise.withResolvers<void>();
  const released = Promise.withResolvers<void>();
  const lock = withFileLock(lockPath(stateDir), { timeoutMs: START_WAIT_MS }, async () => {
    held.resolve();
    await released.promise;
  });
  lock.catch(held.reject);
  try {
    await held.promise;
    return released.resolve;
  } catch (error) {
    if (isLocked(error)) return undefined;
    throw error;
  }
}

/** True while a service runs on the state directory, including one that is starting or stopping. */
export async function isServiceRunning(stateDir: string): Promise<boolean> {
  try {
    await withFileLock(lockPath(stateDir), { timeoutMs: 0 }, () => {});
    return false;
  } catch (error) {
    if (isLocked(error)) return true;
    // Without the directory there is no service.
    const { code } = ((error as Error).cause ?? {}) as NodeJS.ErrnoException;
    if (code === "ENOENT" || code === "ENOTDIR") return false;
    throw error;
  }
}

function isLocked(error: unknown): boolean {
  return error instanceof CliError && error.code === "locked";
}
