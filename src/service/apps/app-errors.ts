import type { InputProblem } from "../../contract/problems.ts";
import { DriverError } from "../driver-error.ts";

/** Kinds of failures of a deployment or an invocation. */
export type AppErrorKind = "ended" | "invalid" | "not-found" | "shutting-down" | "too-many-invocations";

/** Error of an app: of a deployment or an invocation. */
export class AppError extends DriverError<AppErrorKind> {
  override readonly name = "AppError";
}

/** Error for invalid fields. */
export function invalidApp(message: string, problems: readonly InputProblem[]): AppError {
  return new AppError("invalid", message, { problems });
}

/** Error for an unknown app, action, version, deployment or invocation. */
export function notFound(message: string): AppError {
  return new AppError("not-found", message);
}

/** Error for new work while the service stops. */
export function shuttingDown(): AppError {
  return new AppError("shutting-down", "the local service is stopping");
}
