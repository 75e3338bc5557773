import { once } from "node:events";
import { type ClientRequest, request as httpRequest, type IncomingMessage } from "node:http";
import { connect, isIP, type Socket } from "node:net";
import { getCACertificates, connect as tlsConnect } from "node:tls";
import { addressTimeout } from "../../core/address-timeout.ts";
import { SealError } from "../store/seal.ts";
import { type Carrier, ConnectionFailure, type ForwardRequest } from "./carrier.ts";
import { MAX_HEADER } from "./forwarded-headers.ts";
import type { StoredProxy } from "./proxy-table.ts";

/** Failure that a proxy has caused. */
export class ProxyFailure extends ConnectionFailure {
  override readonly name = "ProxyFailure";
}

export interface UpstreamBounds {
  /** Time for a connection to the proxy, with its TLS handshake, in milliseconds. */
  readonly connectMs: number;
  /**
   * Time limit of the answer to CONNECT, in milliseconds; the proxy resolves the host and connects before it answers.
   */
  readonly tunnelMs: number;
}

/** Settings that connections to a proxy need. */
export type ProxyAccess = Pick<
  StoredProxy,
  "name" | "protocol" | "host" | "port" | "username" | "password" | "caBundle"
>;

/** Idle time in milliseconds after which the system checks whether the proxy is still there. */
const KEEP_ALIVE_MS = 60_000;
/** assumed: the limits; a person waits for a page about this long. */
const usualBounds: UpstreamBounds = { connectMs: 10_000, tunnelMs: 60_000 };

/**
 * Connections through one proxy: opens tunnels and forwards plain requests, with the proxy's user, password and
 * authorities.
 */
export class Upstream implements Carrier {
  /** Name of the proxy in messages: `"office" at proxy.example.com:3128`. */
  readonly label: string;
  readonly #proxy: ProxyAccess;
  readonly #bounds: UpstreamBounds;

  constructor(proxy: ProxyAccess, bounds = usualBounds) {
    this.#proxy = proxy;
    this.#bounds = bounds;
    const { name, host, port } = proxy;
    this.label = `the proxy ${name === null ? "" : `${JSON.stringify(name)} `}at ${authority(host, port)}`;
  }

  /** Certificates that are trusted for connections to the proxy, and through it. */
  get authorities(): string[] {
    const { caBundle } = this.#proxy;
    return [...getCACertificates("default"), ...(caBundle === null ? [] : [caBundle])];
  }

