import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { OperationId } from "../../contract/index.ts";
import { type Part, type PlainOperation, type Validate, validatorName } from "../../contract/plain.ts";
import { type InputProblem, inputProblems } from "../../contract/problems.ts";
import { areaLoaders, validatorLoaders } from "../../generated/index.ts";
import { badRequest } from "../api-error.ts";
import type { Handlers, Page } from "../handlers/handlers.ts";
import type { ServiceContext } from "../service-context.ts";
import { checkFields, notSupported, unservedRoutes } from "../support.ts";
import type { RequestAuth } from "./authenticate.ts";
import { clientGone } from "./client-gone.ts";
import { readQuery } from "./query.ts";
import { type ServerEvent, sendEvents } from "./sse.ts";

/** The most a request may carry where much text or data travels inside. assumed: all of it; the API names no limit. */
const BODY_LIMITS: Partial<Record<OperationId, number>> = {
  "browsers.curl": 32 * 2 ** 20,
  "computer.type": 8 * 2 ** 20,
  "computer.batch": 8 * 2 ** 20,
  "computer.clipboardWrite": 32 * 2 ** 20,
  "process.exec": 4 * 2 ** 20,
  "process.spawn": 4 * 2 ** 20,
  // 4 MiB in base64.
  "process.stdin": 6 * 2 ** 20,
  "playwright.execute": 8 * 2 ** 20,
};

export interface RouteOptions {
  context: ServiceContext;
  handlers: Handlers;
  auth: (request: FastifyRequest) => RequestAuth;
}

type AnyHandler = (call: Record<string, unknown>) => unknown;

/** A route for every operation of the contract, and one that answers 501 for each that is not served. */
export async function registerRoutes(app: FastifyInstance, options: RouteOptions): Promise<void> {
  for (const area of Object.keys(areaLoaders) as (keyof typeof areaLoaders)[]) {
    const { operations } = await areaLoaders[area]();
    const { validators } = await validatorLoaders[area]();
    for (const operation of Object.values(operations)) {
      const bodyLimit = BODY_LIMITS[operation.id as OperationId];
      app.route({
        method: operation.method,
        url: routePath(operation.path),
        ...(bodyLimit !== undefined && { bodyLimit }),
        handler: (request, reply) => serveOperation(request, reply, operation, validators, options),
      });
    }
  }
  for (const { method, path } of unservedRoutes) {
    app.route({
      method,
      url: routePath(path),
      // Before the body is read, whatever its kind.
      onRequest: async () => {
        throw notSupported(
          `the local service does not serve ${method} ${path} yet; \`browserctl local support\` lists it`,
        );
      },
      handler: () => undefined,
    });
  }
}

/** `/browsers/{id}` as the router writes it. */
export function routePath(path: string): string {
  return path.replace(/\{(\w+)\}/g, ":$1");
}

async function serveOperation(
  request: FastifyRequest,
  reply: FastifyReply,
  operation: PlainOperation,
  validators: Readonly<Record<string, Validate>>,
  { context, handlers, auth }: RouteOptions,
): Promise<FastifyReply> {
  const input = checkedInput(request, operation, validators);
  const recorded = checkFields(operation.id as OperationId, input.body);
  if (recorded.length > 0) reply.header("X-Browserctl-Recorded", recorded.join(","));
  await context.faults.pass("before-handler");
  const handler = handlers[operation.id as OperationId] as unknown as AnyHandler;
  const result = await handler({ ...input, auth: auth(request), signal: clientGone(reply.raw) });
  if (operation.response.kind === "sse") return sendEvents(reply, result as AsyncIterable<ServerEvent>, context.clock);
  return answer(reply, operation, result);
}

/** Validates every part of a request. Throws one 400 with all that is wrong in any of them. */
function checkedInput(
  request: FastifyRequest,
  operation: PlainOperation,
  validators: Readonly<Record<string, Validate>>,
): { params: unknown; query: unknown; body: unknown } {
  const search = request.raw.url?.split("?").slice(1).join("?") ?? "";
  const { query, problems } = readQuery(search, operation.query);
  const parts = { params: request.params, query, body: request.body };
  const check = (part: Part, schema = operation[part]): void => {
    const validate = validators[validatorName(operation.id, part)];
    if (!schema || !validate || validate(parts[part])) return;
    problems.push(...inputProblems(validate.errors ?? [], schema, parts[part], part));
  };
  check("params");
  if (operation.query) check("query");
  else problems.push(...Object.keys(query).map((path): InputProblem => ({ path, message: "unknown query parameter" })));
  if (!operation.body) problems.push(...noBodyProblems(parts.body));
  else if (parts.body !== undefined) check("body");
  else if (!operation.bodyOptional) problems.push({ path: "body", message: "is missing" });
  if (problems.length > 0) throw badRequest("the request is not valid", problems);
  return parts;
}

/** Clients that always send a body send an empty object. */
function noBodyProblems(body: unknown): InputProblem[] {
  const empty = body === undefined || (typeof body === "object" && body !== null && Object.keys(body).length === 0);
  return empty ? [] : [{ path: "body", message: "this operation takes none" }];
}

function answer(reply: FastifyReply, operation: PlainOperation, result: unknown): FastifyReply {
  const { response } = operation;
  reply.status(response.status);
  if (operation.paging) {
    const { items, hasMore, nextOffset } = result as Page<unknown>;
    return reply.headers({ "X-Has-More": String(hasMore), "X-Next-Offset": String(nextOffset) }).send(items);
  }
  if (response.kind === "empty") return reply.send();
  if (response.kind === "file") return reply.type(response.contentType ?? "application/octet-stream").send(result);
  return reply.send(result);
}
