import { badRequest } from "../api-error.ts";
import { appVersionRecord, deploymentRecord } from "../apps/deployment-record.ts";
import { sinceTime } from "../apps/event-times.ts";
import { reportFailure } from "../apps/reported-failure.ts";
import { type HandlersOf, page } from "../http/handler.ts";
import { EventFrames } from "../http/sse.ts";
import type { ServiceContext } from "../service-context.ts";

type AppIds =
  | "apps.list"
  | "deployments.create"
  | "deployments.list"
  | "deployments.get"
  | "deployments.delete"
  | "deployments.events";

/** Apps and deployments (contract 2.17, 3.3). */
export function appHandlers({ deployments, clock, log }: ServiceContext): HandlersOf<AppIds> {
  return {
    "apps.list": ({ query, auth }) => {
      const { app_name, version } = query;
      const found = deployments
        .list(auth.project.id)
        .filter(
          (one) =>
            one.status === "running" &&
            (app_name === undefined || one.appName === app_name) &&
            (version === undefined || one.version === version) &&
            matches(query.query, [one.appName], [one.versionId, one.id]),
        );
      const { items, ...more } = page(found, query);
      return { items: items.map(appVersionRecord), ...more };
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
      const { app_name, app_version } = query;
      if (app_version !== undefined && app_name === undefined) {
        throw badRequest("the request is not valid", [{ path: "app_version", message: "needs app_name" }]);
      }
      const found = deployments
        .list(auth.project.id)
        .filter(
          (one) =>
            (app_name === undefined || one.appName === app_name) &&
            (app_version === undefined || one.version === app_version) &&
            matches(query.query, [one.appName], [one.id]),
        );
      const { items, ...more } = page(found, query);
      return { items: items.map(deploymentRecord), ...more };
    },
    "deployments.get": ({ params, auth }) => deploymentRecord(deployments.require(auth.project.id, params.id)),
    "deployments.delete": async ({ params, auth }) => {
      await deployments.stop(deployments.require(auth.project.id, params.id), "it was deleted");
      return undefined;
    },
    "deployments.events": ({ params, query, auth, signal }) => {
      const one = deployments.require(auth.project.id, params.id);
      const blocks = deployments.events(one, sinceTime(query.since, clock), signal);
      const last = () =>
        one.status === "queued" || one.status === "in_progress"
          ? undefined
          : { status: one.status, event: { event: "deployment_state", deployment: deploymentRecord(one) } };
      return new EventFrames(reportFailure(blocks, { clock, signal, log: (line) => log.error(line), last }));
    },
  };
}

/** True for an item that a search finds: a part of its name, or its whole id; case-insensitive. */
export function matches(
  search: string | undefined,
  names: readonly (string | null)[],
  ids: readonly (string | null)[],
): boolean {
  if (search === undefined || ids.includes(search)) return true;
  const wanted = search.toLowerCase();
  return names.some((name) => name?.toLowerCase().includes(wanted) === true);
}
