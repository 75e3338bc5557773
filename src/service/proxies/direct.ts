import { lookup as systemLookup } from "node:dns";
import { once } from "node:events";
import { type ClientRequest, request as httpRequest } from "node:http";
import { connect, isIP, type LookupFunction, type Socket } from "node:net";
import { addressTimeout } from "../../core/address-timeout.ts";
import { table } from "../../core/table.ts";
import { isLocalName, isPublicAddress } from "./addresses.ts";
import { type Carrier, ConnectionFailure, EgressDenied, type ForwardRequest } from "./carrier.ts";
import { MAX_HEADER } from "./forwarded-headers.ts";

export interface DirectOptions {
  /** Connects to public addresses only. A name is resolved once, and connected to an address that was checked. */
  readonly publicOnly: boolean;
  /** Resolver of names; that of the system by default. */
  readonly lookup?: typeof systemLookup;
}

/** assumed: a person waits about this long for a page. */
const CONNECT_MS = 30_000;
const KEEP_ALIVE_MS = 60_000;
const NOT_PUBLIC = "its address is none of the internet, so it must be named in network.private_hosts";

/** Connections from this machine to the hosts themselves. */
export class Direct implements Carrier {
  readonly #options: DirectOptions;

  constructor(options: DirectOptions) {
    this.#options = options;
  }

  async tunnel(target: string, signal: AbortSignal): Promise<Socket> {
    const at = target.lastIndexOf(":");
    return this.#connect(target.slice(0, at).replace(/^\[|\]$/g, ""), Number(target.slice(at + 1)), signal);
  }

  async forward({ host, port, method, url, headers, signal }: ForwardRequest): Promise<ClientRequest> {
    const { pathname, search } = new URL(url);
    const socket = await this.#connect(host, port, signal);
    try {
      const request = httpRequest({
        createConnection: () => socket,
        method,
        path: `${pathname}${search}`,
        setHost: false,
        insecureHTTPParser: true,
        maxHeaderSize: MAX_HEADER,
        headers: [...headers, "connection", "close"],
        signal,
      });
      request.maxHeadersCount = 0;
      return request.on("error", () => {});
    } catch (error) {
      socket.destroy();
      throw error;
    }
  }

  /** Failure for a host that asks for the password of a proxy. */
  refusal(status: number): ConnectionFailure {
    return new ConnectionFailure("ERR_UNEXPECTED_PROXY_AUTH", `the host answered ${status}, as only a proxy does`);
  }

  broken(error: unknown, netError: string): ConnectionFailure {
    return new ConnectionFailure(netError, "the host closed the connection", { cause: error });
  }

  async #connect(host: string, port: number, signal: AbortSignal): Promise<Socket> {
    const { publicOnly } = this.#options;
    if (publicOnly && isIP(host) !== 0 && !isPublicAddress(host)) throw new EgressDenied(host, NOT_PUBLIC);
    const bound = AbortSignal.timeout(CONNECT_MS);
    const socket = connect({ host, port, lookup: this.#lookup, ...addressTimeout });
    socket.setNoDelay(true).setKeepAlive(true, KEEP_ALIVE_MS);
    try {
      await once(socket, "connect", { signal: AbortSignal.any([signal, bound]) });
      return socket;
    } catch (error) {
      socket.destroy();
      signal.throwIfAborted();
      if (error instanceof EgressDenied) throw error;
      throw connectFailure(host, port, bound.aborted ? "ETIMEDOUT" : codeOf(error), error);
    } finally {
      // The user of the socket handles a later error; without a listener it would end the service.
      socket.on("error", () => {});
    }
  }

  /** Resolves a name; with `publicOnly` to its public addresses, and to none of this machine and its network. */
  readonly #lookup: LookupFunction = (name, options, done) => {
    const { publicOnly, lookup = systemLookup } = this.#options;
    const answer = (
      error: NodeJS.ErrnoException | null,
      found: readonly { address: string; family: number }[],
    ): void => {
      const [first] = found;
      if (error || !first) done(error ?? new EgressDenied(name, NOT_PUBLIC), [], 0);
      else if (options.all) done(null, [...found]);
      else done(null, first.address, first.family);
    };
    if (isLocalName(name)) {
      const own = [
        { address: "127.0.0.1", family: 4 },
        { address: "::1", family: 6 },
      ];
      answer(null, publicOnly ? [] : own);
      return;
    }
    lookup(name, { ...options, all: true }, (error, found) => {
      answer(error, error ? [] : found.filter(({ address }) => !publicOnly || isPublicAddress(address)));
    });
  };
}

function codeOf(error: unknown): string {
  return (error as NodeJS.ErrnoException).code ?? "";
}

function connectFailure(host: string, port: number, code: string, cause: unknown): ConnectionFailure {
  const [name, why] = failures.get(code) ?? ["ERR_CONNECTION_FAILED", `could not be reached: ${code}`];
  return new ConnectionFailure(name, `${host} at port ${port} ${why}`, { cause });
}

/** Chromium's name and the words for each error of a connection. */
const failures = table<readonly [name: string, why: string]>({
  ENOTFOUND: ["ERR_NAME_NOT_RESOLVED", "has no address (DNS)"],
  EAI_AGAIN: ["ERR_NAME_NOT_RESOLVED", "has no address (DNS)"],
  ECONNREFUSED: ["ERR_CONNECTION_REFUSED", "refused the connection"],
  ECONNRESET: ["ERR_CONNECTION_RESET", "reset the connection"],
  ETIMEDOUT: ["ERR_CONNECTION_TIMED_OUT", "did not accept the connection in time"],
  ENETUNREACH: ["ERR_ADDRESS_UNREACHABLE", "cannot be reached from this machine"],
  EHOSTUNREACH: ["ERR_ADDRESS_UNREACHABLE", "cannot be reached from this machine"],
});