  /** Opens a tunnel to `host:port`. Throws a {@link ProxyFailure}, or the reason of the signal. */
  async tunnel(target: string, signal: AbortSignal): Promise<Socket> {
    const authorization = this.#authorization();
    const socket = await this.#connect(signal);
    const bound = AbortSignal.timeout(this.#bounds.tunnelMs);
    try {
      const request = httpRequest({
        createConnection: () => socket,
        method: "CONNECT",
        path: target,
        maxHeaderSize: MAX_HEADER,
        headers: { host: target, ...authorization },
      });
      // A socket that ends after the answer also causes an error of the request.
      request.on("error", () => {}).end();
      const signals = { signal: AbortSignal.any([signal, bound]) };
      const [{ statusCode = 0 }, , head] = (await once(request, "connect", signals)) as [
        IncomingMessage,
        Socket,
        Buffer,
      ];
      if (statusCode < 200 || statusCode > 299) throw this.refusal(statusCode, "ERR_TUNNEL_CONNECTION_FAILED");
      if (head.length > 0) socket.unshift(head);
      return socket;
    } catch (error) {
      socket.destroy();
      if (error instanceof ProxyFailure) throw error;
      signal.throwIfAborted();
      throw this.broken(bound.aborted ? undefined : error, "ERR_TUNNEL_CONNECTION_FAILED");
    }
  }

  /** Starts a plain request, whose body the caller writes. Throws a {@link ProxyFailure}, or the reason of the signal. */
  async forward({ method, url, headers, signal }: ForwardRequest): Promise<ClientRequest> {
    const authorization = Object.entries(this.#authorization()).flat();
    const socket = await this.#connect(signal);
    try {
      const request = httpRequest({
        createConnection: () => socket,
        method,
        path: url,
        setHost: false,
        // The browser decides which responses it accepts; a proxy forwards them.
        insecureHTTPParser: true,
        maxHeaderSize: MAX_HEADER,
        headers: [...headers, ...authorization, "connection", "close"],
        signal,
      });
      request.maxHeadersCount = 0;
      return request.on("error", () => {});
    } catch (error) {
      // The request could not be written.
      socket.destroy();
      throw error;
    }
  }

  /** Failure for a refusal by the proxy itself. */
  refusal(status: number, otherwise: string): ProxyFailure {
    if (status !== 407) return new ProxyFailure(otherwise, `${this.label} answered ${status}`, { status });
    const given = this.#proxy.username !== null || this.#proxy.password !== null;
    const why = given ? "refused the user or the password" : "needs a user and a password, and none are stored";
    return new ProxyFailure("ERR_PROXY_AUTH_REQUESTED", `${this.label} ${why} (407)`, { status });
  }

  /** Failure for a connection that ended instead of an answer; without an error, one that stayed silent. */
  broken(error: unknown, netError: string): ProxyFailure {
    const silent = `${this.label} did not answer within ${this.#bounds.tunnelMs / 1_000} s`;
    if (error === undefined) return new ProxyFailure(netError, silent);
    const { code = "" } = error as NodeJS.ErrnoException;
    const why = code.startsWith("HPE_") ? "did not answer as an HTTP proxy does" : "closed the connection";
    return new ProxyFailure(netError, `${this.label} ${why}`, { cause: error });
  }

  async #connect(signal: AbortSignal): Promise<Socket> {
    const { protocol, host, port } = this.#proxy;
    const secure = protocol === "https";
    const place = { host, port, ...addressTimeout };
    const bound = AbortSignal.timeout(this.#bounds.connectMs);
    const socket = secure
      ? tlsConnect({ ...place, ca: this.authorities, ...(isIP(host) ? {} : { servername: host }) })
      : connect(place);
    socket.setNoDelay(true).setKeepAlive(true, KEEP_ALIVE_MS);
    try {
      await once(socket, secure ? "secureConnect" : "connect", { signal: AbortSignal.any([signal, bound]) });
      return socket;
    } catch (error) {
      socket.destroy();
      signal.throwIfAborted();
      const name =
        secure && isCertificateError(error) ? "ERR_PROXY_CERTIFICATE_INVALID" : "ERR_PROXY_CONNECTION_FAILED";
      const why = bound.aborted
        ? `did not accept the connection within ${this.#bounds.connectMs / 1_000} s`
        : connectReason(error as NodeJS.ErrnoException, secure);
      throw new ProxyFailure(name, `${this.label} ${why}`, { cause: error });
    } finally {
      // The user of the socket handles a later error; without a listener it would end the service.
      socket.on("error", () => {});
    }
  }

  /** Throws a {@link ProxyFailure} for a password that cannot be read. */
  #authorization(): { "proxy-authorization"?: string } {
    const { username, password } = this.#proxy;
    if (username === null && password === null) return {};
    try {
      const pair = Buffer.from(`${username ?? ""}:${password?.reveal() ?? ""}`);
      return { "proxy-authorization": `Basic ${pair.toString("base64")}` };
    } catch (cause) {
      if (!(cause instanceof SealError)) throw cause;
      // Without the text of the cause, which names a path of this machine: a page may read the message.
      const why = "cannot be read with the key of this service; delete the proxy and create it again";
      throw new ProxyFailure("ERR_PROXY_CONNECTION_FAILED", `the password of ${this.label} ${why}`, { cause });
    }
  }
}

/** Host and port in one text; IPv6 addresses in brackets. */
export function authority(host: string, port: number | string): string {
  return isIP(host) === 6 ? `[${host}]:${port}` : `${host}:${port}`;
}

function isCertificateError(error: unknown): boolean {
  return /CERT|UNABLE_TO_|SELF_SIGNED/.test((error as NodeJS.ErrnoException).code ?? "");
}

function connectReason(error: NodeJS.ErrnoException, secure: boolean): string {
  const { code = "", message } = error;
  if (code === "ECONNREFUSED") return "refused the connection";
  if (code === "ENOTFOUND" || code === "EAI_AGAIN") return "has no address (DNS)";
  if (isCertificateError(error)) return `has a certificate that is not trusted: ${message}`;
  if (secure && /SSL|EPROTO/.test(code)) return "does not speak TLS; is its protocol http?";
  return `could not be reached: ${code || message}`;
}
