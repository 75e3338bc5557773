import { table } from "./table.ts";
/** Exit codes of this program by name. Every command loads them; their texts are in `exit-facts.ts`. */
export const exitNumbers = {
  ok: 0,
  failed: 1,
  usage: 2,
  auth: 3,
  "not-found": 4,
  unreachable: 5,
  timeout: 6,
  "rate-limited": 7,
  "outcome-failed": 8,
  "outcome-unknown": 9,
  "local-file": 10,
  declined: 11,
  "http-status": 22,
  bug: 70,
  interrupted: 130,
} as const;

export type ExitName = keyof typeof exitNumbers;

/** The number of a named exit. */
export function exitCode(name: ExitName): number {
  return exitNumbers[name];
}

const exitsByStatus: Readonly<Record<number, ExitName>> = {
  401: "auth",
  403: "auth",
  404: "not-found",
  408: "timeout",
  429: "rate-limited",
  504: "timeout",
};

/** Codes of what the browser or a page has done, whatever the status of their answers. */
const exitsByCode = table<ExitName>({
  network_error: "outcome-failed",
  outcome_unknown: "outcome-unknown",
});

/** Exit of a refused request by the code of its error, otherwise by the status of the answer. */
export function exitOfAnswer(status: number, code?: unknown): ExitName {
  const ofCode = typeof code === "string" ? exitsByCode.get(code) : undefined;
  return ofCode ?? exitsByStatus[status] ?? "failed";
}
