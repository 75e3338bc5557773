import type { ClientRequest } from "node:http";
import type { Socket } from "node:net";

/** Failure of a connection to a host or a proxy, with Chromium's name for it. */
export class ConnectionFailure extends Error {
  override readonly name: string = "ConnectionFailure";
  /** Name, such as `ERR_PROXY_CONNECTION_FAILED`. */
  readonly netError: string;
  /** Status with which a proxy refused, if it answered. */
  readonly status: number | undefined;
  constructor(netError: string, message: string, { status, cause }: { status?: number; cause?: unknown } = {}) {
    super(message, cause === undefined ? undefined : { cause });
    this.netError = netError;
    this.status = status;
  }
}

/** Refusal of a host that a session may not reach (contract 2.2). */
export class EgressDenied extends ConnectionFailure {
  override readonly name = "EgressDenied";
  constructor(host: string, why: string) {
    super("ERR_BLOCKED_BY_CLIENT", `this session may not reach ${host}: ${why}`);
  }
}

/** A plain request to forward. */
export interface ForwardRequest {
  /** Host and port that were checked. */
  readonly host: string;
  readonly port: number;
  readonly method: string;
  /** Absolute URL of the target. */
  readonly url: string;
  /** Names and values in turn, without those of the connection. */
  readonly headers: readonly string[];
  readonly signal: AbortSignal;
}

/** Way to hosts: the hosts themselves, or a proxy. */
export interface Carrier {
  /** Opens a connection to `host:port`. Throws a {@link ConnectionFailure}, or the reason of the signal. */
  tunnel(target: string, signal: AbortSignal): Promise<Socket>;
  /** Starts a plain request, whose body the caller writes. Throws as `tunnel` does. */
  forward(request: ForwardRequest): Promise<ClientRequest>;
  /** Failure for a status by which the other side refuses to carry on. */
  refusal(status: number, otherwise: string): ConnectionFailure;
  /** Failure for a connection that ended instead of an answer. */
  broken(error: unknown, netError: string): ConnectionFailure;
}

/** Choice of the way to each host. */
export interface Egress {
  /** Way to a host on a port, the same object as long as it is the same way. Throws {@link EgressDenied}. */
  carrierTo(host: string, port: number): Carrier;
}
