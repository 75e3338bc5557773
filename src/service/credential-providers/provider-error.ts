import { type Answer, AnsweredError } from "../driver-error.ts";

/**
 * Kinds of failures of a credential provider.
 *
 * - `failed`: its program is missing, failed, took too long or printed something else.
 * - `no-item`: it does not have the item, or has several that match.
 */
export type ProviderErrorKind = "failed" | "no-item";

/** Failure of a credential provider. Its message has nothing that the program printed. */
export class ProviderError extends AnsweredError<ProviderErrorKind> {
  override readonly name = "ProviderError";

  override get answer(): Answer {
    return { code: "credential_provider_failed", retry: false };
  }
}
