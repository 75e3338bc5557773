import { readdir, rm, rmdir } from "node:fs/promises";
import { join } from "node:path";
import { fileError } from "../../core/errors.ts";
import { withFileLock } from "../../core/file-lock.ts";
import { PROBE_DIRECTORY } from "../processes/container-probe.ts";
import { removeSessionDirectories } from "../sessions/session-directories.ts";
import { type StopOptions, type StopResult, stopService } from "./stop.ts";

export interface ResetResult extends StopResult {
  /** Sorted names of the removed entries of the state directory. */
  removed: string[];
}

/**
 * Entries that the service creates in its directory. Other entries are kept, because the user may have chosen the
 * directory.
 */
const ours = [
  /^service\.(json|lock|log|log\.1)$/,
  /^(identity|browser)\.json$/,
  /^(service|identity|browser)\.json\.\d+(\.[0-9a-f]+)?\.tmp$/,
  /^state\.(damaged|key|key\.part)$/,
  /^(state|audit)(\.corrupt-[0-9TZ]+)?\.db(-wal|-shm|-journal)?$/,
  /^(sessions|cache|uploads|(profiles|extensions|apps|invocations)(\.kept-[0-9TZ]+)?)$/,
  PROBE_DIRECTORY,
];

/**
 * Stops the service and removes all its data, including its port, its token and the browser chosen by `local setup`.
 * The directory is removed when nothing else is in it. Exit 10 when an entry cannot be removed.
 */
export async function resetService(options: StopOptions): Promise<ResetResult> {
  const { stateDir, signal } = options;
  if ((await namesIn(stateDir)).length === 0)
    return { state_dir: stateDir, was_running: false, killed: false, removed: [] };
  const startLock = "start.lock";
  const result = await withFileLock(join(stateDir, startLock), { timeoutMs: 60_000, signal }, async () => {
    const stopped = await stopService(options);
    const removed: string[] = [];
    for (const name of (await readdir(stateDir)).sort()) {
      if (!ours.some((pattern) => pattern.test(name))) continue;
      // The links find session directories even when the state file is lost.
      if (name === "sessions") await removeSessionDirectories(join(stateDir, name), () => {});
      await remove(join(stateDir, name));
      removed.push(name);
    }
    return { ...stopped, removed };
  });
  await remove(join(stateDir, startLock));
  await rmdir(stateDir).catch(() => {});
  return result;
}

/** Names of the service's entries in its directory; empty without a directory. */
export async function storedNames(stateDir: string): Promise<string[]> {
  return (await namesIn(stateDir)).filter((name) => ours.some((pattern) => pattern.test(name)));
}

async function namesIn(stateDir: string): Promise<string[]> {
  return readdir(stateDir).catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return [];
    throw fileError("read", stateDir, error);
  });
}

async function remove(path: string): Promise<void> {
  try {
    await rm(path, { recursive: true, force: true, maxRetries: 5, retryDelay: 50 });
  } catch (error) {
    throw fileError("remove", path, error);
  }
}
