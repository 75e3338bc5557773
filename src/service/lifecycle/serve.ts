import { CliError } from "../../core/errors.ts";
import { DiskFullError } from "../disk-full.ts";
import { NewerStateError } from "../store/store-errors.ts";
import { layFoundation } from "./lay-foundation.ts";
import { openService } from "./open-service.ts";
import { prepare } from "./prepare.ts";
import { type RunningService, type ServeOptions, START_CHANNEL, type StartMessage } from "./serve-options.ts";
import { ServiceRun } from "./service-run.ts";
import { startResources } from "./start-resources.ts";

export type { RunningService, ServeOptions } from "./serve-options.ts";

/**
 * Runs the local service in this process and resolves when it accepts requests. Reports over the IPC channel to
 * `startDetached`. Exit 1: another service runs on the directory, no browser, no screen where one is required, the port is
 * in use; exit 2: a bad variable; exit 10: the state
 * directory cannot be used. Nothing is left after an error.
 */
export async function serve(options: ServeOptions): Promise<RunningService> {
  try {
    const service = await start(options);
    await reportToStarter(options, { type: "ready", state: service.state });
    return service;
  } catch (error) {
    const failure = startError(error, options.stateDir);
    const { exit, code, message } = failure;
    const { hint } = failure.options;
    await reportToStarter(options, { type: "failed", exit, code, message, ...(hint !== undefined && { hint }) });
    throw failure;
  }
}

async function start(options: ServeOptions): Promise<RunningService> {
  options.signal?.throwIfAborted();
  const run = new ServiceRun(options);
  try {
    const prepared = await prepare(run);
    const foundation = await layFoundation(run, prepared);
    const context = await startResources(run, prepared, foundation);
    const state = await openService(run, prepared.identity, context);
    return { state, stopped: run.stopped, stop: (reason) => run.stop(reason) };
  } catch (error) {
    await run.cleanup.disposeAsync();
    throw error;
  }
}

/** Converts a failed start to the error of a command. */
function startError(error: unknown, stateDir: string): CliError {
  if (error instanceof CliError) return error;
  if (error instanceof NewerStateError) {
    return new CliError("failed", error.message, {
      code: "newer_state",
      hint: "install the later version, or: browserctl local reset",
      cause: error,
    });
  }
  if (error instanceof DiskFullError) {
    return new CliError("local-file", error.message, { code: "disk_full", cause: error });
  }
  const reason = error instanceof Error ? error.message : String(error);
  return new CliError("failed", `the local service did not start over "${stateDir}": ${reason}`, {
    code: "start_failed",
    cause: error,
  });
}

/** Sends a message to `startDetached`, if it waits, and closes the channel; ignores the channel of any other parent. */
async function reportToStarter({ env }: ServeOptions, message: StartMessage): Promise<void> {
  if (env[START_CHANNEL] !== "1") return;
  if (!process.connected) return;
  await new Promise<void>((resolve) => {
    // Ignored when the parent has ended.
    process.send?.(message, undefined, undefined, () => resolve());
  });
  process.disconnect?.();
}
