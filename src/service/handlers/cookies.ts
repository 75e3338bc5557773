import type { IncomingMessage } from "node:http";

/** Value of a cookie of a request. */
export function cookieOf({ headers }: IncomingMessage, wanted: string): string | undefined {
  const pairs = (headers.cookie ?? "").split(";").map((pair) => pair.trim().split("="));
  return pairs.find(([name]) => name === wanted)?.[1];
}
