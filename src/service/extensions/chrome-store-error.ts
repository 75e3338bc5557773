import { type Answer, AnsweredError, type Answers } from "../driver-error.ts";

/**
 * Kinds of failures of the Chrome Web Store.
 *
 * - `failed`: it could not be reached, or its answer is not the extension.
 * - `invalid`: the address names no extension.
 * - `not-found`: it has no such extension.
 */
export type ChromeStoreErrorKind = "failed" | "invalid" | "not-found";

const answers: Answers<ChromeStoreErrorKind> = {
  failed: { code: "chrome_store_failed", retry: false },
  invalid: { code: "bad_request" },
  "not-found": { code: "not_found" },
};

/** Failure of a download from the Chrome Web Store. */
export class ChromeStoreError extends AnsweredError<ChromeStoreErrorKind> {
  override readonly name = "ChromeStoreError";

  override get answer(): Answer {
    return answers[this.kind];
  }
}
