import { type Answer, AnsweredError } from "../driver-error.ts";

/** Error for a request that would delete the API key that it was sent with. */
export class CurrentKeyError extends AnsweredError<"current"> {
  override readonly name = "CurrentKeyError";

  constructor(message: string) {
    super("current", message);
  }

  override get answer(): Answer {
    return { code: "cannot_delete_current_key" };
  }
}
