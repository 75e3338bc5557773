import { type ChildProcess, type SpawnOptions, spawn } from "node:child_process";

/**
 * Starts a process as `spawn` does, but throws where the system has no descriptor free for its streams: Node gives one
 * without any then, and tells why too late for whoever is about to use them.
 */
export function spawnProcess(file: string, args: readonly string[], options: SpawnOptions): ChildProcess {
  const child = spawn(file, args, options);
  if ((child as Partial<ChildProcess>).stdio !== undefined) return child;
  // Told on the next turn; what is thrown here says the same.
  child.on("error", () => {});
  throw new Error("the system has no file descriptor free: too many files are open (ulimit -n)");
}
