import type { Socket } from "node:net";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import Fastify from "fastify";
import { outsideOperations } from "../contract/errors.ts";
import { MAX_BODY_BYTES } from "../contract/limits.ts";
import type { Method } from "../contract/operation.ts";
import { operationHeads } from "../generated/operation-heads.ts";
import { allHandlers } from "./all-handlers.ts";
import { ApiError } from "./api-error.ts";
import { errorOwner, ownEmitter, ownedBy } from "./error-owner.ts";
import { isCdpDiscovery, serveCdpDiscovery } from "./handlers/cdp-discovery.ts";
import { driverAnswer } from "./handlers/driver-errors.ts";
import { isHostedLogin, serveHostedLogin } from "./handlers/hosted-login.ts";
import { isLiveView, serveLiveView } from "./handlers/live-view.ts";
import { auditEntry } from "./http/audit-entry.ts";
import { authenticate, isOfOrganization, type RequestAuth } from "./http/authenticate.ts";
import { BrokenRequests, MAX_HEADER } from "./http/broken-request.ts";
import { errorAnswer } from "./http/error-answer.ts";
import { checkRequest, type OriginRule, originForm } from "./http/guards.ts";
import { parseJsonBody } from "./http/json-body.ts";
import { isProof, serveProof } from "./http/prove-listener.ts";
import { endRaw, rawErrorResponse } from "./http/raw-response.ts";
import { registerRoutes } from "./http/routes.ts";
import { withoutFileHeaders } from "./http/send-file.ts";
import type { ServiceContext } from "./resources.ts";

/** Time for a client to send its headers, in milliseconds. A protection against connections that are only held open. */
const HEADERS_TIMEOUT_MS = 15_000;
const REQUEST_TIMEOUT_MS = 120_000;
/** The longest path parameter: a name of 255 code points, each up to twelve characters when encoded. */
const MAX_PARAM = 4_096;

const openPaths = new Set(["/openapi.json", "/spec.json"]);

/**
 * The service's HTTP application, without a port. Every answer carries `X-Browserctl-Local`, every error the API's
 * body (spec 7). Checks in this order: host and origin, token and project, scope and removal of the operation, body, input.
 */
export async function buildApp(context: ServiceContext): Promise<FastifyInstance> {
  const auths = new WeakMap<FastifyRequest, RequestAuth>();
  const sendError = (error: unknown, request: FastifyRequest, reply: FastifyReply): void => {
    const { status, headers, body, unexpected } = errorAnswer(driverAnswer(error) ?? error, {
      bodyLimit: request.routeOptions?.bodyLimit,
      ofOrganization: isOfOrganization(auths.get(request)),
    });
    if (unexpected)
      context.log.error({ ...about(request), err: error }, `error in ${request.method} ${pathOf(request)}`);
    const operation = request.routeOptions?.config?.operation;
    if (operation && ![...operation.errors, ...outsideOperations].includes(body.code)) {
      context.log.error(about(request), `undeclared error: ${operation.id} answers ${status} ${body.code}`);
    }
    withoutFileHeaders(reply).header("X-Browserctl-Local", context.version).status(status).headers(headers).send(body);
  };
  const broken = new BrokenRequests(context.version);
  const app = Fastify({
    bodyLimit: MAX_BODY_BYTES,
    exposeHeadRoutes: false,
    forceCloseConnections: true,
    return503OnClosing: false,
    rewriteUrl: ({ url = "/" }) => originForm(url),
    routerOptions: { maxParamLength: MAX_PARAM, querystringParser: () => ({}) },
    http: {
      headersTimeout: HEADERS_TIMEOUT_MS,
      // Uploads have no total time limit; other requests have `limitBodyTime`.
      requestTimeout: 0,
      connectionsCheckingInterval: 5_000,
      maxHeaderSize: MAX_HEADER,
      // Node would reject a request without Host with an empty body; the guards reject it with the API's error body.
      requireHostHeader: false,
      // Other offers to upgrade, such as h2c, are ignored, as HTTP asks.
      shouldUpgradeCallback: (request) => request.headers.upgrade?.toLowerCase() === "websocket",
    },
    frameworkErrors: sendError,
    clientErrorHandler: (error, socket) => broken.answer(error, socket as Socket),
  });
  broken.attach(app.server);
  app.server.on("connect", (_request, socket) => {
    const refusal = new ApiError(405, "method_not_allowed", "this service is not a proxy: it does not accept CONNECT");
    endRaw(socket, rawErrorResponse(refusal, context.version));
  });
  // An expectation other than 100-continue may be ignored (RFC 9110, 10.1.1); Node would answer 417 without a body.
  app.server.on("checkExpectation", (request, response) => {
    app.server.emit("request", request, response);
  });
  app.setErrorHandler(sendError);
  app.removeAllContentTypeParsers();
  app.addContentTypeParser("application/json", { parseAs: "buffer" }, (_request, body, done) => {
    try {
      done(null, parseJsonBody(body as Buffer));
    } catch (error) {
      done(error as Error);
    }
  });
  // Routes with files stream them to the disk themselves.
  app.addContentTypeParser(["multipart/form-data", "application/octet-stream"], (_request, _body, done) => done(null));
  // The first hook: errors that a request causes belong to its connection.
  app.addHook("onRequest", (request, { raw }, done) => {
    const owner = errorOwner({
      log: (line) => context.log.error(about(request), line),
      what: "the connection",
      end: () => raw.destroy(),
    });
    for (const emitter of [request.raw, raw]) ownEmitter(emitter, owner);
    ownedBy(owner, done);
  });
  app.addHook("onRequest", async (request, reply) => {
    reply.header("X-Browserctl-Local", context.version);
    const path = pathOf(request);
    const isPage = isPageOf(path);
    checkRequest(request.raw, request.originalUrl, context.port(), isPage ? pageOrigin(request.method) : "none");
    if (isPage) limitBodyTime(request, broken);
    if (!isOfApi(path)) return;
    limitBodyTime(request, broken);
    auths.set(request, authenticate(request.headers, context));
    reply.raw.once("close", context.beginRequest());
  });
  app.addHook("onResponse", async (request, reply) => {
    const { method } = request;
    // Before the hook that logs requests.
    if (isProof(pathOf(request))) return;
    if (isOfApi(pathOf(request))) {
      const received = context.clock.now() - reply.elapsedTime;
      context.auditLog.record(
        auditEntry(request, reply, { auth: auths.get(request), path: pathOf(request), received }),
      );
    }
    const answer = {
      method,
      path: pathOf(request),
      status: reply.statusCode,
      duration_ms: Math.round(reply.elapsedTime),
    };
    const text = `${method} ${answer.path} ${answer.status} ${answer.duration_ms} ms`;
    context.log[answer.status < 500 ? "info" : "warn"]({ ...about(request), ...answer }, text);
  });
  app.setNotFoundHandler((request) => {
    const path = pathOf(request);
    const allowed = allowedMethods(path);
    if (allowed.length === 0) throw new ApiError(404, "not_found", `there is no ${request.method} ${path}`);
    throw new ApiError(405, "method_not_allowed", `${path} takes ${allowed.join(", ")}, not ${request.method}`, {
      headers: { allow: allowed.join(", ") },
    });
  });
  const { credentialEnds, clock, faults, sessions, uploads } = context;
  await registerRoutes(app, {
    ...{ credentialEnds, clock, faults, sessions, uploads },
    handlers: allHandlers(context),
    auth: (request) => {
      const auth = auths.get(request);
      if (!auth) throw new Error("the request was not authenticated");
      return auth;
    },
  });
  serveDocument(app);
  serveProof(app, context);
  serveCdpDiscovery(app, context);
  serveLiveView(app, context);
  await serveHostedLogin(app, context);
  return app;
}

