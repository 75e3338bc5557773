import { badRequest } from "../api-error.ts";
import { appVersionRecord, deploymentRecord } from "../apps/deployment-record.ts";
import { deployments as deploymentTable } from "../apps/deployment-table.ts";
import { Deployments, type DeploymentsOptions } from "../apps/deployments.ts";
import type { Foundation } from "../foundation.ts";
import { type HandlersOf, pageOf } from "../http/handler.ts";
import { EventFrames } from "../http/sse.ts";
import { sinceTime } from "../jobs/event-times.ts";
import { reportFailure } from "../jobs/reported-failure.ts";
import { resource, type WithWarnings } from "../resource.ts";

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
      const { file, entrypoint_rel_path } = body;
      const missing = Object.entries({ file, entrypoint_rel_path }).filter(([, value]) => value === undefined);
      if (file === undefined || entrypoint_rel_path === undefined) {
        throw badRequest(
          "the request is not valid",
          missing.map(([path]) => ({ path, message: "is missing" })),
        );
      }
      return deploymentRecord(await deployments.create(auth.project.id, { ...body, file, entrypoint_rel_path }));
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

export const deploymentResource = resource({
  name: "deployments",
  tables: [deploymentTable],
  start: ({ warn, ...needs }: WithWarnings<DeploymentsOptions>) => new Deployments({ ...needs, log: warn }),
  prepare: (deployments) => deployments.prepare(),
  busy: (deployments) => deployments.busy,
  close: (deployments) => deployments.close(),
  handlers: appHandlers,
});
