import { once } from "node:events";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo, Socket } from "node:net";
import { pipeline } from "node:stream/promises";
import type { ProxyFailures } from "../chromium/curl/curl.ts";
import { knowsSocketOwners, SocketOwner } from "../processes/socket-owner.ts";
import { authority, ProxyFailure, type Upstream } from "./upstream.ts";

/** Headers of one connection, which are not passed on (RFC 9110, 7.6.1). */
const CONNECTION_HEADERS: ReadonlySet<string> = new Set([
  "connection",
  "keep-alive",
  "proxy-authenticate",
  "proxy-authorization",
  "proxy-connection",
  "te",
  "trailer",
  "transfer-encoding",
  "upgrade",
]);
const HEADER_LIMIT = 256 * 1_024;
/** Failures that are remembered for their explanation. */
const MOST_FAILURES = 200;

/**
 * Proxy on 127.0.0.1 for one browser: it passes everything on to the session's proxy and adds user and password, which
 * Chromium takes neither on its command line nor for all of its requests over the debugging protocol. Its proxy can be
 * replaced at any time.
 *
 * Only the browser may use it: the other side of each connection must belong to the browser's processes. Own code
 * rather than proxy-chain, which has neither this check nor the reasons of failures under Chromium's names.
 */
export class Relay implements ProxyFailures {
  readonly port: number;
  readonly #server: Server;
  readonly #log: (line: string) => void;
  readonly #sockets = new Map<Socket, Promise<boolean>>();
  readonly #failures = new Map<string, { failure: ProxyFailure; at: number }>();
  #upstream: Upstream;
  /** Cuts everything that goes through the current proxy. */
  #cut = new AbortController();
  #owner = Promise.withResolvers<SocketOwner | undefined>();

