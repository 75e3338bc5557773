import type { OperationById } from "../../contract/index.ts";
import type { BodyOf } from "../../contract/operation.ts";
import { badRequest } from "../api-error.ts";
import { appVersionRecord, deploymentRecord } from "../apps/deployment-record.ts";
import { deployments as deploymentTable } from "../apps/deployment-table.ts";
import { Deployments, type DeploymentsOptions, type NewDeployment } from "../apps/deployments.ts";
import { readRepositorySource } from "../apps/repository-source.ts";
import type { Foundation } from "../foundation.ts";
import type { RequestAuth } from "../http/authenticate.ts";
import { type HandlersOf, pageOf } from "../http/handler.ts";
import { EventFrames } from "../http/sse.ts";
import { sinceTime } from "../jobs/event-times.ts";
import { reportFailure } from "../jobs/reported-failure.ts";
import { resource, type WithWarnings } from "../resource.ts";
import { APP_FILES } from "../store/file-directories.ts";
import { ResourceError } from "../store/resource-error.ts";

type CreateBody = BodyOf<OperationById<"deployments.create">>;

type AppIds =
  | "apps.list"
  | "deployments.create"
  | "deployments.list"
  | "deployments.get"
  | "deployments.delete"
  | "deployments.events";

/** Apps and deployments (contract 2.17, 3.3). */
export function appHandlers({
  deployments,
  clock,
  log,
}: Foundation & { deployments: Deployments }): HandlersOf<AppIds> {
  return {
    "apps.list": ({ query, auth }) => {
      const { app_name: appName, version, ...options } = query;
      const where = { status: "running", appName, version } as const;
      return pageOf(deployments.list(auth.project.id, { where, ...options }), appVersionRecord);
    },
    "deployments.create": async ({ body, auth }) => {
      const { file, entrypoint_rel_path, source } = body;
      if (source !== undefined)
        return deploymentRecord(await deployments.create(auth.project.id, repository(body, auth)));
      const missing = Object.entries({ file, entrypoint_rel_path }).filter(([, value]) => value === undefined);
      if (file === undefined || entrypoint_rel_path === undefined) {
        throw badRequest(
          "the request is not valid",
          missing.map(([path]) => ({ path, message: "is missing" })),
        );
      }
      const from = { file, entrypoint: entrypoint_rel_path };
      return deploymentRecord(await deployments.create(auth.project.id, { ...body, from }));
    },
    "deployments.list": ({ query, auth }) => {
      const { app_name: appName, app_version: version, ...options } = query;
      if (version !== undefined && appName === undefined) {
        throw badRequest("the request is not valid", [{ path: "app_version", message: "needs app_name" }]);
      }
      return pageOf(deployments.list(auth.project.id, { where: { appName, version }, ...options }), deploymentRecord);
    },
    "deployments.get": ({ params, auth }) => deploymentRecord(deployments.require(auth.project.id, params.id)),
    "deployments.delete": async ({ params, auth }) => {
      await deployments.stop(deployments.require(auth.project.id, params.id), "it was deleted");
      return undefined;
    },
    "deployments.events": ({ params, query, auth, signal }) => {
      const deployment = deployments.require(auth.project.id, params.id);
      const blocks = deployments.events(deployment, sinceTime(query.since, clock), signal);
      const last = () =>
        deployment.status === "queued" || deployment.status === "in_progress"
          ? undefined
          : {
              status: deployment.status,
              event: { event: "deployment_state", deployment: deploymentRecord(deployment) },
            };
      return new EventFrames(reportFailure(blocks, { clock, signal, log: (line) => log.error(line), last }));
    },
  };
}

/** Input of a deployment from a repository. Throws 400 for a file beside it, 403 for what only the organization may read. */
function repository({ source = "", ...body }: CreateBody, { token }: RequestAuth): NewDeployment {
  const other = (["file", "entrypoint_rel_path"] as const).filter((name) => body[name] !== undefined);
  if (other.length > 0) {
    const problems = other.map((path) => ({ path, message: "cannot be used together with source" }));
    throw badRequest("the request is not valid", problems);
  }
  const from = readRepositorySource(source);
  if (token.projectId === null || from.protocol === "https" || from.protocol === "http") return { ...body, from };
  const what =
    from.protocol === "file" ? "a repository of this machine" : "a repository over ssh, with the keys of this machine,";
  throw new ResourceError("forbidden", `${what} needs an organization-wide API key; this one is for one project`);
}

export const deploymentResource = resource({
  name: "deployments",
  tables: [deploymentTable],
  files: APP_FILES,
  start: ({ warn, ...needs }: WithWarnings<DeploymentsOptions>) => new Deployments({ ...needs, log: warn }),
  prepare: (deployments) => deployments.prepare(),
  busy: (deployments) => deployments.busy,
  close: (deployments) => deployments.close(),
  handlers: appHandlers,
});
