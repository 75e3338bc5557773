import type { FastifyInstance } from "fastify";
import { cdpUrl, requireCdpSession } from "../sessions/cdp-address.ts";
import type { SessionNeeds } from "./session-records.ts";

/** True for a path of CDP discovery, which uses the session's token instead of a bearer token. */
export function isCdpDiscovery(path: string): boolean {
  return /^\/browsers\/[^/]+\/cdp\/json\/version\/?$/.test(path);
}

/**
 * Serves `/json/version` like Chromium's debugging port, for clients that use the session's CDP address with `http:`.
 * assumed: the API has no such path.
 */
export function serveCdpDiscovery(app: FastifyInstance, context: SessionNeeds): void {
  for (const ending of ["", "/"]) {
    app.get<{ Params: { id: string } }>(`/browsers/:id/cdp/json/version${ending}`, async (request) => {
      const token = new URLSearchParams(request.raw.url?.split("?")[1]).get("jwt");
      const { session, place } = requireCdpSession(context, request.params.id, token);
      const { product, userAgent, protocol } = session.chromium.version;
      return {
        Browser: product,
        "Protocol-Version": protocol,
        "User-Agent": userAgent,
        webSocketDebuggerUrl: cdpUrl(context, session.id, place),
      };
    });
  }
}