  private constructor(server: Server, upstream: Upstream, log: (line: string) => void) {
    this.#server = server;
    this.#upstream = upstream;
    this.#log = log;
    this.port = (server.address() as AddressInfo).port;
    server.on("connection", (socket) => this.#accept(socket));
    server.on("request", (request, response) => void this.#request(request, response));
    server.on("connect", (request, socket: Socket, head) => void this.#connect(request, socket, head));
    server.on("clientError", (_error, socket) => socket.destroy());
  }

  static async open(upstream: Upstream, log: (line: string) => void): Promise<Relay> {
    const server = createServer({ maxHeaderSize: HEADER_LIMIT, insecureHTTPParser: true, requestTimeout: 0 });
    await once(server.listen(0, "127.0.0.1"), "listening");
    return new Relay(server, upstream, log);
  }

  /** Replaces the proxy. Open connections through the old one are cut. */
  use(upstream: Upstream): void {
    this.#upstream = upstream;
    this.#failures.clear();
    const cut = this.#cut;
    this.#cut = new AbortController();
    cut.abort(new Error("the session has another proxy now"));
  }

  /** Forgets the browser, because another one starts. Connections wait until that is admitted. */
  expectBrowser(): void {
    this.#owner.resolve(undefined);
    this.#owner = Promise.withResolvers();
  }

  /** Admits a browser that has started, by its process id. */
  admit(pid: number): void {
    this.#owner.resolve(new SocketOwner(pid));
  }

  failureOf(url: string, since: number): { name: string; reason: string } | undefined {
    const { hostname, port, protocol } = new URL(url);
    const key = `${hostname}:${port || (protocol === "https:" ? 443 : 80)}`;
    const found = this.#failures.get(key);
    return found && found.at >= since ? { name: found.failure.netError, reason: found.failure.message } : undefined;
  }

  /** Closes it with every connection. Idempotent. */
  async close(): Promise<void> {
    this.#owner.resolve(undefined);
    this.#cut.abort(new Error("the session has ended"));
    for (const socket of this.#sockets.keys()) socket.destroy();
    if (!this.#server.listening) return;
    const closed = once(this.#server, "close");
    this.#server.close();
    await closed;
  }

  #accept(socket: Socket): void {
    const allowed = this.#owner.promise.then(
      (owner) => owner?.owns({ from: socket.remotePort ?? 0, to: this.port }) ?? !knowsSocketOwners,
    );
    this.#sockets.set(
      socket,
      allowed.catch(() => false),
    );
    socket.setNoDelay(true);
    socket.on("error", () => {});
    socket.once("close", () => this.#sockets.delete(socket));
  }

  async #isAllowed(socket: Socket): Promise<boolean> {
    if ((await this.#sockets.get(socket)) === true) return true;
    this.#log("a program that is not the session's browser tried to use its proxy, and was refused");
    return false;
  }

  async #connect({ url = "" }: IncomingMessage, socket: Socket, head: Buffer): Promise<void> {
    const { signal } = this.#cut;
    const upstream = this.#upstream;
    try {
      if (!(await this.#isAllowed(socket))) return void socket.end(rawAnswer(403));
      const onward = await upstream.tunnel(url, signal);
      // It has ended during the wait for the tunnel.
      if (socket.destroyed) return void onward.destroy();
      const cut = (): void => {
        onward.destroy();
        socket.destroy();
      };
      signal.addEventListener("abort", cut, { once: true });
      onward.once("close", () => {
        signal.removeEventListener("abort", cut);
        cut();
      });
      socket.once("close", cut);
      socket.write("HTTP/1.1 200 Connection established\r\n\r\n");
      if (head.length > 0) onward.write(head);
      socket.pipe(onward).pipe(socket);
    } catch (error) {
      if (!(error instanceof ProxyFailure)) return void socket.destroy();
      this.#remember(url, error);
      socket.end(rawAnswer(502));
    }
  }

  async #request(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { signal } = this.#cut;
    const upstream = this.#upstream;
    const gone = new AbortController();
    response.once("close", () => gone.abort());
    try {
      if (!(await this.#isAllowed(request.socket))) return answer(response, 403, "This proxy is for one browser only.");
      const url = URL.parse(request.url ?? "");
      if (url?.protocol !== "http:") return answer(response, 400, "This is a proxy for a browser.");
      const target = authority(url.hostname, url.port || 80);
      try {
        const onward = await upstream.forward({
          method: request.method ?? "GET",
          url: request.url ?? "",
          headers: passedOn(request.rawHeaders),
          signal: AbortSignal.any([signal, gone.signal]),
        });
        request.pipe(onward);
        const [incoming] = (await once(onward, "response").catch((error) => {
          signal.throwIfAborted();
          throw upstream.broken(error, "ERR_EMPTY_RESPONSE");
        })) as [IncomingMessage];
        const { statusCode = 502, statusMessage } = incoming;
        if (statusCode === 407) throw upstream.refusal(statusCode, "ERR_PROXY_AUTH_REQUESTED");
        response.sendDate = false;
        response.writeHead(statusCode, statusMessage, passedOn(incoming.rawHeaders));
        await pipeline(incoming, response);
      } catch (error) {
        if (!(error instanceof ProxyFailure) || response.headersSent) throw error;
        this.#remember(target, error);
        answer(response, 502, `${error.message}.`);
      }
    } catch {
      response.destroy();
    }
  }

  #remember(target: string, failure: ProxyFailure): void {
    this.#failures.delete(target);
    this.#failures.set(target, { failure, at: performance.now() });
    const [oldest] = this.#failures.keys();
    if (this.#failures.size > MOST_FAILURES && oldest !== undefined) this.#failures.delete(oldest);
    this.#log(`no connection to ${target}: ${failure.message}`);
  }
}

function passedOn(rawHeaders: readonly string[]): string[] {
  return rawHeaders.filter((_, at) => !CONNECTION_HEADERS.has((rawHeaders[at - (at % 2)] ?? "").toLowerCase()));
}

/** assumed: a failure is a page of the service with status 502; a 407 would make the browser ask for a password. */
function answer(response: ServerResponse, status: number, text: string): void {
  response.writeHead(status, { "content-type": "text/plain; charset=utf-8", connection: "close" }).end(`${text}\n`);
}

function rawAnswer(status: 403 | 502): string {
  return `HTTP/1.1 ${status} ${status === 403 ? "Forbidden" : "Bad Gateway"}\r\nContent-Length: 0\r\nConnection: close\r\n\r\n`;
}
