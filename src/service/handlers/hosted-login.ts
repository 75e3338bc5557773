import { readFile } from "node:fs/promises";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { packageFile } from "../../core/package-file.ts";
import { cookieOf, PageGrantError } from "../access/page-grants.ts";
import type { Foundation } from "../foundation.ts";
import {
  HOSTED_COOKIE,
  type HostedLogin,
  HostedLogins,
  type HostedLoginsOptions,
  pagePath,
} from "../hosted-login/hosted-logins.ts";
import { againPage, hostedPage, hostedPageHeaders, noLoginPage, type Refusal } from "../hosted-login/hosted-page.ts";
import { stateKey, wordsOf } from "../hosted-login/login-page-state.ts";
import { readForm, refusalOf } from "../hosted-login/submitted-form.ts";
import { clientGone, onResponseClose } from "../http/client-gone.ts";
import type { HandlersOf } from "../http/handler.ts";
import { sendEvents } from "../http/sse.ts";
import type { LiveViews } from "../live-view/live-views.ts";
import type { AuthConnections } from "../managed-auth/auth-connections.ts";
import { pauseOf } from "../managed-auth/login-flow.ts";
import type { LoginScreenshots } from "../managed-auth/login-screenshots.ts";
import { resource } from "../resource.ts";
import { ResourceError } from "../store/resource-error.ts";
import { driverAnswer } from "./driver-errors.ts";
import { queryOf } from "./upgrades.ts";

type HostedLoginNeeds = Pick<Foundation, "clock" | "faults" | "log"> & {
  readonly hostedLogins: HostedLogins;
  readonly liveViews: Pick<LiveViews, "url">;
  readonly loginScreenshots: Pick<LoginScreenshots, "png">;
};

interface Route {
  Params: { id: string };
}

const assets = { "page.js": "text/javascript; charset=utf-8", "page.css": "text/css; charset=utf-8" } as const;

/** True for a path of the page of a login, which uses its link or cookie instead of a bearer token. */
export function isHostedLogin(path: string): boolean {
  return /^\/auth\/connections\/[^/]+\/hosted(\/|$)/.test(path);
}

/**
 * Serves the page of a login: `/auth/connections/<id>/hosted` (spec 2.1 `hosted_url`) with its files, its events,
 * `/live`, which leads to the live view, and `/screenshot` of a failure.
 */
export async function serveHostedLogin(app: FastifyInstance, needs: HostedLoginNeeds): Promise<void> {
  await app.register(async (pages) => {
    pages.removeAllContentTypeParsers();
    pages.addContentTypeParser("application/x-www-form-urlencoded", { parseAs: "string" }, (_request, body, done) =>
      done(null, body),
    );
    new HostedLoginPages(needs).serve(pages);
  });
}

/** Routes of the pages of logins. */
class HostedLoginPages {
  readonly #needs: HostedLoginNeeds;

  constructor(needs: HostedLoginNeeds) {
    this.#needs = needs;
  }

  serve(app: FastifyInstance): void {
    const path = pagePath(":id");
    app.get<Route>(path, (request, reply) => this.#page(request, reply, () => this.#open(request, reply)));
    app.post<Route>(path, (request, reply) => this.#page(request, reply, () => this.#submit(request, reply)));
    app.get<Route>(`${path}/live`, (request, reply) => this.#page(request, reply, () => this.#live(request, reply)));
    app.get<Route>(`${path}/screenshot`, (request, reply) =>
      this.#page(request, reply, () => this.#screenshot(request, reply)),
    );
    app.get<Route>(`${path}/events`, (request, reply) =>
      this.#page(request, reply, () => {
        const login = this.#login(request);
        const { clock, faults, hostedLogins } = this.#needs;
        onResponseClose(
          reply.raw,
          hostedLogins.watch(login, () => reply.raw.destroy()),
        );
        return sendEvents(reply, changes(login, clientGone(reply.raw)), clock, faults);
      }),
    );
    for (const [name, type] of Object.entries(assets)) {
      app.get(`${path}/${name}`, async (_request, reply) => {
        reply.headers({ ...hostedPageHeaders, "Content-Type": type });
        return await readFile(packageFile("dist", "hosted-login", name));
      });
    }
  }

  /** Answers with a page, or with the page of an error. */
  async #page(
    { params: { id } }: FastifyRequest<Route>,
    reply: FastifyReply,
    answer: () => FastifyReply,
  ): Promise<FastifyReply> {
    reply.headers(hostedPageHeaders);
    try {
      return await answer();
    } catch (error) {
      if (!(error instanceof PageGrantError)) throw error;
      return await reply.status(driverAnswer(error)?.status ?? 403).send(noLoginPage(id, error.message));
    }
  }

