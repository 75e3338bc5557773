import { DriverError } from "../driver-error.ts";

/**
 * Kinds of failures of a profile.
 *
 * - `claimed`: another session will save to it.
 * - `in-use`: a session that will save to it runs.
 * - `loaded`: the session already has a profile.
 */
export type ProfileErrorKind =
  | "claimed"
  | "damaged"
  | "in-use"
  | "invalid"
  | "loaded"
  | "not-found"
  | "not-saved"
  | "too-large";

/** Error of a profile, stored or in a session. */
export class ProfileError extends DriverError<ProfileErrorKind> {
  override readonly name = "ProfileError";
}

/** Error for an invalid field. */
export function invalidField(path: string, message: string): ProfileError {
  return new ProfileError("invalid", "the request is not valid", { problems: [{ path, message }] });
}
