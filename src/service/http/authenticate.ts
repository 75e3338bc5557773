import { isUtf8 } from "node:buffer";
import type { IncomingHttpHeaders } from "node:http";
import type { OperationId } from "../../contract/index.ts";
import type { PlainOperation } from "../../contract/plain.ts";
import type { ApiKeys } from "../access/api-keys.ts";
import type { Credential } from "../access/credential.ts";
import type { InvocationTokens } from "../access/invocation-tokens.ts";
import { brokenKey } from "../access/key-format.ts";
import type { LoginTokens } from "../access/login-tokens.ts";
import { ApiError, badRequest } from "../api-error.ts";
import type { Project, Projects } from "../projects/projects.ts";
import type { ProjectId } from "../store/project-id.ts";

/** Sender of a request, and the project the request works in. */
export interface RequestAuth {
  token: Credential;
  /** Project of the request's resources: the selected one, otherwise the default (contract 0.4 rule 2). */
  project: Project;
  /** The project of the token or of a header; null for an organization-wide token without a header. */
  selectedProjectId: ProjectId | null;
}

/** Stores that requests are checked against. */
export interface Access {
  readonly apiKeys: ApiKeys;
  readonly invocationTokens: InvocationTokens;
  readonly loginTokens: LoginTokens;
  readonly projects: Projects;
}

const KILLED_RUN =
  "this token is of an earlier run of the local service, which was killed; a service that starts after that has a new one";
const NOT_FOUND = "the project of the request was not found or is not active";
const PROJECT_DELETED = "the project of this API key was deleted";
const ENABLE = "`browserctl local start --projects enabled` enables them when the service starts";

/** Projects named by the headers of a request. */
interface ProjectHeaders {
  /** Id or exact name. */
  readonly idOrName: string | undefined;
  readonly id: string | undefined;
}

/**
 * Checks the bearer token and selects the project (spec 5, contract 0.2 and 0.4). Throws 401 for a token that is
 * missing, malformed, unknown or expired, or whose project was deleted; 403 for a project that the token does not
 * cover; 404 `project_not_found`; 400 when the two project headers disagree.
 */
export function authenticate(headers: IncomingHttpHeaders, access: Access): RequestAuth {
  const token = credential(bearerToken(headers.authorization), access);
  const named = projectHeaders(headers);
  const project =
    token.projectId === null ? selected(named, access.projects) : own(token.projectId, named, access.projects);
  if (project && project.status !== "active") throw projectNotFound();
  return { token, project: project ?? access.projects.default(), selectedProjectId: project?.id ?? null };
}

/** True for a request with a token of the whole organization: its sender may learn facts of the machine. */
export function isOfOrganization(auth: RequestAuth | undefined): boolean {
  return auth?.token.projectId === null;
}

/** Operations that the token of a login may use, on its own connection. */
const ofLogin: readonly string[] = [
  "authConnections.get",
  "authConnections.events",
  "authConnections.submit",
  "local.cancelLogin",
] satisfies OperationId[];

/**
 * Throws 403 when an operation needs an organization-wide key and the caller has another (contract 0.4 rule 5), or when
 * the caller has the token of a login and the operation is not about that login.
 */
export function requireScope(
  { id, needs }: Pick<PlainOperation, "id" | "needs">,
  auth: RequestAuth,
  params: Readonly<Record<string, string>> = {},
): void {
  if (auth.token.kind === "login_flow") requireOwnLogin(auth.token, id, params["id"]);
  if (needs === "organization") requireOrganization(auth, id);
}

function requireOwnLogin({ connectionId }: Credential, operationId: string, id: string | undefined): void {
  if (!ofLogin.includes(operationId)) {
    const text = `${operationId} needs an API key; this token is for the login of one auth connection`;
    throw new ApiError(403, "forbidden", text);
  }
  if (id === connectionId) return;
  throw new ApiError(403, "forbidden", "the token is for the login of another auth connection");
}

/** Throws 403 for a key of one project. `what` names the operation, or the part of it that needs more rights. */
function requireOrganization({ token }: RequestAuth, what: string): void {
  if (token.projectId === null) return;
  throw new ApiError(403, "forbidden", `${what} needs an organization-wide API key; this one is for one project`);
}

