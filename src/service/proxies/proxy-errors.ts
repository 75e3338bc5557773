import type { InputProblem } from "../../contract/problems.ts";
import { DriverError } from "../driver-error.ts";

export type ProxyErrorKind = "authorities-not-stored" | "invalid" | "not-found" | "unsupported";

/** Error of a proxy, stored or in a session. */
export class ProxyError extends DriverError<ProxyErrorKind> {
  override readonly name = "ProxyError";
}

/** Error for invalid fields. */
export function invalidFields(problems: readonly InputProblem[]): ProxyError {
  return new ProxyError("invalid", "the request is not valid", { problems });
}
