import { setTimeout as delay } from "node:timers/promises";
import { background } from "../error-owner.ts";
import type { Launched, OutputName } from "./launch.ts";
import { OutputReader } from "./output-reader.ts";
import { killGroup } from "./process-group.ts";
import { ProcessInput } from "./process-input.ts";

export interface ExecResult {
  /** Reason of the end; after `timeout` and `overflow` the process group was killed. */
  ended: "exited" | "timeout" | "overflow";
  /** Exit code; 128 plus the signal's number after a signal. */
  exitCode: number;
  output: Record<OutputName, Buffer>;
  /** Bytes dropped from each output. */
  dropped: Record<OutputName, number>;
  durationMs: number;
}

export interface ExecLimits {
  timeoutSec?: number | undefined;
  /** Maximum size of each output, in bytes. */
  outputBytes: number;
  /** Action when a process writes more. */
  overflow: "kill" | "drop";
  /** Bytes for the standard input. */
  input?: Buffer | undefined;
}

/**
 * Waits for a process and collects its output. Kills its group at the time limit, at the output limit (`overflow:
 * kill`), and on abort; throws the signal's reason then. assumed: does not wait for a child that outlives the process
 * and holds its output open.
 */
export async function execCommand(launched: Launched, limits: ExecLimits, signal: AbortSignal): Promise<ExecResult> {
  const start = performance.now();
  const kept: Record<OutputName, Buffer[]> = { stdout: [], stderr: [], result: [] };
  const sizes = { stdout: 0, stderr: 0, result: 0 };
  const dropped = { stdout: 0, stderr: 0, result: 0 };
  const stop = Promise.withResolvers<"timeout" | "overflow">();
  stop.promise.catch(() => {});
  const readers = launched.outputs.map(({ name, fd }) => {
    return new OutputReader(fd, false, (bytes) => {
      const room = limits.outputBytes - sizes[name];
      if (room > 0) kept[name].push(Buffer.from(bytes.subarray(0, room)));
      sizes[name] += Math.min(room, bytes.length);
      dropped[name] += Math.max(0, bytes.length - room);
      if (bytes.length > room && limits.overflow === "kill") stop.resolve("overflow");
    });
  });
  const over = new AbortController();
  const onAbort = (): void => stop.reject(signal.reason);
  signal.addEventListener("abort", onAbort, { once: true });
  if (signal.aborted) onAbort();
  if (limits.timeoutSec !== undefined) {
    const timer = delay(limits.timeoutSec * 1_000, undefined, { signal: over.signal, ref: false });
    timer.then(
      () => stop.resolve("timeout"),
      () => {},
    );
  }
  const input = launched.input === undefined ? undefined : new ProcessInput(launched.input, false);
  if (input && limits.input) background(input.write(limits.input, over.signal).then(() => input.end()));
  try {
    const ended = await Promise.race([launched.exited.then(() => "exited" as const), stop.promise]);
    const durationMs = Math.round(performance.now() - start);
    if (ended !== "exited") await killGroup(launched.pid);
    const exitCode = await launched.exited;
    await Promise.all(readers.map((reader) => reader.finish()));
    const output = {
      stdout: Buffer.concat(kept.stdout),
      stderr: Buffer.concat(kept.stderr),
      result: Buffer.concat(kept.result),
    };
    return { ended, exitCode, output, dropped, durationMs };
  } catch (error) {
    await killGroup(launched.pid);
    await launched.exited;
    for (const reader of readers) reader.destroy();
    throw error;
  } finally {
    over.abort();
    input?.drop();
    signal.removeEventListener("abort", onAbort);
  }
}
