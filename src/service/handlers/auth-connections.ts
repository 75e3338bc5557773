import { type HandlersOf, pageOf } from "../http/handler.ts";
import { authConnections as connectionTable } from "../managed-auth/auth-connection-table.ts";
import { AuthConnections, type AuthConnectionsOptions } from "../managed-auth/auth-connections.ts";
import type { HealthChecks } from "../managed-auth/health-checks.ts";
import type { LoginPlans } from "../managed-auth/login-plans.ts";
import type { LoginScreenshots } from "../managed-auth/login-screenshots.ts";
import { resource } from "../resource.ts";
import { type ConnectionNeeds, connectionRecords } from "./connection-records.ts";

type AuthConnectionIds =
  | "authConnections.create"
  | "authConnections.list"
  | "authConnections.get"
  | "authConnections.update"
  | "authConnections.delete";

/** Auth connections (spec 2.1, 4.1, contract 2.13). */
export function authConnectionHandlers(
  context: ConnectionNeeds & {
    readonly healthChecks: HealthChecks;
    readonly loginPlans: LoginPlans;
    readonly loginScreenshots: LoginScreenshots;
  },
): HandlersOf<AuthConnectionIds> {
  const { authConnections: connections, healthChecks, loginFlows, loginPlans, loginScreenshots, timeline } = context;
  const record = connectionRecords(context);
  return {
    "authConnections.create": ({ body, auth }) => record(connections.create(auth.project.id, body), auth),
    "authConnections.list": ({ query, auth }) =>
      pageOf(connections.list(auth.project.id, query), (each) => record(each, auth)),
    "authConnections.get": ({ params, auth }) => record(connections.require(auth.project.id, params.id), auth),
    "authConnections.update": ({ params, body, auth }) => {
      const changed = connections.update(connections.require(auth.project.id, params.id), body);
      healthChecks.schedule(changed);
      return record(changed, auth);
    },
    "authConnections.delete": async ({ params, auth }) => {
      const connection = connections.require(auth.project.id, params.id);
      connections.delete(connection);
      healthChecks.unschedule(connection);
      await Promise.all([loginFlows.forget(connection), healthChecks.stop(connection)]);
      timeline.delete(connection);
      loginPlans.delete(connection);
      loginScreenshots.delete(connection);
      return undefined;
    },
  };
}

export const authConnectionResource = resource({
  name: "authConnections",
  tables: [connectionTable],
  start: (needs: AuthConnectionsOptions) => new AuthConnections(needs),
  handlers: authConnectionHandlers,
});
