import { join } from "node:path";
import { CliError } from "../../core/errors.ts";
import { withFileLock } from "../../core/file-lock.ts";

/** A look at the lock takes it for a moment; a start that meets one tries again this long. */
const START_WAIT_MS = 1_000;

function lockPath(stateDir: string): string {
  return join(stateDir, "service.lock");
}

/**
 * Takes the lock that one service holds over its state directory for all its life, and gives the way to let go of it. The
 * operating system lets go of it when the process dies, however it dies. Undefined when another service holds it.
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

/** True while a service runs over the state directory, one that just starts or ends included. */
export async function isServiceRunning(stateDir: string): Promise<boolean> {
  try {
    await withFileLock(lockPath(stateDir), { timeoutMs: 0 }, () => {});
    return false;
  } catch (error) {
    if (isLocked(error)) return true;
    // No directory, no service.
    const { code } = ((error as Error).cause ?? {}) as NodeJS.ErrnoException;
    if (code === "ENOENT" || code === "ENOTDIR") return false;
    throw error;
  }
}

function isLocked(error: unknown): boolean {
  return error instanceof CliError && error.code === "locked";
}
