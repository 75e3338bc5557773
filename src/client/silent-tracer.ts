import type { CliError } from "../core/errors.ts";
import type { ApiResponse, RawRequest } from "./call.ts";

/** Takes what `--debug` shows of every exchange. */
export interface Tracer {
  request(request: RawRequest, headers: Headers, attempt: number): void;
  response(response: ApiResponse, ms: number): void;
  failure(error: CliError, ms: number): void;
  retry(next: number, delay: number): void;
}

/** A tracer that writes nothing; no code that shows requests is loaded for it. */
export const silentTracer: Tracer = { request() {}, response() {}, failure() {}, retry() {} };
