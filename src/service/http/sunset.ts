import type { PlainOperation } from "../../contract/plain.ts";
import { ApiError } from "../api-error.ts";
import type { Clock } from "../clock.ts";

type Deprecated = NonNullable<PlainOperation["deprecated"]>;

/**
 * Time since which deprecated operations are marked as deprecated, in seconds since 1970. assumed: 2026-08-27, the date
 * of the version of the API that this service follows; the header needs a date, and the API names none.
 */
const DEPRECATED_SECONDS = Date.UTC(2026, 7, 27) / 1_000;

/** Headers of every answer of a deprecated operation: RFC 9745, RFC 8594, and the relation of RFC 5829. */
export function sunsetHeaders({ removal, replacement }: Deprecated): Record<string, string> {
  return {
    deprecation: `@${DEPRECATED_SECONDS}`,
    sunset: new Date(removal).toUTCString(),
    link: `<${replacement}>; rel="successor-version"`,
  };
}

/** Throws 410 `gone` from the day of the removal on, 00:00 UTC by the service's clock. */
export function checkSunset(
  { method, path }: PlainOperation,
  { removal, replacement }: Deprecated,
  clock: Clock,
): void {
  if (clock.now() < Date.parse(removal)) return;
  throw new ApiError(410, "gone", `${method} ${path} was removed on ${removal}; use ${method} ${replacement}`);
}
