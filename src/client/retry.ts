import type { CliError } from "../core/errors.ts";
import type { HttpHeaders } from "./http/headers.ts";

/** Attempts of one call, the first included. */
export const maxAttempts = 3;

/** Maximum wait for a service's `Retry-After`, in milliseconds. */
const MAX_TOLD_MS = 60_000;

const retriedStatuses = new Set([429, 502, 503, 504]);

export interface Attempt {
  /** True when a retry has no second effect. */
  idempotent: boolean;
  /** True to repeat it despite the risk (`--retry-unsafe`). */
  unsafe: boolean;
}

/** True when a response is worth another attempt: `x-should-retry` first, then the status (contract 0.13). */
export function retryStatus(attempt: Attempt, status: number, headers: HttpHeaders): boolean {
  if (headers.get("x-should-retry") === "false") return false;
  if (status === 429 && headers.has("retry-after")) return true;
  return retriedStatuses.has(status) && (attempt.idempotent || attempt.unsafe);
}

/** True when a call without a response may be sent again: always before a connection existed, else only a safe one. */
export function retryFailure(attempt: Attempt, beforeConnection: boolean): boolean {
  return beforeConnection || attempt.idempotent || attempt.unsafe;
}

/** True for a transient error: of the network, or of a busy or broken service. */
export function isTransient({ exit, options: { httpStatus = 0 } }: CliError): boolean {
  if (exit === "unreachable" || exit === "timeout" || exit === "rate-limited") return true;
  return exit === "failed" && httpStatus >= 500 && httpStatus !== 501;
}

/**
 * Milliseconds before the next attempt: `Retry-After` (seconds or a date) or `retry-after-ms` as they say, up to a
 * minute; otherwise full jitter on `base`, doubling up to 16 times, at most 8 s or `base` if that is longer.
 *
 * @param failed attempts made so far, from 1
 * @param now the present in milliseconds, for a date
 * @param base maximum of the first wait, in milliseconds
 */
export function retryDelay(failed: number, headers: HttpHeaders | undefined, now: number, base = 500): number {
  const told = toldDelay(headers, now);
  if (told !== undefined) return told;
  return Math.random() * Math.min(base * Math.min(2 ** (failed - 1), 16), Math.max(base, 8_000));
}

/** Milliseconds that `Retry-After` or `retry-after-ms` says, 0 to a minute; undefined without them. */
export function toldDelay(headers: HttpHeaders | undefined, now: number): number | undefined {
  const told = delayIn(headers, now);
  return told === undefined ? undefined : Math.min(Math.max(0, told), MAX_TOLD_MS);
}

function delayIn(headers: HttpHeaders | undefined, now: number): number | undefined {
  const ms = headers?.get("retry-after-ms");
  if (ms && Number.isFinite(Number(ms))) return Number(ms);
  const after = headers?.get("retry-after");
  if (!after) return undefined;
  if (/^\d+(\.\d+)?$/.test(after.trim())) return Number(after) * 1000;
  const date = Date.parse(after);
  return Number.isNaN(date) ? undefined : date - now;
}
