import { DriverError } from "../driver-error.ts";

/**
 * Kinds of failures of a project.
 *
 * - `default`: the default project can be neither archived nor deleted.
 * - `in-use`: something runs in it.
 * - `last-active`: no other project is active.
 */
export type ProjectErrorKind =
  | "default"
  | "disabled"
  | "in-use"
  | "last-active"
  | "limit-reached"
  | "not-empty"
  | "not-found";

/** Error of a project. */
export class ProjectError extends DriverError<ProjectErrorKind> {
  override readonly name = "ProjectError";
}

/** Error for every operation of projects while they are disabled. */
export function projectsDisabled(): ProjectError {
  return new ProjectError(
    "disabled",
    "projects are disabled: there is only the default project, and every request works in it",
  );
}

/** Error for an id or a name that no project has. */
export function noProject(idOrName: string): ProjectError {
  return new ProjectError("not-found", `there is no project ${JSON.stringify(idOrName)}`);
}
