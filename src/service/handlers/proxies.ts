import { type HandlersOf, pageOf } from "../http/handler.ts";
import type { AuthConnections } from "../managed-auth/auth-connections.ts";
import { Proxies, type ProxiesOptions, proxyRecord } from "../proxies/proxies.ts";
import { proxies as proxyTable } from "../proxies/proxy-table.ts";
import { resource } from "../resource.ts";

type ProxyIds =
  | "proxies.create"
  | "proxies.list"
  | "proxies.get"
  | "proxies.update"
  | "proxies.delete"
  | "proxies.check";

/** Stored proxies (contract 2.10). */
export function proxyHandlers({
  proxies,
  authConnections,
}: {
  proxies: Proxies;
  authConnections: AuthConnections;
}): HandlersOf<ProxyIds> {
  return {
    "proxies.create": ({ body, auth }) => proxyRecord(proxies.create(auth.project.id, body)),
    "proxies.list": ({ query, auth }) => {
      const { name: named, ...options } = query;
      return pageOf(proxies.list(auth.project.id, { named, ...options }), proxyRecord);
    },
    "proxies.get": ({ params, auth }) => proxyRecord(proxies.require(auth.project.id, params.id)),
    "proxies.update": ({ params, body, auth }) =>
      proxyRecord(proxies.rename(proxies.require(auth.project.id, params.id), body.name)),
    "proxies.delete": ({ params, auth }) => {
      const proxy = proxies.require(auth.project.id, params.id);
      authConnections.checkUnused(auth.project.id, proxy.id);
      proxies.delete(proxy);
      return undefined;
    },
    "proxies.check": async ({ params, body, auth, signal, notice }) => {
      const { proxy, problem } = await proxies.check(proxies.require(auth.project.id, params.id), body?.url, signal);
      if (problem !== undefined) notice(problem);
      return proxyRecord(proxy);
    },
  };
}

export const proxyResource = resource({
  name: "proxies",
  tables: [proxyTable],
  start: (needs: ProxiesOptions) => new Proxies(needs),
  handlers: proxyHandlers,
});
