import type { CliError } from "../core/errors.ts";
import type { HttpHeaders } from "./http/headers.ts";
import type { ApiResponse, RawRequest } from "./request.ts";

/** Receiver of the facts of every exchange, for `--debug`. */
export interface Tracer {
  request(request: RawRequest, headers: HttpHeaders, attempt: number): void;
  response(response: ApiResponse, ms: number): void;
  failure(error: CliError, ms: number): void;
  retry(next: number, delay: number): void;
}

/** A tracer that writes nothing; no code that shows requests is loaded for it. */
export const silentTracer: Tracer = { request() {}, response() {}, failure() {}, retry() {} };

/**
 * Starts a stopwatch; the returned function gives the milliseconds since. `performance.now` would load nine modules of
 * Node.
 */
export function stopwatch(): () => number {
  const begin = process.hrtime();
  return () => {
    const [seconds, nanoseconds] = process.hrtime(begin);
    return seconds * 1_000 + nanoseconds / 1_000_000;
  };
}
