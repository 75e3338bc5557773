import type { Agent, ClientRequest, IncomingMessage } from "node:http";
import type { Duplex, Readable } from "node:stream";
import { ConnectionError, type ConnectionErrorCode, named } from "./connection-error.ts";
import { acceptedEncodings, decompressed } from "./decompress.ts";
import { HttpHeaders } from "./headers.ts";
import { ResponseBody } from "./response-body.ts";
import { sendBody } from "./send-body.ts";

/** Body of a request: whole, or opened for each attempt. A stream's length is its `Content-Length`, else it is chunked. */
export type RequestBody = string | Uint8Array | (() => AsyncIterable<Uint8Array>);

export interface HttpRequest {
  readonly method: string;
  readonly headers: HttpHeaders;
  readonly body?: RequestBody | undefined;
  /** Ends the exchange at any time: while connecting, sending, waiting or reading. */
  readonly signal?: AbortSignal | undefined;
}

export interface HttpResponse {
  readonly status: number;
  readonly statusText: string;
  readonly headers: HttpHeaders;
  /** Decompressed; null where the status or the method allows no body. */
  readonly body: ResponseBody | null;
}

/** Route to a server: plain or TLS, direct or through a proxy, or to the local service. */
export interface Route {
  readonly request: typeof import("node:http").request;
  readonly agent: Agent;
  /** Token of a proven connection; added to a request without its own token. */
  readonly provenToken?: (connection: Duplex) => string | undefined;
}

/** Limits of each phase, in milliseconds. Defaults are those of Node's `fetch`. */
export interface Timeouts {
  readonly connect: number;
  /** From the last byte that was sent to the response's headers. */
  readonly headers: number;
  /** Between two chunks of the response, while a reader waits. */
  readonly body: number;
}

export const defaultTimeouts: Timeouts = { connect: 10_000, headers: 300_000, body: 300_000 };

const bodilessStatuses = new Set([204, 205, 304]);

/**
 * Sends one request and resolves when the headers of the response arrive, even while the body is still being sent.
 * Redirects are returned as responses. Rejects with Node's error, a {@link ConnectionError}, the error of the request's
 * body, or the reason of the signal; after the headers, the response's body throws these.
 */
export function exchange(route: Route, url: URL, init: HttpRequest, timeouts: Timeouts): Promise<HttpResponse> {
  const { method, body, signal } = init;
  if (signal?.aborted) return Promise.reject(signal.reason);
  const { promise, resolve, reject } = Promise.withResolvers<HttpResponse>();
  const options = { method, agent: route.agent, headers: requestHeaders(init), provingSignal: signal };
  const request = route.request(url, options);
  /** Stream that a failure destroys: the request, then the response, so that its reader gets the error. */
  let current: ClientRequest | Readable = request;
  const fail = (reason: unknown): void => void current.destroy(reason as Error);
  const abort = (): void => fail(signal?.reason);
  const forget = (): void => signal?.removeEventListener("abort", abort);
  signal?.addEventListener("abort", abort, { once: true });
  const deadline = watchPhases(request, timeouts, fail);
  request.on("error", (error) => reject(signal?.aborted ? signal.reason : named(error, request.reusedSocket)));
  request.on("close", () => current === request && forget());
  request.once("upgrade", (_message, socket) => {
    socket.destroy();
    reject(new ConnectionError("UNEXPECTED_UPGRADE"));
  });
  request.once("response", (message) => {
    const { statusCode: status = 0, statusMessage: statusText = "" } = message;
    const bodiless = method === "HEAD" || bodilessStatuses.has(status);
    const source = bodiless ? message : decompressed(message);
    current = source.once("close", forget);
    // The connection is free again once the end has been read.
    if (bodiless) source.on("error", () => {}).resume();
    // The response is complete before the request: the rest is not sent, and the connection cannot be reused.
    message.once("end", () => request.writableFinished || request.destroy());
    const responseBody = bodiless ? null : new ResponseBody(source, timeouts.body);
    resolve({ status, statusText, headers: headersOf(message), body: responseBody });
  });
  onceTrusted(request, route, () => {
    if (typeof body === "function") sendBody(request, body(), deadline.extend).catch(fail);
    // Node would join a text with the headers and write both as UTF-8, which encodes the bytes of a header a second time.
    else request.end(typeof body === "string" ? Buffer.from(body) : body);
  });
  return promise;
}

/**
 * Calls `send` once the request may be sent: at once, or, for the local service, when the request has a proven
 * connection. Its token is added then, because it is not known before.
 */
export function onceTrusted(request: ClientRequest, { provenToken }: Route, send: () => void): void {
  if (!provenToken) {
    send();
    return;
  }
  request.once("socket", (socket) => {
    const token = provenToken(socket);
    // The connection failed before it was proven; the request gets its error.
    if (token === undefined || request.destroyed) return;
    if (!request.hasHeader("authorization")) request.setHeader("authorization", `Bearer ${token}`);
    send();
  });
}

function requestHeaders({ headers, body }: HttpRequest): Record<string, string> {
  const fields = Object.fromEntries(headers);
  fields["accept-encoding"] ??= acceptedEncodings;
  if (body !== undefined && typeof body !== "function") fields["content-length"] = String(Buffer.byteLength(body));
  return fields;
}

/** Ends the request when connecting or waiting for the headers takes too long; `extend` is for progress in between. */
function watchPhases(
  request: ClientRequest,
  { connect, headers }: Timeouts,
  fail: (error: ConnectionError) => void,
): { extend: () => void } {
  let timer: NodeJS.Timeout | undefined;
  const allow = (ms: number, code: ConnectionErrorCode): void => {
    clearTimeout(timer);
    timer = setTimeout(() => fail(new ConnectionError(code)), ms);
  };
  const stop = (): void => {
    clearTimeout(timer);
    timer = undefined;
  };
  const connected = (): void => void (timer && allow(headers, "HEADERS_TIMEOUT"));
  allow(connect, "CONNECT_TIMEOUT");
  request.once("socket", (socket) => {
    const { secureConnecting } = socket as { secureConnecting?: boolean };
    if (socket.connecting || secureConnecting) socket.once(secureConnecting ? "secureConnect" : "connect", connected);
    else connected();
  });
  request.once("response", stop).once("close", stop);
  return { extend: () => void timer?.refresh() };
}

function headersOf({ rawHeaders }: IncomingMessage): HttpHeaders {
  const headers = new HttpHeaders();
  for (let at = 0; at < rawHeaders.length; at += 2) headers.append(rawHeaders[at] ?? "", rawHeaders[at + 1] ?? "");
  return headers;
}
