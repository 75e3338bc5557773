import { type HandlersOf, pageOf } from "../http/handler.ts";
import { authConnections as connectionTable } from "../managed-auth/auth-connection-table.ts";
import { AuthConnections, type AuthConnectionsOptions } from "../managed-auth/auth-connections.ts";
import { resource } from "../resource.ts";

type AuthConnectionIds =
  | "authConnections.create"
  | "authConnections.list"
  | "authConnections.get"
  | "authConnections.update"
  | "authConnections.delete";

/** Auth connections (spec 2.1, 4.1, contract 2.13). */
export function authConnectionHandlers({
  authConnections: connections,
}: {
  authConnections: AuthConnections;
}): HandlersOf<AuthConnectionIds> {
  return {
    "authConnections.create": ({ body, auth }) => connections.record(connections.create(auth.project.id, body)),
    "authConnections.list": ({ query, auth }) =>
      pageOf(connections.list(auth.project.id, query), (connection) => connections.record(connection)),
    "authConnections.get": ({ params, auth }) => connections.record(connections.require(auth.project.id, params.id)),
    "authConnections.update": ({ params, body, auth }) =>
      connections.record(connections.update(connections.require(auth.project.id, params.id), body)),
    "authConnections.delete": ({ params, auth }) => {
      connections.delete(connections.require(auth.project.id, params.id));
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
