import { type ChildProcess, type SpawnOptions, spawn } from "node:child_process";

/**
 * Starts a process as `spawn` does, but throws when there is no free descriptor for its streams: Node returns a child
 * without streams then and emits the error too late.
 */
export function spawnProcess(file: string, args: readonly string[], options: SpawnOptions): ChildProcess {
  const child = spawn(file, args, options);
  if ((child as Partial<ChildProcess>).stdio !== undefined) return child;
  // Emitted on the next tick; the error thrown here is the same.
  child.on("error", () => {});
  throw new Error("the system has no free file descriptor: too many files are open (ulimit -n)");
}
