/** Codes of failures that Node's own errors do not name; `failures.ts` has a sentence for each. */
export type ConnectionErrorCode =
  | "CONNECT_TIMEOUT"
  | "HEADERS_TIMEOUT"
  | "BODY_TIMEOUT"
  | "SOCKET_CLOSED"
  | "STALE_CONNECTION"
  | "UNEXPECTED_UPGRADE"
  | "PROXY_AUTHENTICATION";

const messages: Readonly<Record<ConnectionErrorCode, string>> = {
  CONNECT_TIMEOUT: "no connection in time",
  HEADERS_TIMEOUT: "no response headers in time",
  BODY_TIMEOUT: "no response body in time",
  SOCKET_CLOSED: "the connection was closed before a response arrived",
  STALE_CONNECTION: "the connection, kept from an earlier request, was closed before a response arrived",
  UNEXPECTED_UPGRADE: "the server switched protocols",
  PROXY_AUTHENTICATION: "the proxy requires credentials",
};

/** Error of a connection, told apart by its code. */
export class ConnectionError extends Error {
  override readonly name = "ConnectionError";
  readonly code: ConnectionErrorCode;

  constructor(code: ConnectionErrorCode, options?: ErrorOptions) {
    super(messages[code], options);
    this.code = code;
  }
}

/**
 * Error of a request without a response. Its code distinguishes two cases that Node calls a reset: a connection that
 * ended without a response, and a reused one that was already closed.
 */
export function named(error: NodeJS.ErrnoException, reusedSocket: boolean): Error {
  const lost = error.code === "ECONNRESET" || error.code === "EPIPE";
  if (lost && reusedSocket) return new ConnectionError("STALE_CONNECTION", { cause: error });
  if (lost && error.syscall === undefined) return new ConnectionError("SOCKET_CLOSED", { cause: error });
  return error;
}
