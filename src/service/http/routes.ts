import { rm } from "node:fs/promises";
import type { FastifyInstance, FastifyReply, FastifyRequest, RouteOptions as FastifyRoute } from "fastify";
import type { FilePart } from "../../contract/form.ts";
import type { OperationId, ServedOperationId } from "../../contract/index.ts";
import { MAX_BODY_BYTES } from "../../contract/limits.ts";
import { type Paging, pagings } from "../../contract/paging.ts";
import { type Part, type PlainOperation, type Validate, validatorName } from "../../contract/plain.ts";
import { type InputProblem, inputProblems } from "../../contract/problems.ts";
import { areaLoaders, validatorLoaders } from "../../generated/index.ts";
import { localSupport } from "../../generated/local-support.ts";
import type { CredentialEnds } from "../access/credential-ends.ts";
import { badRequest } from "../api-error.ts";
import type { Clock } from "../clock.ts";
import type { Faults } from "../faults.ts";
import type { SessionManager } from "../sessions/session-manager.ts";
import { checkFields, notSupported } from "../support.ts";
import { isOfOrganization, type RequestAuth, requireScope } from "./authenticate.ts";
import { clientGone, onResponseClose } from "./client-gone.ts";
import { Accepted, type Handlers, type Page, type TokenPage } from "./handler.ts";
import { readForm } from "./multipart-body.ts";
import { projectAnswer } from "./project-answer.ts";
import { readQuery } from "./query.ts";
import { readBytes } from "./read-bytes.ts";
import { FileAnswer, noData, sendFile } from "./send-file.ts";
import { type ServerEvent, sendEvents } from "./sse.ts";
import { checkSunset, sunsetHeaders } from "./sunset.ts";
import type { UploadDirectory } from "./upload-directory.ts";

export interface RouteOptions {
  clock: Clock;
  faults: Faults;
  sessions: SessionManager;
  uploads: UploadDirectory;
  handlers: Handlers;
  credentialEnds: Pick<CredentialEnds, "watch">;
  auth: (request: FastifyRequest) => RequestAuth;
}

declare module "fastify" {
  interface FastifyContextConfig {
    /** The operation a route serves. */
    operation?: PlainOperation;
  }
}

type AnyHandler = (call: Record<string, unknown>) => unknown;

/** Registers a route for every operation of the contract; operations that are not served answer 501. */
export async function registerRoutes(app: FastifyInstance, options: RouteOptions): Promise<void> {
  for (const area of Object.keys(areaLoaders) as (keyof typeof areaLoaders)[]) {
    const { operations } = await areaLoaders[area]();
    const { validators } = await validatorLoaders[area]();
    for (const operation of Object.values(operations)) {
      const unserved = localSupport[operation.id as OperationId]?.unserved;
      if (unserved !== undefined) {
        app.route(
          unservedRoute(operation, `${operation.id}: ${unserved}`, (request, reply) =>
            checkCaller(operation, request, reply, options),
          ),
        );
        continue;
      }
      // The size of files is checked while they arrive.
      const bodyLimit = operation.bodyKind ? Number.MAX_SAFE_INTEGER : (operation.maxBodyBytes ?? MAX_BODY_BYTES);
      app.route({
        method: operation.method,
        url: routePath(operation.path),
        config: { operation },
        bodyLimit,
        onRequest: async (request, reply) => checkCaller(operation, request, reply, options),
        handler: (request, reply) => serveOperation(request, reply, operation, validators, options),
      });
    }
  }
}

/** Route that answers 501 before the body is read, whatever its content type. */
function unservedRoute(
  { method, path }: Pick<PlainOperation, "method" | "path">,
  named: string,
  check: (request: FastifyRequest, reply: FastifyReply) => void = () => {},
): FastifyRoute {
  return {
    method,
    url: routePath(path),
    onRequest: async (request, reply) => {
      check(request, reply);
      throw notSupported(`the local service does not serve ${named}`);
    },
    handler: () => undefined,
  };
}

/**
 * Checks, before the body is read, that a caller may use an operation and that the operation has not been removed.
 * Throws 403 before 410, because the rights of a key do not depend on the date.
 */
