import type { IncomingHttpHeaders } from "node:http";
import { ApiError, badRequest } from "../api-error.ts";
import type { ProjectRow } from "../store/project-table.ts";
import type { Store } from "../store/store.ts";
import type { TokenRow } from "../store/token-table.ts";

/** Token of a request, and the project it works in. */
export interface RequestAuth {
  token: TokenRow;
  /** The project of the request's resources: the selected one, else the default one (contract 0.4 rule 2). */
  project: ProjectRow;
  /** The project of the token or of a header; null for an organization-wide token without a header. */
  selectedProjectId: string | null;
}

/**
 * Checks the bearer token and selects the project (spec 5, contract 0.2 and 0.4). Throws 401 for a missing or wrong
 * token, 404 `project_not_found`, 403 for a project the token is not for, 400 when the two project headers disagree.
 */
export function authenticate(headers: IncomingHttpHeaders, store: Store): RequestAuth {
  const token = bearerToken(headers.authorization);
  if (token === undefined) throw unauthorized("the Authorization header is missing: Bearer <token> is needed");
  const row = store.tokens.find(token);
  if (!row) throw unauthorized("the token is not valid");
  const selected = selectProject(headers, store);
  if (row.project_id !== null && selected && selected.id !== row.project_id) {
    throw new ApiError(403, "forbidden", "the token is for another project");
  }
  const selectedProjectId = selected?.id ?? row.project_id;
  const project =
    selected ?? (row.project_id === null ? store.projects.default() : store.projects.byId(row.project_id));
  if (project?.status !== "active") throw projectNotFound();
  return { token: row, project, selectedProjectId };
}

function unauthorized(message: string): ApiError {
  return new ApiError(401, "unauthorized", message, { headers: { "www-authenticate": "Bearer" } });
}

/** The scheme's case does not count. */
function bearerToken(header: string | undefined): string | undefined {
  return /^Bearer +([^ ]+) *$/i.exec(header ?? "")?.[1];
}

/** assumed: with both headers, the older one, which takes only ids, must name the same project. */
function selectProject(headers: IncomingHttpHeaders, store: Store): ProjectRow | undefined {
  const idOrName = one(headers["x-kernel-project"]);
  const id = one(headers["x-kernel-project-id"]);
  const byEither = idOrName === undefined ? undefined : (find(idOrName, store) ?? missing());
  const byId = id === undefined ? undefined : (store.projects.byId(id) ?? missing());
  if (byEither && byId && byEither.id !== byId.id) {
    throw badRequest("the two project headers name different projects", [
      { path: "X-Kernel-Project-Id", message: "must name the same project as X-Kernel-Project" },
    ]);
  }
  return byEither ?? byId;
}

function find(idOrName: string, store: Store): ProjectRow | undefined {
  // Header values arrive as Latin-1, whatever the client meant.
  const utf8 = Buffer.from(idOrName, "latin1").toString("utf8");
  return store.projects.byIdOrName(idOrName) ?? store.projects.byIdOrName(utf8);
}

function one(value: string | string[] | undefined): string | undefined {
  return Array.isArray(value) ? value.join(", ") : value;
}

function missing(): never {
  throw projectNotFound();
}

function projectNotFound(): ApiError {
  return new ApiError(404, "project_not_found", "the project of the request was not found or is not active");
}
