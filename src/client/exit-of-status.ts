import type { ExitName } from "../core/exit-codes.ts";

const exitsByStatus: Readonly<Record<number, ExitName>> = {
  401: "auth",
  403: "auth",
  404: "not-found",
  408: "timeout",
  429: "rate-limited",
  504: "timeout",
};

/** Exit of a refused request by the status of the answer. */
export function exitOfStatus(status: number): ExitName {
  return exitsByStatus[status] ?? "failed";
}
