import { CliError } from "../../core/errors.ts";
import { DiskFullError } from "../disk-full.ts";
import { NewerStateError } from "../store/store-errors.ts";

/** Converts a failed start to the error of a command. */
export function startError(error: unknown, stateDir: string): CliError {
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
