/** Exit codes of this program. `help exit-codes`, the README and the tests use this table. */
export const exitCodes = {
  ok: { code: 0, when: "done; also an empty list, and a target's 4xx/5xx in `browsers curl` without `--fail`" },
  failed: { code: 1, when: "the service refused or failed: any status not below" },
  usage: { code: 2, when: "unknown word or flag, bad value, missing input" },
  auth: { code: 3, when: "no token, 401, 403" },
  "not-found": { code: 4, when: "404" },
  unreachable: { code: 5, when: "DNS, refused, TLS, reset, local service not running" },
  timeout: { code: 6, when: "our limit, or 408/504" },
  "rate-limited": { code: 7, when: "429 after the retries" },
  "outcome-failed": {
    code: 8,
    when: "the request worked, what it asked about failed: a network error of `browsers curl`, `ok: false`, a failed run",
  },
  "outcome-unknown": { code: 9, when: "a stream ended before a terminal state and could not be resumed" },
  "local-file": {
    code: 10,
    when: "cannot read or write here: missing, exists without `--force`, no space, bad archive",
  },
  declined: { code: 11, when: "declined by the user" },
  "http-status": { code: 22, when: "`browsers curl --fail` and the target answered 400 or more (curl's own number)" },
  bug: { code: 70, when: "anything unexpected; `--debug` shows the stack" },
  interrupted: { code: 130, when: "SIGINT (143 for SIGTERM), after cleaning up" },
} as const;

export type ExitName = keyof typeof exitCodes;

/** The number of a named exit. */
export function exitCode(name: ExitName): number {
  return exitCodes[name].code;
}
