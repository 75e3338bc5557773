import { type Answer, AnsweredError } from "../driver-error.ts";

/** Error for a new row of a project that is archived or deleted, as it may have become while the row was prepared. */
export class InactiveProjectError extends AnsweredError<"inactive-project"> {
  override readonly name = "InactiveProjectError";

  constructor() {
    super("inactive-project", "the project of the request was not found or is not active");
  }

  override get answer(): Answer {
    return { code: "project_not_found" };
  }
}
