import { createFetch } from "ofetch";
import type { LocalListener } from "../core/local-listener.ts";
import { ConnectionError } from "./http/connection-error.ts";
import {
  defaultTimeouts,
  exchange,
  type HttpResponse,
  type RequestBody,
  type Route,
  type Timeouts,
} from "./http/exchange.ts";
import { HttpHeaders } from "./http/headers.ts";
import { type Env, Routes } from "./http/routes.ts";

export interface TransportRequest {
  readonly method: string;
  readonly headers: HttpHeaders;
  readonly body?: RequestBody | undefined;
  readonly signal: AbortSignal;
  /** The local service that the connection must lead to. */
  readonly listener?: LocalListener | undefined;
}

/** Sends one request and returns its response; rejects with ofetch's error, whose cause is the failure. */
export type Transport = (url: URL, request: TransportRequest) => Promise<HttpResponse>;

const transports = new WeakMap<Env, Transport>();

/** Transport of one environment, always the same: its connections serve every client of the process. */
export function transportFor(env: Env): Transport {
  const transport = transports.get(env) ?? createTransport(env);
  transports.set(env, transport);
  return transport;
}

/**
 * Makes a transport: ofetch over a `fetch` on `node:http`, which follows no redirect by itself.
 *
 * assumed: our own `fetch`, because it is the lightest. Node's built-in one doubles the time of a call; node-fetch and
 * minipass-fetch load TLS, crypto and zlib at their start, 3 to 5 times the cost of `node:http`.
 */
export function createTransport(env: Env, timeouts: Timeouts = defaultTimeouts): Transport {
  const routes = new Routes(env);
  const fetch = async (url: string, request: TransportRequest): Promise<HttpResponse> => {
    const target = new URL(url);
    const response = await overFreshConnection(routes.to(target, request.listener), target, request, timeouts);
    if (response.status !== 407) return response;
    // Only proxies send this status, not the service.
    await response.body?.cancel();
    throw new ConnectionError("PROXY_AUTHENTICATION");
  };
  const { raw } = createFetch({
    fetch: fetch as unknown as typeof globalThis.fetch,
    Headers: HttpHeaders as unknown as typeof Headers,
  });
  return async ({ href }, request) => {
    const options = { ...request, retry: false, responseType: "stream", ignoreResponseError: true } as const;
    const response: unknown = await raw(href, options as unknown as Parameters<typeof raw>[1]);
    return response as HttpResponse;
  };
}

const repeatable = new Set(["GET", "HEAD", "PUT"]);

/**
 * {@link exchange}, repeated when a kept connection turns out to be closed, until a new connection is used. Not for
 * methods that may have had an effect; the client itself retries DELETE, because it can interpret a 404.
 */
async function overFreshConnection(
  route: Route,
  url: URL,
  request: TransportRequest,
  timeouts: Timeouts,
): Promise<HttpResponse> {
  for (;;) {
    try {
      return await exchange(route, url, request, timeouts);
    } catch (error) {
      const stale = error instanceof ConnectionError && error.code === "STALE_CONNECTION";
      if (!stale || !repeatable.has(request.method)) throw error;
    }
  }
}
