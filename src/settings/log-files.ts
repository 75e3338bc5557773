import { join } from "node:path";

/** Number of earlier files that are kept beside the current one. */
export const EARLIER_FILES = 4;

/** Log of the service over a state directory. */
export function logFile(stateDir: string): string {
  return join(stateDir, "service.log");
}

/** Path of the `age`th file of a log, from 0 for the current one to {@link EARLIER_FILES}. */
export function logFileAt(path: string, age: number): string {
  return age === 0 ? path : `${path}.${age}`;
}

/** Files of a log, from the current one to the oldest, whether they exist or not. */
export function logFiles(path: string): string[] {
  return Array.from({ length: EARLIER_FILES + 1 }, (_, age) => logFileAt(path, age));
}
