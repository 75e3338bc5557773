import { DriverError } from "../driver-error.ts";

/** Kinds of failures of a display: it did not start, has ended, does not answer in time, or has refused a size. */
export type DisplayErrorKind = "not-started" | "ended" | "not-responding" | "size-refused";

/** Error of the private display of a session. */
export class DisplayError extends DriverError<DisplayErrorKind> {
  override readonly name = "DisplayError";
}
