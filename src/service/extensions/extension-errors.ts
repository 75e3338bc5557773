import type { InputProblem } from "../../contract/problems.ts";
import { DriverError } from "../driver-error.ts";

/** Kinds of failures of an extension. */
export type ExtensionErrorKind = "invalid" | "not-found" | "unsupported";

/** Error of an extension, stored or in a session. */
export class ExtensionError extends DriverError<ExtensionErrorKind> {
  override readonly name = "ExtensionError";
}

/** Error for invalid fields. */
export function invalidFields(problems: readonly InputProblem[]): ExtensionError {
  return new ExtensionError("invalid", "the request is not valid", { problems });
}

/** Error for an extension that is not supported here. */
export function unsupportedExtension(message: string, problem: InputProblem): ExtensionError {
  return new ExtensionError("unsupported", message, { problems: [problem] });
}
