import { DriverError } from "../driver-error.ts";

/** Kinds of failures of a job. */
export type JobErrorKind = "invalid";

/** Error of a job, or of a request for its events. */
export class JobError extends DriverError<JobErrorKind> {
  override readonly name = "JobError";
}
