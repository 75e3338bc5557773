import type { IncomingMessage, Server, ServerResponse } from "node:http";
import type { Socket } from "node:net";
import { ApiError } from "../api-error.ts";
import { rawErrorResponse } from "./raw-response.ts";

/** Maximum size of the headers of a request, in bytes. */
export const MAX_HEADER = 16 * 1_024;

interface Exchange {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
}

/**
 * Answers requests that never reach the router: bytes that are not HTTP, or a request that is not complete in time. The
 * answer is the last one on its connection and follows the answers to the complete requests before it; otherwise a
 * pipelining client would take it for the answer to an earlier request.
 */
export class BrokenRequests {
  readonly #version: string;
  readonly #open = new WeakMap<Socket, Set<Exchange>>();
  readonly #answered = new WeakSet<Socket>();

  constructor(version: string) {
    this.#version = version;
  }

  /** Tracks the requests that are being answered. */
  attach(server: Server): void {
    server.prependListener("request", (request, response) => {
      const { socket } = request;
      const exchanges = this.#open.get(socket) ?? new Set();
      this.#open.set(socket, exchanges);
      const exchange = { request, response };
      exchanges.add(exchange);
      response.once("close", () => exchanges.delete(exchange));
    });
  }

  answer(error: NodeJS.ErrnoException, socket: Socket): void {
    if (!socket.writable || error.code === "ECONNRESET") {
      socket.destroy();
      return;
    }
    // Node reports each chunk that comes after the first broken bytes.
    if (this.#answered.has(socket)) return;
    this.#answered.add(socket);
    const known: Record<string, ApiError> = {
      HPE_HEADER_OVERFLOW: new ApiError(431, "headers_too_large", `the headers are larger than ${MAX_HEADER} bytes`),
      ERR_HTTP_REQUEST_TIMEOUT: new ApiError(408, "request_timeout", "the request was not complete in time"),
    };
    const answer = known[error.code ?? ""] ?? new ApiError(400, "bad_request", "the request is not valid HTTP");
    const end = (): void => {
      if (socket.writable) socket.end(rawErrorResponse(answer, this.#version));
    };
    // An incomplete request is the broken one itself.
    const before = [...(this.#open.get(socket) ?? [])].filter(({ request }) => request.complete).at(-1);
    // Runs before Node, which may close the connection after that answer. Nothing follows an answer that ends the
    // connection.
    if (before?.response.shouldKeepAlive) before.response.prependOnceListener("finish", end);
    else if (before) return;
    else end();
  }
}