function checkCaller(
  operation: PlainOperation,
  request: FastifyRequest,
  reply: FastifyReply,
  { auth, clock }: RouteOptions,
): void {
  const { deprecated } = operation;
  if (deprecated) reply.headers(sunsetHeaders(deprecated));
  requireScope(operation, auth(request), request.params as Record<string, string>);
  if (deprecated) checkSunset(operation, deprecated, clock);
}

/** Converts a path such as `/browsers/{id}` to the router's syntax. */
function routePath(path: string): string {
  return path.replace(/\{(\w+)\}/g, ":$1");
}

async function serveOperation(
  request: FastifyRequest,
  reply: FastifyReply,
  operation: PlainOperation,
  validators: Readonly<Record<string, Validate>>,
  options: RouteOptions,
): Promise<FastifyReply> {
  const { clock, faults } = options;
  const caller = options.auth(request);
  const body = await receiveBody(request, operation, caller, options);
  try {
    const input = checkedInput(request, operation, validators, body.value);
    const recorded = checkFields(operation.id as OperationId, input.body);
    if (recorded.length > 0) reply.header("X-Browserctl-Recorded", recorded.join(","));
    const gone = clientGone(reply.raw);
    if (!operation.localOnly) {
      await faults.pass("latency", gone);
      await faults.pass("answer-error");
    }
    await faults.pass("before-handler");
    const handler = options.handlers[operation.id as ServedOperationId] as unknown as AnyHandler;
    const notices: string[] = [];
    const notice = (text: string): void => {
      notices.push(text);
      reply.header(NOTICE_HEADER, noticeHeader(notices.join("; ")));
    };
    const result = await handler({ ...input, auth: caller, signal: gone, notice });
    if (operation.response.kind === "sse") {
      endWithKey(reply, caller.token.keyId, options.credentialEnds);
      const { comments } = operation.response;
      return sendEvents(reply, result as AsyncIterable<ServerEvent>, clock, faults, comments);
    }
    if (result instanceof FileAnswer) {
      const { contentType = "application/octet-stream" } = operation.response;
      return await sendFile(request, reply, result, contentType, faults);
    }
    return answer(reply, operation, caller, result);
  } finally {
    await body.release();
  }
}

/**
 * Ends a stream when its API key is revoked or expires, or its invocation ends; a client that reconnects gets the 401.
 * assumed: other requests are authenticated only once, because they are short.
 */
function endWithKey({ raw }: FastifyReply, keyId: string, ends: RouteOptions["credentialEnds"]): void {
  onResponseClose(
    raw,
    ends.watch(keyId, () => raw.destroy()),
  );
}

const fileTypes = { multipart: "multipart/form-data", bytes: "application/octet-stream" };

/** Checks the content type: the application parses every kind of body, but an operation accepts only one. */
function checkContentType({ headers }: FastifyRequest, { bodyKind }: PlainOperation): void {
  const given = headers["content-type"]?.split(";")[0]?.trim().toLowerCase();
  const wanted = bodyKind && fileTypes[bodyKind];
  if (wanted ? given === wanted : !Object.values(fileTypes).includes(given ?? "")) return;
  throw badRequest(`the body must be ${wanted ?? "JSON"}`, [
    { path: "Content-Type", message: `must be ${wanted ?? "application/json where there is a body"}` },
  ]);
}

interface ReceivedBody {
  value: unknown;
  /** Removes the files that no handler has moved. */
  release: () => Promise<void>;
}

/**
 * Receives the body of a request. The session of an upload is looked up first, so that a client does not send a
 * gigabyte to an ended session. Receiving files counts as activity of that session.
 */
async function receiveBody(
  request: FastifyRequest,
  operation: PlainOperation,
  caller: RequestAuth,
  { sessions, uploads }: RouteOptions,
): Promise<ReceivedBody> {
  checkContentType(request, operation);
  if (!operation.bodyKind) return { value: request.body, release: async () => {} };
  const { id } = request.params as { id?: string };
  const session =
    operation.path.startsWith("/browsers/{id}/") && id !== undefined
      ? sessions.require(caller.project.id, id)
      : undefined;
  const receive = async (): Promise<ReceivedBody> => {
    if (operation.bodyKind === "multipart") {
      const form = await readForm(request.raw, operation.body ?? {}, uploads);
      return { value: form.value, release: () => removeFiles(form.files) };
    }
    const file = await readBytes(request.raw, uploads);
    return { value: file, release: () => removeFiles([file]) };
  };
  return session ? session.use(receive) : receive();
}

