import { projectWords } from "../../../cli/output/place.ts";
import type { AuthContextResult } from "../../../generated/types.ts";
import type { Resolved } from "../../../settings/candidates.ts";
import type { ResolvedSettings } from "../../../settings/resolve.ts";

/** Origin of the project for a person: a flag, a variable, a directory file, or the context that stores it. */
export function projectOrigin({ context, project }: Pick<ResolvedSettings, "context" | "project">): string {
  return project.source === "file" ? `context "${context.value}"` : project.from;
}

/** Origin of the context for a person: `current` without the path of the settings file. */
export function contextOrigin({ from, source }: Resolved<unknown>): string {
  return source === "file" ? from.replace(/ in [^"]*$/s, "") : from;
}

/**
 * Identity and scope in words: `API key k1 of organization o1, all projects, acting in project shop (p1)`.
 *
 * @param project name of the project in effect, where it is known
 */
export function identityWords(record: AuthContextResult, project?: string | undefined): string {
  const { credential_scope, effective_scope } = record.authorization;
  const allowed = credential_scope.project_id;
  const acting = effective_scope.project_id;
  const name = allowed === acting ? project : undefined;
  const now = acting === null || acting === allowed ? "" : `, acting in project ${projectWords(acting, project)}`;
  return `${whoWords(record)}, ${allowedWords(allowed, name)}${now}`;
}

/** Principal and organization in words; for an API key the key itself. */
export function whoWords({ authentication, organization, principal }: AuthContextResult): string {
  const isKey = authentication.method === "api_key";
  const id = (isKey ? authentication.credential_id : undefined) ?? principal.id;
  return `${kindWords(isKey ? "api_key" : principal.type)} ${id} of organization ${organization.id}`;
}

/** Scope of a credential: `all projects`, `project shop (p1) only`. */
export function allowedWords(projectId: string | null, name?: string | undefined): string {
  return projectId === null ? "all projects" : `project ${projectWords(projectId, name)} only`;
}

/** Kind of a principal or credential as the service names it, for a person: `API key`. */
export function kindWords(kind: string): string {
  return kind === "api_key" ? "API key" : kind.replaceAll("_", " ");
}
