import { type Answer, AnsweredError, type Answers } from "../driver-error.ts";

/** Kinds of failures that only profiles have. */
export type ProfileErrorKind = "damaged" | "not-saved" | "too-large";

const answers: Answers<ProfileErrorKind> = {
  damaged: { code: "profile_damaged", retry: false },
  "not-saved": { code: "profile_not_saved", retry: false },
  "too-large": { code: "payload_too_large" },
};

/** Error of the data of a profile. */
export class ProfileError extends AnsweredError<ProfileErrorKind> {
  override readonly name = "ProfileError";

  override get answer(): Answer {
    return answers[this.kind];
  }
}
