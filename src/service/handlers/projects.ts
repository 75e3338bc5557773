import type { OperationById } from "../../contract/index.ts";
import type { QueryOf } from "../../contract/operation.ts";
import type { RequestAuth } from "../http/authenticate.ts";
import { type HandlersOf, pageOf } from "../http/handler.ts";
import { projects as projectTable } from "../projects/project-table.ts";
import { limitsRecord, type Project, Projects, type ProjectsOptions, projectRecord } from "../projects/projects.ts";
import { resource } from "../resource.ts";
import { ResourceError } from "../store/resource-error.ts";

type ListQuery = QueryOf<OperationById<"projects.list">>;
type ProjectIds =
  | "projects.create"
  | "projects.list"
  | "projects.get"
  | "projects.update"
  | "projects.delete"
  | "projects.limits"
  | "projects.updateLimits"
  | "projects.oldCreate"
  | "projects.oldList";

/** Projects (spec 2.6, 4.3, contract 2.18). */
export function projectHandlers({ projects }: { projects: Projects }): HandlersOf<ProjectIds> {
  const create = ({ body }: { body: { name: string } }) => {
    projects.checkEnabled();
    return projectRecord(projects.create(body.name));
  };
  const list = ({ query, auth }: { query: ListQuery; auth: RequestAuth }) => {
    projects.checkEnabled();
    const { name: named, ...options } = query;
    const own = auth.token.projectId;
    return pageOf(projects.list({ named, ...options, ...(own !== null && { where: { id: own } }) }), projectRecord);
  };
  const require = ({ params, auth }: { params: { id_or_name: string }; auth: RequestAuth }): Project => {
    projects.checkEnabled();
    return requireReachable(projects, params.id_or_name, auth);
  };
  return {
    "projects.create": create,
    "projects.oldCreate": create,
    "projects.list": list,
    "projects.oldList": list,
    "projects.get": (call) => projectRecord(require(call)),
    "projects.update": (call) => projectRecord(projects.update(require(call), call.body)),
    "projects.delete": (call) => {
      projects.delete(require(call));
      return undefined;
    },
    "projects.limits": (call) => limitsRecord(require(call)),
    "projects.updateLimits": (call) => {
      const { max_concurrent_sessions, max_concurrent_invocations } = call.body;
      const change = {
        maxConcurrentSessions: max_concurrent_sessions,
        maxConcurrentInvocations: max_concurrent_invocations,
      };
      return limitsRecord(projects.setLimits(require(call), change));
    },
  };
}

/** assumed: a key of one project sees no other project: the same 404, whether it exists or not. */
function requireReachable(projects: Projects, idOrName: string, { token, project }: RequestAuth): Project {
  if (token.projectId === null) return projects.require(idOrName);
  if (idOrName === project.id || idOrName === project.name) return project;
  throw ResourceError.notFound("project", idOrName);
}

export const projectResource = resource({
  name: "projects",
  tables: [projectTable],
  start: (needs: ProjectsOptions) => new Projects(needs),
  handlers: projectHandlers,
});
