import { ResourceError } from "../../../../src/service/store/resource-error.ts";

/** The {@link ResourceError} that a function throws. */
export function thrownBy(action: () => unknown): ResourceError {
  try {
    action();
  } catch (error) {
    if (error instanceof ResourceError) return error;
    throw error;
  }
  throw new Error("nothing was thrown");
}
