import { readFile } from "node:fs/promises";
import type { IncomingMessage } from "node:http";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { commandLine } from "../../core/command-line.ts";
import { packageFile } from "../../core/package-file.ts";
import { cookieOf } from "../access/page-grants.ts";
import { AnsweredError } from "../driver-error.ts";
import type { Foundation } from "../foundation.ts";
import type { HandlersOf } from "../http/handler.ts";
import { livePage, pageHeaders, refusalPage } from "../live-view/live-page.ts";
import { LIVE_COOKIE, LiveViews } from "../live-view/live-views.ts";
import { resource } from "../resource.ts";
import { SessionError } from "../sessions/session-errors.ts";
import { driverAnswer } from "./driver-errors.ts";
import type { SessionNeeds } from "./session-records.ts";
import { queryOf, type UpgradeRoute } from "./upgrades.ts";

type LiveViewNeeds = SessionNeeds & { readonly liveViews: LiveViews };

const assets = { "viewer.js": "text/javascript; charset=utf-8", "viewer.css": "text/css; charset=utf-8" } as const;

/** True for a path of a live view, which uses its link or cookie instead of a bearer token. */
export function isLiveView(path: string): boolean {
  return /^\/browsers\/[^/]+\/live(\/|$)/.test(path);
}

/**
 * Serves the pages of live views: `/browsers/<id>/live` (contract 2.3 `browser_live_view_url`) with its files, and
 * `/browsers/<id>/live/state` for a page that has lost its connection.
 */
export function serveLiveView(app: FastifyInstance, { liveViews, log }: LiveViewNeeds): void {
  type Route = { Params: { id: string } };
  app.get<Route>("/browsers/:id/live", (request, reply) =>
    page(request, reply, () => {
      const { id } = request.params;
      const view = liveViews.open(id, queryOf(request.raw, "jwt"), liveCookie(request.raw));
      const { session, readOnly, source } = view;
      log.info({ session: session.id, read_only: readOnly }, "the live view was opened");
      reply.header("Set-Cookie", liveViews.setCookie(view));
      return livePage({
        sessionId: session.id,
        title: session.name ?? session.id,
        readOnly,
        client: source.client,
      });
    }),
  );
  app.get<Route>("/browsers/:id/live/state", (request, reply) =>
    page(request, reply, () => {
      liveViews.resume(request.params.id, liveCookie(request.raw));
      return "";
    }),
  );
  for (const [name, type] of Object.entries(assets)) {
    app.get(`/browsers/:id/live/${name}`, async (_request, reply) => {
      reply.headers({ "Content-Type": type, "X-Content-Type-Options": "nosniff", "Cache-Control": "no-store" });
      return await readFile(packageFile("dist", "live-view", name));
    });
  }
}

/** Answers with a page, or with the page of an error. */
async function page(
  request: FastifyRequest<{ Params: { id: string } }>,
  reply: FastifyReply,
  content: () => string,
): Promise<FastifyReply> {
  reply.headers(pageHeaders);
  try {
    return await reply.send(content());
  } catch (error) {
    const answer = error instanceof AnsweredError ? driverAnswer(error) : undefined;
    if (!answer) throw error;
    const ended = error instanceof SessionError;
    const { id } = request.params;
    const advice = ended
      ? { text: "Create another session with:", line: "browserctl browsers create" }
      : {
          text: "A link opens the page once, within 10 minutes. Get another with:",
          line: commandLine`browsers view ${id}`,
        };
    // An ended session never becomes active again.
    return await reply.status(ended ? 410 : answer.status).send(refusalPage(id, answer.message, advice));
  }
}

/** Live views of sessions. assumed: not part of the API, except for the address in the record. */
export function liveViewHandlers({ liveViews, sessions }: LiveViewNeeds): HandlersOf<"local.liveView"> {
  return {
    "local.liveView": ({ params, body, auth }) => {
      const session = sessions.require(auth.project.id, params.id);
      const { url, expires, readOnly } = liveViews.link(session, body?.read_only ?? false, auth.token.keyId);
      return { url, read_only: readOnly, expires_at: new Date(expires).toISOString() };
    },
  };
}

export const liveViewResource = resource({
  name: "liveViews",
  tables: [],
  start: (needs: ConstructorParameters<typeof LiveViews>[0] & Foundation) => new LiveViews(needs),
  handlers: liveViewHandlers,
});

/** WebSocket of an opened live view, `/browsers/<id>/live/socket`. */
export function liveViewUpgrade({ liveViews }: { readonly liveViews: LiveViews }): UpgradeRoute {
  return {
    path: /^\/browsers\/([^/]+)\/live\/socket$/,
    origin: "own",
    messageLimit: liveViews.messageLimit,
    accept: (id, request) => {
      const view = liveViews.resume(id, liveCookie(request));
      return (viewer) => liveViews.attach(view, viewer);
    },
  };
}

/** Value of the cookie of an opened page. */
function liveCookie(request: IncomingMessage): string | undefined {
  return cookieOf(request, LIVE_COOKIE);
}
