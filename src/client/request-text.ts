import type { RawRequest } from "./call.ts";
import { redactHeaders } from "./redact.ts";

/** The request as a value, for `--dry-run`: nothing secret in it. */
export function requestValue(request: RawRequest, headers: Headers): Record<string, unknown> {
  return {
    method: request.method,
    url: request.url.href,
    headers: Object.fromEntries(redactHeaders(headers)),
    ...(request.shownForm && { form: request.shownForm }),
    ...(request.shownBody !== undefined && { body: bodyValue(request.shownBody) }),
  };
}

function bodyValue(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return body;
  }
}

/** The request as a line for a POSIX shell; the token is the variable `BROWSERCTL_TOKEN`. */
export function curlLine(request: RawRequest, headers: Headers): string {
  const parts = ["curl"];
  if (request.method === "HEAD") parts.push("--head");
  else if (request.method !== "GET") parts.push("-X", request.method);
  // curl would take brackets and braces for a set of addresses.
  if (/[[\]{}]/.test(request.url.href)) parts.push("--globoff");
  parts.push(quote(request.url.href));
  for (const [name, value] of redactHeaders(headers)) {
    if (name === "user-agent" || name === "content-length") continue;
    // curl makes its own boundary.
    if (name === "content-type" && request.shownForm) continue;
    parts.push(
      "-H",
      name === "authorization" ? `"Authorization: Bearer $BROWSERCTL_TOKEN"` : quote(`${name}: ${value}`),
    );
  }
  for (const part of request.shownForm ?? []) parts.push("-F", quote(part));
  if (request.shownBody !== undefined) parts.push("--data-binary", quote(request.shownBody));
  return parts.join(" ");
}

/** A word as a POSIX shell reads it. */
export function quote(text: string): string {
  return /^[A-Za-z0-9_./:=@%+-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;
}