function credential(token: string, { apiKeys, invocationTokens, loginTokens }: Access): Credential {
  const found = apiKeys.find(token);
  if (found?.state === "expired") throw unauthorized(`the API key expired at ${new Date(found.at).toISOString()}`);
  if (found?.state === "project-deleted") throw unauthorized(PROJECT_DELETED);
  if (found?.state === "of-killed-run") throw unauthorized(KILLED_RUN);
  if (found) {
    const { id, name, projectScope: projectId } = found.key;
    return { id, kind: "api_key", name, keyId: id, projectId, invocationId: null, connectionId: null };
  }
  const ofInvocation = invocationTokens.find(token);
  if (ofInvocation) {
    const { id, projectScope: projectId, invocationId } = ofInvocation;
    return { id, kind: "invocation", name: null, keyId: id, projectId, invocationId, connectionId: null };
  }
  const ofFlow = loginTokens.find(token);
  if (ofFlow) return { ...ofFlow, kind: "login_flow", name: null, invocationId: null };
  const broken = brokenKey(token);
  if (broken !== undefined) throw unauthorized(`the API key is malformed: ${broken}; was it copied whole?`);
  throw unauthorized("the token is unknown to this service, or was revoked");
}

function unauthorized(message: string): ApiError {
  return new ApiError(401, "unauthorized", message, { headers: { "www-authenticate": "Bearer" } });
}

/** Token of an Authorization header; the scheme is case-insensitive. */
function bearerToken(header: string | undefined): string {
  if (header === undefined || header.trim() === "") {
    throw unauthorized("the Authorization header is missing: Bearer <token> is needed");
  }
  const token = /^Bearer +([\x21-\x7e]+) *$/i.exec(header)?.[1];
  if (token === undefined) throw unauthorized("the Authorization header is malformed: it must be Bearer and one token");
  return token;
}

function projectHeaders(headers: IncomingHttpHeaders): ProjectHeaders {
  const sent = joinedHeader(headers["x-kernel-project"]);
  return {
    idOrName: sent === undefined ? undefined : headerText(sent),
    id: joinedHeader(headers["x-kernel-project-id"]),
  };
}

/**
 * Text of a header. It arrives as Latin-1; bytes that are valid UTF-8 are read only as UTF-8, because the other reading
 * could name another project.
 */
function headerText(latin1: string): string {
  const bytes = Buffer.from(latin1, "latin1");
  return isUtf8(bytes) ? bytes.toString("utf8") : latin1;
}

/**
 * Project of a token that is limited to one. Headers are compared with that project only. Names of other projects are
 * never looked up, so that neither the answer nor its time reveals whether they exist.
 */
function own(projectId: string, { idOrName, id }: ProjectHeaders, projects: Projects): Project {
  const project = projects.byId(projectId);
  // assumed: 401, because a token of a deleted project never works again; for an archived project it is 404. Also finds
  // a key that an earlier version left active.
  if (!project && projects.enabled) throw unauthorized(PROJECT_DELETED);
  if (!project) throw projectNotFound(`projects are disabled, and this API key is for one; ${ENABLE}`);
  const named = idOrName === undefined || idOrName === project.id || idOrName === project.name;
  if (!named || (id !== undefined && id !== project.id)) {
    throw new ApiError(403, "forbidden", "the token is for another project than the one the request names");
  }
  if (project.status === "active") return project;
  throw projectNotFound("the project of this API key is archived");
}

/** assumed: when both headers are present, the older one, which takes only ids, must name the same project. */
function selected({ idOrName, id }: ProjectHeaders, projects: Projects): Project | undefined {
  const missing = (): never => {
    throw projectNotFound(
      projects.enabled
        ? NOT_FOUND
        : `projects are disabled: there is only the default one, and the request names another; ${ENABLE}`,
    );
  };
  const byEither = idOrName === undefined ? undefined : (projects.find(idOrName) ?? missing());
  const byId = id === undefined ? undefined : (projects.byId(id) ?? missing());
  if (byEither && byId && byEither.id !== byId.id) {
    throw badRequest("the two project headers name different projects", [
      { path: "X-Kernel-Project-Id", message: "must name the same project as X-Kernel-Project" },
    ]);
  }
  return byEither ?? byId;
}

function joinedHeader(value: string | string[] | undefined): string | undefined {
  return Array.isArray(value) ? value.join(", ") : value;
}

function projectNotFound(message = NOT_FOUND): ApiError {
  return new ApiError(404, "project_not_found", message);
}
