import { once } from "node:events";
import { request as httpRequest, type IncomingMessage } from "node:http";
import { isIP } from "node:net";
import { connect as tlsConnect } from "node:tls";
import { socketHost } from "../../core/hosts.ts";
import type { StoredProxy } from "./proxy-table.ts";
import { authority, ProxyFailure, Upstream } from "./upstream.ts";

/** assumed: 15 seconds; a slower proxy is useless for a page. */
const CHECK_BOUND_MS = 15_000;
/** Host that does not exist anywhere (RFC 6761). */
const NOWHERE = "check.invalid:443";
/** Statuses by which a proxy reports that it did not reach a target over http. */
const NOT_REACHED: ReadonlySet<number> = new Set([502, 503, 504]);

export interface CheckOptions {
  readonly signal: AbortSignal;
  readonly boundMs?: number;
}

/**
 * Sends a request through a proxy and returns the reason why the proxy does not work; undefined when it works. With a
 * URL it sends one request, whose redirect is not followed and whose body is not read: every answer of the target is a
 * success. Without a URL it opens a tunnel to a host that does not exist: every answer but 407 is a success.
 *
 * assumed: a host that does not exist, because it needs no third-party server and works without the internet. It tests
 * the connection to the proxy, its certificate, user and password, but not the connection from the proxy to the
 * internet.
 */
export async function checkProxy(
  proxy: StoredProxy,
  url: string | undefined,
  { signal, boundMs = CHECK_BOUND_MS }: CheckOptions,
): Promise<string | undefined> {
  const upstream = new Upstream(proxy);
  const bound = AbortSignal.timeout(boundMs);
  const either = AbortSignal.any([signal, bound]);
  try {
    await (url === undefined ? reach(upstream, either) : ask(upstream, new URL(url), either));
    return undefined;
  } catch (error) {
    signal.throwIfAborted();
    if (bound.aborted) return `no answer through ${upstream.label} within ${boundMs / 1_000} s`;
    return (error as Error).message;
  }
}

async function reach(upstream: Upstream, signal: AbortSignal): Promise<void> {
  try {
    (await upstream.tunnel(NOWHERE, signal)).destroy();
  } catch (error) {
    const answered = error instanceof ProxyFailure && error.status !== undefined;
    if (!answered || error.status === 407) throw error;
  }
}

async function ask(upstream: Upstream, url: URL, signal: AbortSignal): Promise<void> {
  const request = await (url.protocol === "https:"
    ? askSecurely(upstream, url, signal)
    : askPlainly(upstream, url, signal));
  request.end();
  try {
    const [{ statusCode = 0 }] = (await once(request, "response", { signal })) as [IncomingMessage];
    if (url.protocol === "https:") return;
    if (statusCode === 407 || NOT_REACHED.has(statusCode)) throw upstream.refusal(statusCode, "ERR_FAILED");
  } catch (error) {
    signal.throwIfAborted();
    throw error instanceof ProxyFailure ? error : new Error(`${url.host} did not answer: ${(error as Error).message}`);
  } finally {
    request.destroy();
  }
}

function askPlainly(upstream: Upstream, url: URL, signal: AbortSignal) {
  const target = `${url.origin}${url.pathname}${url.search}`;
  return upstream.forward({
    host: socketHost(url),
    port: Number(url.port || 80),
    method: "GET",
    url: target,
    headers: ["host", url.host],
    signal,
  });
}

async function askSecurely(upstream: Upstream, url: URL, signal: AbortSignal) {
  const host = socketHost(url);
  const tunnel = await upstream.tunnel(authority(host, url.port || 443), signal);
  const socket = tlsConnect({
    socket: tunnel,
    ca: upstream.authorities,
    ...(isIP(host) ? { host } : { servername: host }),
  });
  try {
    await once(socket, "secureConnect", { signal });
  } catch (error) {
    tunnel.destroy();
    signal.throwIfAborted();
    throw new Error(`no secure connection to ${url.host}: ${(error as Error).message}`);
  } finally {
    socket.on("error", () => {});
  }
  return httpRequest({
    createConnection: () => socket,
    path: `${url.pathname}${url.search}`,
    headers: { host: url.host, connection: "close" },
  }).on("error", () => {});
}
