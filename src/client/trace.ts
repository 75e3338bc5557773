import { sanitizeLine } from "../core/sanitize.ts";
import { redactResponseHeader, redactUserinfo } from "./redact.ts";
import { decodeHeader, requestParts } from "./request-text.ts";
import type { Tracer } from "./silent-tracer.ts";

/** Characters of a body that a trace shows. */
const BODY_CHARACTERS = 2_000;

/** Writes the lines of `--debug`. Secrets are masked unless `showSecrets` is set. */
export function tracer(write: (line: string) => void, showSecrets: boolean): Tracer {
  const line = (text: string): void => write(sanitizeLine(text));
  return {
    request(request, headers, attempt) {
      const shown = requestParts(request, headers, showSecrets);
      line(`> ${request.method} ${shown.url}${attempt > 1 ? ` (attempt ${attempt})` : ""}`);
      for (const [name, value] of shown.headers) line(`> ${name}: ${value}`);
      for (const part of shown.form ?? []) line(`> ${part}`);
      if (shown.body !== undefined) line(`> ${shown.body.slice(0, BODY_CHARACTERS)}`);
    },
    response(response, ms) {
      line(`< ${response.status} ${response.statusText} (${Math.round(ms)} ms)`);
      for (const [name, value] of response.headers) {
        const text = decodeHeader(value);
        line(`< ${name}: ${showSecrets ? text : redactResponseHeader(name, text)}`);
      }
    },
    failure(error, ms) {
      line(`! ${showSecrets ? error.message : redactUserinfo(error.message)} (${Math.round(ms)} ms)`);
    },
    retry(next, delay) {
      line(`* attempt ${next} in ${Math.round(delay)} ms`);
    },
  };
}