async function removeFiles(files: readonly FilePart[]): Promise<void> {
  for (const file of files) await rm(file.path, { force: true });
}

/** Validates path, query and body of a request. Throws one 400 with all problems. */
function checkedInput(
  request: FastifyRequest,
  operation: PlainOperation,
  validators: Readonly<Record<string, Validate>>,
  body: unknown,
): { params: unknown; query: unknown; body: unknown } {
  const search = request.raw.url?.split("?").slice(1).join("?") ?? "";
  const { query, problems } = readQuery(search, operation.query);
  const parts = { params: request.params, query, body };
  const check = (part: Part, schema = operation[part]): void => {
    const validate = validators[validatorName(operation.id, part)];
    if (!schema || !validate || validate(parts[part])) return;
    problems.push(...inputProblems(validate.errors ?? [], schema, parts[part], part));
  };
  check("params");
  if (operation.query) check("query");
  else problems.push(...Object.keys(query).map((path): InputProblem => ({ path, message: "unknown query parameter" })));
  if (operation.bodyKind === "bytes") problems.push(...noBytesProblems(body as FilePart));
  else if (!operation.body) problems.push(...noBodyProblems(parts.body));
  else if (parts.body !== undefined) check("body");
  else if (!operation.bodyOptional) problems.push({ path: "body", message: "is missing" });
  // An empty text is not JSON; a client without a body omits the type.
  else if (request.headers["content-type"] !== undefined) {
    problems.push({ path: "body", message: "is empty; send {}, or no Content-Type" });
  }
  if (problems.length > 0) throw badRequest("the request is not valid", problems);
  return parts;
}

/** A body of plain bytes must not be empty. */
function noBytesProblems({ bytes }: FilePart): InputProblem[] {
  return bytes > 0 ? [] : [{ path: "body", message: "must not be empty" }];
}

/** Allows an empty object: some clients always send a body. */
function noBodyProblems(body: unknown): InputProblem[] {
  const empty = body === undefined || (typeof body === "object" && body !== null && Object.keys(body).length === 0);
  return empty ? [] : [{ path: "body", message: "this operation takes none" }];
}

function answer(reply: FastifyReply, operation: PlainOperation, caller: RequestAuth, result: unknown): FastifyReply {
  const { response } = operation;
  const seen = (value: unknown): unknown => (isOfOrganization(caller) ? value : projectAnswer(value, response.schema));
  reply.status(response.status);
  if (operation.paging) {
    const { items, next } = positionOf(operation.paging, result);
    const { header } = pagings[operation.paging];
    reply.header("X-Has-More", String(next !== undefined && next !== 0));
    return (next === undefined ? reply : reply.header(header, String(next))).send(seen(items));
  }
  if (response.kind === "empty") return reply.send();
  if (result === undefined && response.kind === "json" && response.also === 204) return reply.status(204).send();
  if (result === noData) return reply.status(202).send();
  if (result instanceof Accepted) return reply.status(202).send(seen(result.value));
  if (response.kind === "file") return reply.type(response.contentType ?? "application/octet-stream").send(result);
  return reply.send(seen(result));
}

/** Items of a page, and where the next begins. */
function positionOf(paging: Paging, page: unknown): { items: unknown[]; next: number | string | undefined } {
  if (paging !== "offset") {
    const { items, nextToken } = page as TokenPage<unknown>;
    return { items, next: nextToken };
  }
  const { items, hasMore, nextOffset } = page as Page<unknown>;
  return { items, next: hasMore ? nextOffset : 0 };
}

/** Response header with a message for the user, as percent-encoded UTF-8. */
const NOTICE_HEADER = "X-Browserctl-Notice";
const MAX_CHARACTERS = 500;

/** Value of {@link NOTICE_HEADER}; truncated to 500 characters. */
function noticeHeader(text: string): string {
  return encodeURIComponent([...text.toWellFormed()].slice(0, MAX_CHARACTERS).join(""));
}
