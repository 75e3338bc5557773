import { once } from "node:events";
import {
  type ClientRequest,
  createServer,
  type IncomingMessage,
  type Server,
  type ServerResponse,
  STATUS_CODES,
} from "node:http";
import type { AddressInfo, Socket } from "node:net";
import { pipeline } from "node:stream/promises";
import type { ProxyFailures } from "../chromium/curl/curl.ts";
import { background } from "../error-owner.ts";
import { knowsSocketOwners, SocketOwner } from "../processes/socket-owner.ts";
import { forwardedHeaders, forwardedReason, forwardedRequestHeaders, MAX_HEADER } from "./forwarded-headers.ts";
import { authority, ProxyFailure, type Upstream } from "./upstream.ts";

/** Maximum number of failures that are remembered for their explanation. */
const MAX_FAILURES = 200;
/** Time in milliseconds for a program other than the browser to receive its refusal. */
const STRANGER_MS = 5_000;
/** Target of CONNECT: a host or an address, and a port. */
const AUTHORITY = /^(?:\[[\da-f:.]+\]|[^\s:/?#@[\]\x7f-\uffff]+):\d{1,5}$/i;

/**
 * Proxy on 127.0.0.1 for one browser: it forwards everything to the session's proxy and adds user and password, which
 * Chromium accepts neither on its command line nor for all of its requests over the debugging protocol. Its proxy can
 * be replaced at any time.
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
  /** Aborts every connection through the current proxy. */
  #cut = new AbortController();
  #owner = Promise.withResolvers<SocketOwner | undefined>();

  private constructor(server: Server, upstream: Upstream, log: (line: string) => void) {
    this.#server = server;
    this.#upstream = upstream;
    this.#log = log;
    this.port = (server.address() as AddressInfo).port;
    server.on("connection", (socket) => this.#accept(socket));
    server.on("request", (request, response) => background(this.#request(request, response)));
    server.on("connect", (request, socket: Socket, head) => background(this.#connect(request, socket, head)));
    server.on("clientError", ({ code }: NodeJS.ErrnoException, socket: Socket) => {
      if (!socket.writable || code === "ECONNRESET") socket.destroy();
      else endWith(socket, code === "HPE_HEADER_OVERFLOW" ? 431 : 400);
    });
  }

  static async open(upstream: Upstream, log: (line: string) => void): Promise<Relay> {
    // Chromium connects in advance and keeps idle connections; it decides when they end.
    const server = createServer({
      maxHeaderSize: MAX_HEADER,
      requestTimeout: 0,
      headersTimeout: 0,
      keepAliveTimeout: 0,
    });
    server.maxHeadersCount = 0;
    await once(server.listen(0, "127.0.0.1"), "listening");
    return new Relay(server, upstream, log);
  }

  /**
   * Replaces the proxy. Open connections through the old one are cut; connections that still wait for it use the new
   * one.
   */
  use(upstream: Upstream): void {
    this.#upstream = upstream;
    this.#failures.clear();
    const cut = this.#cut;
    this.#cut = new AbortController();
    cut.abort(new Error("the session has another proxy now"));
  }

  /** Forgets the browser, because another one starts. Connections wait until the new one is admitted. */
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

  /** Closes the relay with every connection. Idempotent. */
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
    const allowed = this.#owner.promise
      .then((owner) => owner?.owns({ from: socket.remotePort ?? 0, to: this.port }) ?? !knowsSocketOwners)
      .catch(() => false);
    this.#sockets.set(socket, allowed);
    socket.setNoDelay(true);
    socket.on("error", () => {});
    socket.once("close", () => this.#sockets.delete(socket));
    background(
      allowed.then((isAllowed) => {
        if (isAllowed || socket.destroyed) return;
        const late = setTimeout(() => socket.destroy(), STRANGER_MS);
        socket.once("close", () => clearTimeout(late));
      }),
    );
  }

  async #isAllowed(socket: Socket): Promise<boolean> {
    if ((await this.#sockets.get(socket)) === true) return true;
    this.#log("a program that is not the session's browser tried to use its proxy, and was refused");
    return false;
  }

  async #connect({ url = "" }: IncomingMessage, socket: Socket, head: Buffer): Promise<void> {
    const waiting = new Waiting(socket);
    try {
      if (!(await this.#isAllowed(socket))) return endWith(socket, 403);
      if (!AUTHORITY.test(url)) return endWith(socket, 400);
      const { onward, cut } = await this.#through(waiting.gone, (upstream, signal) => upstream.tunnel(url, signal));
      if (socket.destroyed) {
        onward.destroy();
        return;
      }
      waiting.end();
      const end = (): void => {
        onward.destroy();
        socket.destroy();
      };
      cut.addEventListener("abort", end, { once: true });
      let open = 2;
      const closed = (): void => {
        open -= 1;
        if (open === 0) cut.removeEventListener("abort", end);
      };
      // Not `once` of node:events, which rejects when a side is reset.
      for (const side of [onward, socket]) side.once("close", closed);
      socket.write("HTTP/1.1 200 Connection established\r\n\r\n");
      if (head.length > 0) onward.write(head);
      join(socket, onward);
    } catch (error) {
      waiting.end();
      if (!(error instanceof ProxyFailure)) {
        socket.destroy();
        return;
      }
      this.#remember(url, error);
      endWith(socket, 502);
    }
  }

  async #request(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const gone = new AbortController();
    response.once("close", () => gone.abort());
    try {
      if (!(await this.#isAllowed(request.socket))) return answer(response, 403, "This proxy is for one browser only.");
      const url = URL.parse(request.url ?? "");
      if (url?.protocol !== "http:") return answer(response, 400, "This is a proxy for a browser.");
      const target = authority(url.hostname, url.port || 80);
      try {
        const asked = {
          method: request.method ?? "GET",
          url: request.url ?? "",
          headers: forwardedRequestHeaders(request.rawHeaders, url.host),
        };
        const { onward, cut, upstream } = await this.#through(gone.signal, (way, signal) =>
          way.forward({ ...asked, signal }),
        );
        request.pipe(onward);
        const [incoming] = (await once(onward, "response").catch((error) => {
          cut.throwIfAborted();
          throw upstream.broken(error, "ERR_EMPTY_RESPONSE");
        })) as [IncomingMessage];
        const { statusCode = 502, statusMessage } = incoming;
        if (statusCode === 407) throw upstream.refusal(statusCode, "ERR_PROXY_AUTH_REQUESTED");
        response.sendDate = false;
        response.writeHead(statusCode, forwardedReason(statusMessage), forwardedHeaders(incoming.rawHeaders));
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

  /**
   * Opens a connection through the proxy, and a new one when the proxy is replaced in the meantime, because nothing has
   * been sent yet. Throws the error of `open`.
   */
  async #through<T extends Socket | ClientRequest>(
    gone: AbortSignal,
    open: (upstream: Upstream, signal: AbortSignal) => Promise<T>,
  ): Promise<{ onward: T; upstream: Upstream; cut: AbortSignal }> {
    for (;;) {
      const upstream = this.#upstream;
      const cut = this.#cut.signal;
      const isReplaced = (): boolean => cut !== this.#cut.signal;
      try {
        const onward = await open(upstream, AbortSignal.any([cut, gone]));
        if (!isReplaced()) return { onward, upstream, cut };
        onward.destroy();
      } catch (error) {
        if (gone.aborted || !isReplaced()) throw error;
      }
    }
  }

  #remember(target: string, failure: ProxyFailure): void {
    this.#failures.delete(target);
    this.#failures.set(target, { failure, at: performance.now() });
    const [oldest] = this.#failures.keys();
    if (this.#failures.size > MAX_FAILURES && oldest !== undefined) this.#failures.delete(oldest);
    this.#log(`no connection to ${target}: ${failure.message}`);
  }
}

/** Connection of the browser that waits for its tunnel: notices its end, and stores bytes that arrive early. */
class Waiting {
  readonly #socket: Socket;
  readonly #gone = new AbortController();
  readonly #readable = (): void => {
    // The end is reported only after all data was read.
    if (this.#socket.readableLength === 0) this.#socket.read();
  };
  readonly #ended = (): void => this.#gone.abort(new Error("the browser has closed the connection"));

  constructor(socket: Socket) {
    this.#socket = socket;
    socket.on("readable", this.#readable).on("end", this.#ended).on("close", this.#ended);
  }

  /** Aborted when the browser closes the connection. */
  get gone(): AbortSignal {
    return this.#gone.signal;
  }

  end(): void {
    this.#socket.off("readable", this.#readable).off("end", this.#ended).off("close", this.#ended);
  }
}

/**
 * Forwards bytes in both directions. When one side ends, the other side is ended after the pending bytes (RFC 9110,
 * 9.3.6).
 */
function join(one: Socket, other: Socket): void {
  one.pipe(other).pipe(one);
  for (const [from, to] of [
    [one, other],
    [other, one],
  ] as const) {
    from.once("end", () => to.destroySoon());
    from.once("close", () => (from.readableEnded ? to.destroySoon() : to.destroy()));
  }
}

/** assumed: a failure is a page of the service with status 502; a 407 would make the browser ask for a password. */
function answer(response: ServerResponse, status: number, text: string): void {
  response.writeHead(status, { "content-type": "text/plain; charset=utf-8", connection: "close" }).end(`${text}\n`);
}

/** Answers without the HTTP server, which has handed over the connection, and closes the connection. */
function endWith(socket: Socket, status: 400 | 403 | 431 | 502): void {
  socket.write(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\nContent-Length: 0\r\nConnection: close\r\n\r\n`);
  socket.destroySoon();
}
