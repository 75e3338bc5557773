import { type Answer, AnsweredError, type Answers } from "../driver-error.ts";

/**
 * Kinds of failures that only projects have.
 *
 * - `last-active`: no other project is active.
 */
export type ProjectErrorKind = "disabled" | "last-active" | "limit-reached" | "not-empty";

/** assumed: `limit-reached` is not retryable, because repeating a request does not free a place (contract 2.18). */
const answers: Answers<ProjectErrorKind> = {
  disabled: { code: "projects_disabled" },
  "last-active": { code: "last_active_project", retry: false },
  "limit-reached": { code: "project_limit_reached", retry: false },
  "not-empty": { code: "project_not_empty", retry: false },
};

/** Error of a project. */
export class ProjectError extends AnsweredError<ProjectErrorKind> {
  override readonly name = "ProjectError";

  override get answer(): Answer {
    return answers[this.kind];
  }
}

/** Error for every operation of projects while they are disabled. */
export function projectsDisabled(): ProjectError {
  return new ProjectError(
    "disabled",
    "projects are disabled: there is only the default project, and every request works in it",
  );
}