function isPageOf(path: string): boolean {
  return isLiveView(path) || isHostedLogin(path);
}

/** True for requests that need a token; the others are pages with tokens of their own, and what anybody may read. */
function isOfApi(path: string): boolean {
  return !(isPageOf(path) || openPaths.has(path) || isProof(path) || isCdpDiscovery(path));
}

/** Origins that may request a page: a form is sent with an origin, and only by the page itself. */
function pageOrigin(method: string): OriginRule {
  return method === "GET" ? "own-or-none" : "own";
}

/** assumed: the OpenAPI document is public; a client can read it without a token. */
function serveDocument(app: FastifyInstance): void {
  for (const path of openPaths) {
    app.get(path, async () => (await import("../generated/openapi.json", { with: { type: "json" } })).default);
  }
}

/** Fields of a log record about a request. A session appears as in the path: by id or name. */
function about({ id, routeOptions, params }: FastifyRequest): object {
  const operation = routeOptions?.config?.operation;
  if (!operation) return { request: id };
  const { id: sessionId, id_or_name: name } = params as Record<string, string | undefined>;
  const session = operation.path.startsWith("/browsers/") ? (sessionId ?? name) : undefined;
  return { request: id, operation: operation.id, ...(session !== undefined && { session }) };
}

/** Path without the query, which can contain secrets. */
function pathOf(request: FastifyRequest): string {
  return (request.raw.url ?? "/").split("?", 1)[0] ?? "/";
}

/** Limits the time for the whole request; for uploads only the time without progress. */
function limitBodyTime({ raw, headers }: FastifyRequest, broken: BrokenRequests): void {
  const end = (): void => {
    if (raw.complete) return;
    broken.answer({ name: "", message: "", code: "ERR_HTTP_REQUEST_TIMEOUT" }, raw.socket);
    raw.destroy();
  };
  if (/^(multipart\/form-data|application\/octet-stream)\b/i.test(headers["content-type"] ?? "")) {
    raw.setTimeout(REQUEST_TIMEOUT_MS, end);
    raw.once("end", () => raw.setTimeout(0));
  } else {
    const late = setTimeout(end, REQUEST_TIMEOUT_MS).unref();
    // A remaining timer would keep the request in memory until it fires.
    raw.once("close", () => clearTimeout(late));
  }
}

/** HTTP methods that a path allows; empty for an unknown path. */
function allowedMethods(path: string): Method[] {
  const routes = Object.values(operationHeads);
  const methods = routes.filter((route) => pattern(route.path).test(path)).map((route) => route.method);
  if (path === "/openapi.json" || path === "/spec.json") methods.push("GET");
  return [...new Set(methods)].sort();
}

function pattern(path: string): RegExp {
  const source = path.replace(/[.*+?^$()|[\]\\]/g, "\\$&").replace(/\{\w+\}/g, "[^/]+");
  return new RegExp(`^${source}$`);
}
