import type { ExitName } from "../core/exit-codes.ts";

const exitsByStatus: Readonly<Record<number, ExitName>> = {
  401: "auth",
  403: "auth",
  404: "not-found",
  408: "timeout",
  429: "rate-limited",
  504: "timeout",
};

/** Codes of what the browser or a page has done, whatever the status of their answers. */
const exitsByCode: Readonly<Record<string, ExitName>> = {
  network_error: "outcome-failed",
  outcome_unknown: "outcome-unknown",
};

/** Exit of a refused request by the code of its error, otherwise by the status of the answer. */
export function exitOfAnswer(status: number, code?: unknown): ExitName {
  const ofCode = typeof code === "string" && Object.hasOwn(exitsByCode, code) ? exitsByCode[code] : undefined;
  return ofCode ?? exitsByStatus[status] ?? "failed";
}
