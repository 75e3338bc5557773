import { once } from "node:events";
import {
  type ClientRequest,
  createServer,
  type IncomingMessage,
  type Server,
  type ServerResponse,
  STATUS_CODES,
} from "node:http";
import type { AddressInfo, Server as NetServer, Socket } from "node:net";
import { pipeline } from "node:stream/promises";
import { socketHost } from "../../core/hosts.ts";
import type { ProxyFailures } from "../chromium/curl/curl.ts";
import { background } from "../error-owner.ts";
import { knowsSocketOwners, SocketOwner } from "../processes/socket-owner.ts";
import { type Carrier, ConnectionFailure, type Egress, EgressDenied } from "./carrier.ts";
import { forwardedHeaders, forwardedReason, forwardedRequestHeaders, MAX_HEADER } from "./forwarded-headers.ts";
import { authority } from "./upstream.ts";

/** Maximum number of failures that are remembered for their explanation. */
const MAX_FAILURES = 200;
/** Time in milliseconds for a program other than the browser to receive its refusal. */
const STRANGER_MS = 5_000;
/** Target of CONNECT: a host or an address, and a port. */
const AUTHORITY = /^(?:\[[\da-f:.]+\]|[^\s:/?#@[\]\x7f-\uffff]+):\d{1,5}$/i;

/**
 * Header of a refusal, with the code {@link DENIED} (contract 2.2). Pages can tell it from a 403 of a website.
 */
const REFUSAL_HEADER = "X-Kernel-Proxy-Error";
const DENIED = "network_policy_denied";

/**
 * Proxy for one browser: it asks an {@link Egress} about each connection, and makes it directly or through a proxy. It
 * adds user and password of that proxy, which Chromium accepts neither on its command line nor for all of its requests
 * over the debugging protocol. The egress can be replaced at any time.
 *
 * Only the browser may use it. On 127.0.0.1 the other side of each connection must belong to the browser's processes; in
 * a network of its own nobody else reaches it. Own code rather than proxy-chain, which has neither this check nor the
 * reasons of failures under Chromium's names.
 */
export class Relay implements ProxyFailures {
  readonly #server: Server;
  readonly #log: (line: string) => void;
  readonly #sockets = new Map<Socket, Promise<boolean>>();
  readonly #failures = new Map<string, { failure: ConnectionFailure; at: number }>();
  readonly #links = new Set<Link>();
  #egress: Egress;
  #inside: NetServer | undefined;
  #closed = false;
  #port = 0;
  #owner = Promise.withResolvers<SocketOwner | undefined>();

  constructor(egress: Egress, log: (line: string) => void) {
    this.#egress = egress;
    this.#log = log;
    // Chromium connects in advance and keeps idle connections; it decides when they end.
    const server = createServer({
      maxHeaderSize: MAX_HEADER,
      requestTimeout: 0,
      headersTimeout: 0,
      keepAliveTimeout: 0,
    });
    this.#server = server;
    server.maxHeadersCount = 0;
    server.on("connection", (socket) => this.#accept(socket));
    server.on("request", (request, response) => background(this.#request(request, response)));
    server.on("connect", (request, socket: Socket, head) => background(this.#connect(request, socket, head)));
    server.on("clientError", ({ code }: NodeJS.ErrnoException, socket: Socket) => {
      if (!socket.writable || code === "ECONNRESET") socket.destroy();
      else endWith(socket, code === "HPE_HEADER_OVERFLOW" ? 431 : 400);
    });
  }

  /** Relay on a free port of 127.0.0.1. */
  static async open(egress: Egress, log: (line: string) => void): Promise<Relay> {
    const relay = new Relay(egress, log);
    await once(relay.#server.listen(0, "127.0.0.1"), "listening");
    relay.#port = (relay.#server.address() as AddressInfo).port;
    return relay;
  }

  /** Its port on 127.0.0.1; 0 for a relay that is only in a network of a browser. */
  get port(): number {
    return this.#port;
  }

  /** Serves the connections of a server in a network that only the browser is in, in place of an earlier one. */
  serve(inside: NetServer): void {
    this.#inside?.close();
    this.#inside = inside;
    inside.on("connection", (socket) => {
      this.#sockets.set(socket, Promise.resolve(true));
      this.#server.emit("connection", socket);
    });
    if (this.#closed) inside.close();
  }

  /**
   * Replaces the egress. Open connections that it refuses or leads another way are cut; connections that still wait for
   * theirs are made again.
   */
  use(egress: Egress): void {
    this.#egress = egress;
    this.#failures.clear();
    for (const link of this.#links) {
      if (carrierOrRefusal(egress, link) !== link.carrier) link.cut.abort(new Error("the session has another way now"));
    }
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
    this.#closed = true;
    this.#owner.resolve(undefined);
    this.#inside?.close();
    for (const link of this.#links) link.cut.abort(new Error("the session has ended"));
    for (const socket of this.#sockets.keys()) socket.destroy();
    if (!this.#server.listening) return;
    const closed = once(this.#server, "close");
    this.#server.close();
    await closed;
  }

  #accept(socket: Socket): void {
    const allowed =
      this.#sockets.get(socket) ??
      this.#owner.promise
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
      const host = AUTHORITY.test(url) ? hostOf(`http://${url}`) : undefined;
      if (host === undefined) return endWith(socket, 400);
      const port = Number(url.slice(url.lastIndexOf(":") + 1));
      const { onward, link } = await this.#through({ host, port }, waiting.gone, (carrier, signal) =>
        carrier.tunnel(authority(host, port), signal),
      );
      const cut = link.cut.signal;
      if (socket.destroyed) {
        onward.destroy();
        this.#links.delete(link);
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
        if (open > 0) return;
        cut.removeEventListener("abort", end);
        this.#links.delete(link);
      };
      // Not `once` of node:events, which rejects when a side is reset.
      for (const side of [onward, socket]) side.once("close", closed);
      socket.write("HTTP/1.1 200 Connection established\r\n\r\n");
      if (head.length > 0) onward.write(head);
      join(socket, onward);
    } catch (error) {
      waiting.end();
      if (!(error instanceof ConnectionFailure)) {
        socket.destroy();
        return;
      }
      this.#remember(url, error);
      if (error instanceof EgressDenied) endWith(socket, 403, `${REFUSAL_HEADER}: ${DENIED}\r\n`);
      else endWith(socket, 502);
    }
  }

  async #request(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const gone = new AbortController();
    response.once("close", () => gone.abort());
    try {
      if (!(await this.#isAllowed(request.socket))) return answer(response, 403, "This proxy is for one browser only.");
      const url = URL.parse(request.url ?? "");
      const host = hostOf(request.url ?? "");
      if (url?.protocol !== "http:" || host === undefined)
        return answer(response, 400, "This is a proxy for a browser.");
      const place = { host, port: Number(url.port || 80) };
      try {
        const asked = {
          ...place,
          method: request.method ?? "GET",
          url: url.href,
          headers: forwardedRequestHeaders(request.rawHeaders, url.host),
        };
        const { onward, link } = await this.#through(place, gone.signal, (carrier, signal) =>
          carrier.forward({ ...asked, signal }),
        );
        response.once("close", () => this.#links.delete(link));
        request.pipe(onward);
        const [incoming] = (await once(onward, "response").catch((error) => {
          link.cut.signal.throwIfAborted();
          throw link.carrier.broken(error, "ERR_EMPTY_RESPONSE");
        })) as [IncomingMessage];
        const { statusCode = 502, statusMessage } = incoming;
        if (statusCode === 407) throw link.carrier.refusal(statusCode, "ERR_PROXY_AUTH_REQUESTED");
        response.sendDate = false;
        response.writeHead(statusCode, forwardedReason(statusMessage), forwardedHeaders(incoming.rawHeaders));
        await pipeline(incoming, response);
      } catch (error) {
        if (!(error instanceof ConnectionFailure) || response.headersSent) throw error;
        this.#remember(authority(host, place.port), error);
        if (!(error instanceof EgressDenied)) return answer(response, 502, `${error.message}.`);
        response.setHeader(REFUSAL_HEADER, DENIED);
        answer(response, 403, `${error.message}. A retry does not help.`);
      }
    } catch {
      response.destroy();
    }
  }

  /**
   * Opens a connection, and a new one when its way changes in the meantime, because nothing has been sent yet. Throws
   * {@link EgressDenied}, and the error of `open`.
   */
  async #through<T extends Socket | ClientRequest>(
    place: Place,
    gone: AbortSignal,
    open: (carrier: Carrier, signal: AbortSignal) => Promise<T>,
  ): Promise<{ onward: T; link: Link }> {
    for (;;) {
      if (this.#closed) throw new Error("the session has ended");
      const link = { ...place, carrier: this.#egress.carrierTo(place.host, place.port), cut: new AbortController() };
      this.#links.add(link);
      try {
        const onward = await open(link.carrier, AbortSignal.any([link.cut.signal, gone]));
        if (!link.cut.signal.aborted) return { onward, link };
        onward.destroy();
        this.#links.delete(link);
      } catch (error) {
        this.#links.delete(link);
        if (gone.aborted || !link.cut.signal.aborted) throw error;
      }
    }
  }

  #remember(target: string, failure: ConnectionFailure): void {
    this.#failures.delete(target);
    this.#failures.set(target, { failure, at: performance.now() });
    const [oldest] = this.#failures.keys();
    if (this.#failures.size > MAX_FAILURES && oldest !== undefined) this.#failures.delete(oldest);
    this.#log(`no connection to ${target}: ${failure.message}`);
  }
}

interface Place {
  readonly host: string;
  readonly port: number;
}

/** Connection to a host, which is cut when it must end. */
interface Link extends Place {
  readonly carrier: Carrier;
  readonly cut: AbortController;
}

function carrierOrRefusal(egress: Egress, { host, port }: Place): Carrier | undefined {
  try {
    return egress.carrierTo(host, port);
  } catch {
    return undefined;
  }
}

/** Host of a URL in the one form that is checked and connected to; undefined where there is none. */
function hostOf(address: string): string | undefined {
  const url = URL.parse(address);
  return url ? socketHost(url).replace(/\.$/, "") || undefined : undefined;
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
function endWith(socket: Socket, status: 400 | 403 | 431 | 502, header = ""): void {
  const reason = STATUS_CODES[status];
  socket.write(`HTTP/1.1 ${status} ${reason}\r\n${header}Content-Length: 0\r\nConnection: close\r\n\r\n`);
  socket.destroySoon();
}
