import { DriverError } from "../driver-error.ts";

/** Error for a new row of a project that is archived or deleted, as it may have become while the row was prepared. */
export class InactiveProjectError extends DriverError<"inactive-project"> {
  override readonly name = "InactiveProjectError";

  constructor() {
    super("inactive-project", "the project of the request was not found or is not active");
  }
}