  #open(request: FastifyRequest<Route>, reply: FastifyReply): FastifyReply {
    const { hostedLogins, log } = this.#needs;
    const { id } = request.params;
    if (request.headers["sec-fetch-site"] === "cross-site") return reply.send(againPage(id, request.raw.url ?? ""));
    const code = queryOf(request.raw, "code");
    if (code === null) return this.#show(this.#login(request), reply);
    // A used link is opened again in the browser that has opened it; any other link replaces the cookie.
    if (hostedLogins.isUsable(id, code) || !hostedLogins.isOpen(id, cookieOf(request.raw, HOSTED_COOKIE))) {
      const login = hostedLogins.open(id, code);
      log.info({ connection: id, session: login.session.id }, "the page of a login was opened");
      reply.header("Set-Cookie", hostedLogins.setCookie(login));
    }
    return reply.redirect(pagePath(id), 303);
  }

  #submit(request: FastifyRequest<Route>, reply: FastifyReply): FastifyReply {
    const login = this.#login(request);
    const form = readForm((request.body as string | undefined) ?? "");
    try {
      if (form.cancel) login.flow.cancel("a person canceled it on its page");
      else login.flow.submit(form.body);
    } catch (error) {
      if (!(error instanceof ResourceError)) throw error;
      // The login has continued without this answer; its page shows the current state.
      if (pauseOf(login.flow.state) && !form.cancel) {
        return this.#show(login, reply.status(driverAnswer(error)?.status ?? 400), refusalOf(error));
      }
    }
    return reply.redirect(pagePath(request.params.id), 303);
  }

  #live(request: FastifyRequest<Route>, reply: FastifyReply): FastifyReply {
    const { session, keyId } = this.#login(request);
    const url = this.#needs.liveViews.url(session, keyId);
    return reply.redirect(url ?? pagePath(request.params.id), 303);
  }

  #screenshot(request: FastifyRequest<Route>, reply: FastifyReply): FastifyReply {
    const { connection, flow } = this.#login(request);
    const png = this.#needs.loginScreenshots.png(connection, flow.entryId);
    if (png) return reply.header("Content-Type", "image/png").send(png);
    return reply.status(404).send(noLoginPage(connection.id, "this login has no screenshot"));
  }

  #show({ connection, flow, session, keyId }: HostedLogin, reply: FastifyReply, refusal?: Refusal): FastifyReply {
    const { clock, liveViews } = this.#needs;
    return reply.send(
      hostedPage({
        connectionId: connection.id,
        domain: connection.domain,
        profileName: connection.profileName,
        state: flow.state,
        doing: flow.doing,
        expiresInMs: flow.expiresAt - clock.now(),
        hasScreenshot: flow.hasPicture,
        hasLiveView: liveViews.url(session, keyId) !== undefined,
        refusal,
      }),
    );
  }

  #login(request: FastifyRequest<Route>): HostedLogin {
    return this.#needs.hostedLogins.resume(request.params.id, cookieOf(request.raw, HOSTED_COOKIE));
  }
}

/** Events for the page of a login, sent when it has to show or say something else. */
async function* changes({ connection, flow }: HostedLogin, signal: AbortSignal): AsyncGenerator<object> {
  for await (const _ of flow.changes(signal)) {
    const { doing, state } = flow;
    yield { event: "state", key: stateKey(state), status: wordsOf(state, connection.domain, doing).status };
  }
}

/** Exchange of the code of a link for a token (contract 2.13). */
export function hostedLoginHandlers({
  authConnections,
  hostedLogins,
}: {
  readonly authConnections: AuthConnections;
  readonly hostedLogins: HostedLogins;
}): HandlersOf<"authConnections.exchange"> {
  return {
    "authConnections.exchange": ({ params, body, auth }) => {
      const { id } = authConnections.require(auth.project.id, params.id);
      return { jwt: hostedLogins.exchange(id, body.code) };
    },
  };
}

export const hostedLoginResource = resource({
  name: "hostedLogins",
  tables: [],
  start: (needs: HostedLoginsOptions) => new HostedLogins(needs),
  handlers: hostedLoginHandlers,
});
