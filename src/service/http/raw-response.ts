import { STATUS_CODES } from "node:http";
import type { Duplex } from "node:stream";
import type { ApiError } from "../api-error.ts";
import { errorAnswer } from "./error-answer.ts";

/** Complete HTTP response with the API's error body, for a connection that Fastify does not handle. */
export function rawErrorResponse(
  error: ApiError,
  version: string,
  moreHeaders: Readonly<Record<string, string>> = {},
): string {
  const { status, headers, body } = errorAnswer(error);
  const text = JSON.stringify(body);
  const lines = Object.entries({
    "Content-Type": "application/json; charset=utf-8",
    "Content-Length": String(Buffer.byteLength(text)),
    Connection: "close",
    "X-Browserctl-Local": version,
    ...headers,
    ...moreHeaders,
  }).map(([name, value]) => `${name}: ${value}\r\n`);
  return `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ""}\r\n${lines.join("")}\r\n${text}`;
}

/**
 * Answers on a socket that the HTTP server has handed over, and closes it: nobody reads such a socket, so that the end
 * of its peer would go unnoticed.
 */
export function endRaw(socket: Duplex, response: string): void {
  socket.end(response, () => socket.destroy());
}
