import { netErrorTable } from "../../../contract/net-error-table.ts";

/** Network error of Chromium: the number is negative, the name begins with `ERR_`. */
export interface NetError {
  number: number;
  name: string;
}

/**
 * Parses a text of Chromium such as `net::ERR_CONNECTION_REFUSED`. A name that is not in the table, for example of a
 * newer Chromium, is kept, with the number of `ERR_FAILED`, -2. A text without a name is `ERR_FAILED`.
 */
export function netErrorOf(text: string): NetError {
  const name = /ERR_[A-Z0-9_]+/.exec(text)?.[0] ?? "ERR_FAILED";
  return { number: netErrorTable[name] ?? -2, name };
}
