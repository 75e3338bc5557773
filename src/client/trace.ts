import type { CliError } from "../core/errors.ts";
import { sanitizeLine } from "../core/sanitize.ts";
import type { ApiResponse, RawRequest } from "./call.ts";
import { redactHeaders } from "./redact.ts";

/** What `--debug` shows of every exchange. Secrets never reach it. */
export interface Tracer {
  request(request: RawRequest, headers: Headers, attempt: number): void;
  response(response: ApiResponse, ms: number): void;
  failure(error: CliError, ms: number): void;
  retry(next: number, delay: number): void;
}

const silent: Tracer = { request() {}, response() {}, failure() {}, retry() {} };

/** A tracer that writes lines, or none. */
export function tracer(write: ((line: string) => void) | undefined): Tracer {
  if (!write) return silent;
  const line = (text: string): void => write(sanitizeLine(text));
  const all = (mark: string, headers: Headers): void => {
    for (const [name, value] of redactHeaders(headers)) line(`${mark} ${name}: ${value}`);
  };
  return {
    request(request, headers, attempt) {
      line(`> ${request.method} ${request.url.href}${attempt > 1 ? ` (attempt ${attempt})` : ""}`);
      all(">", headers);
      for (const part of request.shownForm ?? []) line(`> ${part}`);
      if (request.shownBody !== undefined) line(`> ${request.shownBody.slice(0, 2000)}`);
    },
    response(response, ms) {
      line(`< ${response.status} ${response.statusText} (${Math.round(ms)} ms)`);
      all("<", response.headers);
    },
    failure(error, ms) {
      line(`! ${error.message} (${Math.round(ms)} ms)`);
    },
    retry(next, delay) {
      line(`* attempt ${next} in ${Math.round(delay)} ms`);
    },
  };
}
