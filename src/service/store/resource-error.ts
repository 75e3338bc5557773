import type { InputProblem } from "../../contract/problems.ts";
import { type Answer, AnsweredError, type Answers } from "../driver-error.ts";

/**
 * Kinds of failures that resources share.
 *
 * - `conflict`: the state of the resource, or another resource, excludes the request.
 * - `in-use`: something uses the resource.
 * - `unsupported`: the local service cannot do it.
 */
export type ResourceErrorKind = "conflict" | "forbidden" | "in-use" | "invalid" | "not-found" | "unsupported";

const answers: Answers<ResourceErrorKind> = {
  conflict: { code: "conflict", detail: "conflict", retry: false },
  forbidden: { code: "forbidden" },
  "in-use": { code: "resource_in_use", retry: false },
  invalid: { code: "bad_request" },
  "not-found": { code: "not_found" },
  unsupported: { code: "not_supported_locally", detail: "not_supported_locally", retry: false },
};

/** Error of a resource. Kinds that only one resource has are in an {@link AnsweredError} of that resource. */
export class ResourceError extends AnsweredError<ResourceErrorKind> {
  override readonly name = "ResourceError";

  /** Error for invalid fields; names each. */
  static invalid(problems: readonly InputProblem[], message = "the request is not valid"): ResourceError {
    return new ResourceError("invalid", message, { problems });
  }

  /** Error for an id or a name that no resource of a kind has; `noun` is the kind, such as "profile". */
  static notFound(noun: string, idOrName: string): ResourceError {
    return new ResourceError("not-found", `there is no ${noun} ${JSON.stringify(idOrName)}`);
  }

  override get answer(): Answer {
    return answers[this.kind];
  }
}
