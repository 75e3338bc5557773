import { type Answer, AnsweredError, type Answers } from "../driver-error.ts";

/** Kinds of failures that only deployments and invocations have. */
export type AppErrorKind = "shutting-down" | "too-many-invocations";

/** assumed: the API has no limit of queued invocations. */
const answers: Answers<AppErrorKind> = {
  "shutting-down": { code: "shutting_down" },
  "too-many-invocations": { code: "too_many_invocations", retryAfterSeconds: 10 },
};

/** Error of an app: of a deployment or an invocation. */
export class AppError extends AnsweredError<AppErrorKind> {
  override readonly name = "AppError";

  override get answer(): Answer {
    return answers[this.kind];
  }
}

/** Error for new work while the service stops. */
export function shuttingDown(): AppError {
  return new AppError("shutting-down", "the local service is stopping");
}
