import { netErrorTable } from "./net-error-table.ts";

/** One of Chromium's network errors: the number is negative, the name begins with `ERR_`. */
export interface NetError {
  number: number;
  name: string;
}

/**
 * The error that Chromium names in a text such as `net::ERR_CONNECTION_REFUSED`. A name that the table lacks (a newer
 * Chromium) is kept and gets the number of `ERR_FAILED`, -2; a text without a name is `ERR_FAILED` itself.
 */
export function netErrorOf(text: string): NetError {
  const name = /ERR_[A-Z0-9_]+/.exec(text)?.[0] ?? "ERR_FAILED";
  return { number: netErrorTable[name] ?? -2, name };
}
