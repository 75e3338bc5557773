import { type ChildProcess, spawn } from "node:child_process";

export interface GroupRunOptions {
  readonly cwd: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Maximum run time, in milliseconds. */
  readonly limitMs: number;
  /** Maximum size of what it prints to stdout, in bytes. */
  readonly maxBytes: number;
  /** Number of characters at the end of stderr that are kept; nobody reads it when omitted. */
  readonly keptStderr?: number;
  readonly signal: AbortSignal;
}

/** End of a program: its own, or why it was ended or did not start. */
export type GroupRun =
  | {
      readonly end: "exit";
      readonly code: number | null;
      readonly killedBy: NodeJS.Signals | null;
      readonly stdout: Buffer;
      readonly stderr: string;
    }
  | { readonly end: "late" }
  | { readonly end: "too-large" }
  | { readonly end: "not-started"; readonly code: string | undefined };

/**
 * Runs a program, without a shell, as the leader of a session of its own without a terminal and with an empty stdin. Its
 * group is killed at its end, after the time limit, beyond the size of its output, and by the signal, whose reason it then
 * throws.
 */
export function runInGroup(
  [file, ...args]: readonly [string, ...string[]],
  { cwd, env, limitMs, maxBytes, keptStderr, signal }: GroupRunOptions,
): Promise<GroupRun> {
  signal.throwIfAborted();
  return new Promise((resolve, reject) => {
    const stderrEnd = keptStderr === undefined ? "ignore" : "pipe";
    const child = spawn(file, args, { cwd, env, detached: true, stdio: ["ignore", "pipe", stderrEnd] });
    const chunks: Buffer[] = [];
    let size = 0;
    let stderr = "";
    let isOver = false;
    const end = (finish: () => void): void => {
      if (isOver) return;
      isOver = true;
      clearTimeout(limit);
      signal.removeEventListener("abort", onAbort);
      killGroup(child);
      // A process that has left the group may hold the other ends.
      child.stdout?.destroy();
      child.stderr?.destroy();
      finish();
    };
    const onAbort = (): void => end(() => reject(signal.reason));
    const limit = setTimeout(() => end(() => resolve({ end: "late" })), limitMs);
    signal.addEventListener("abort", onAbort, { once: true });
    child.on("error", ({ code }: NodeJS.ErrnoException) => end(() => resolve({ end: "not-started", code })));
    child.stdout?.on("data", (chunk: Buffer) => {
      size += chunk.length;
      if (size > maxBytes) end(() => resolve({ end: "too-large" }));
      else chunks.push(chunk);
    });
    child.stderr?.setEncoding("utf8").on("data", (text: string) => {
      stderr = (stderr + text).slice(-(keptStderr ?? 0));
    });
    child.on("close", (code, killedBy) =>
      end(() => resolve({ end: "exit", code, killedBy, stdout: Buffer.concat(chunks), stderr })),
    );
  });
}

function killGroup({ pid }: ChildProcess): void {
  if (pid === undefined) return;
  try {
    process.kill(-pid, "SIGKILL");
  } catch {
    // All of its processes have ended.
  }
}
