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
