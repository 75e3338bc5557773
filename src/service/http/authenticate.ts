import type { IncomingHttpHeaders } from "node:http";
import { ApiError, badRequest } from "../api-error.ts";
import type { ProjectId } from "../store/project-id.ts";
import type { Project, Projects } from "../store/projects.ts";
import type { Token, Tokens } from "../store/tokens.ts";

/** Token of a request, and the project it works in. */
export interface RequestAuth {
  token: Token;
  /** Project of the request's resources: the selected one, otherwise the default (contract 0.4 rule 2). */
  project: Project;
  /** The project of the token or of a header; null for an organization-wide token without a header. */
  selectedProjectId: ProjectId | null;
}

/** Stores that a request is checked against. */
export interface Access {
  readonly tokens: Tokens;
  readonly projects: Projects;
}

/**
 * Checks the bearer token and selects the project (spec 5, contract 0.2 and 0.4). Throws 401 for a missing or wrong
 * token, 404 `project_not_found`, 403 for a project the token is not for, 400 when the two project headers disagree.
 */
export function authenticate(headers: IncomingHttpHeaders, { tokens, projects }: Access): RequestAuth {
  const token = bearerToken(headers.authorization);
  if (token === undefined) throw unauthorized("the Authorization header is missing: Bearer <token> is needed");
  const row = tokens.find(token);
  if (!row) throw unauthorized("the token is not valid");
  const selected = selectProject(headers, projects);
  if (row.projectId !== null && selected && selected.id !== row.projectId) {
    throw new ApiError(403, "forbidden", "the token is for another project");
  }
  const selectedProjectId = selected?.id ?? row.projectId;
  const project = selected ?? (row.projectId === null ? projects.default() : projects.byId(row.projectId));
  if (project?.status !== "active") throw projectNotFound();
  return { token: row, project, selectedProjectId };
}

function unauthorized(message: string): ApiError {
  return new ApiError(401, "unauthorized", message, { headers: { "www-authenticate": "Bearer" } });
}

/** Token of an Authorization header; the scheme is case-insensitive. */
function bearerToken(header: string | undefined): string | undefined {
  return /^Bearer +([^ ]+) *$/i.exec(header ?? "")?.[1];
}

/** assumed: when both headers are present, the older one, which takes only ids, must name the same project. */
function selectProject(headers: IncomingHttpHeaders, projects: Projects): Project | undefined {
  const idOrName = joinedHeader(headers["x-kernel-project"]);
  const id = joinedHeader(headers["x-kernel-project-id"]);
  const byEither = idOrName === undefined ? undefined : (find(idOrName, projects) ?? missing());
  const byId = id === undefined ? undefined : (projects.byId(id) ?? missing());
  if (byEither && byId && byEither.id !== byId.id) {
    throw badRequest("the two project headers name different projects", [
      { path: "X-Kernel-Project-Id", message: "must name the same project as X-Kernel-Project" },
    ]);
  }
  return byEither ?? byId;
}

function find(idOrName: string, projects: Projects): Project | undefined {
  // Header values arrive as Latin-1, whatever the client meant.
  const utf8 = Buffer.from(idOrName, "latin1").toString("utf8");
  return projects.find(idOrName) ?? projects.find(utf8);
}

function joinedHeader(value: string | string[] | undefined): string | undefined {
  return Array.isArray(value) ? value.join(", ") : value;
}

function missing(): never {
  throw projectNotFound();
}

function projectNotFound(): ApiError {
  return new ApiError(404, "project_not_found", "the project of the request was not found or is not active");
}
