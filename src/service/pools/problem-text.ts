import { DriverError, reasonOf } from "../driver-error.ts";

/**
 * Text of the error of a start, for a note.
 *
 * @param withMachine includes facts of the machine, which only a key of the organization may see
 */
export function problemText(error: unknown, withMachine: boolean): string {
  if (!(error instanceof DriverError)) return reasonOf(error);
  if (error.problems.length > 0) return error.problems.map(({ path, message }) => `${path}: ${message}`).join("; ");
  return (withMachine ? error.withMachine : undefined) ?? error.message;
}
