import { type ExitName, exitCode } from "./exit-codes.ts";

/** When an exit is used, and the next step, as a sentence that may name commands. */
interface ExitTexts {
  /** Further numbers, if the exit has several. */
  readonly also?: readonly number[];
  readonly when: string;
  readonly advice: string;
}

export interface ExitFacts extends ExitTexts {
  readonly name: ExitName;
  readonly code: number;
}

const facts = {
  ok: {
    when: "done; also an empty list, and a target's 4xx/5xx in `browsers curl` without `--fail`",
    advice: "Nothing to do.",
  },
  failed: {
    when: "the service refused or failed: any status not below",
    advice:
      "Read the message after `error:`; browserctl explain CODE explains its code, and --debug shows the request.",
  },
  usage: {
    when: "unknown word or flag, bad value, missing input",
    advice:
      "Read the lines after `error:`, which name each flag or argument; browserctl help COMMAND lists what is allowed.",
  },
  auth: {
    when: "no token, 401, 403",
    advice: "Check the token and where it comes from: browserctl auth status; to store another one: browserctl login",
  },
  "not-found": {
    when: "no such resource: 404",
    advice:
      "Check the id or name with the list command of the same noun, such as browserctl browsers list --status all",
  },
  unreachable: {
    when: "DNS, refused, TLS, reset, local service not running",
    advice: "Find the reason: browserctl doctor; for a service on this machine: browserctl local start",
  },
  timeout: {
    when: "the time limit of --timeout, or 408/504",
    advice: "Allow more time with --timeout, and check the way to the service: browserctl doctor",
  },
  "rate-limited": {
    when: "the limit is still reached after the retries: 429",
    advice:
      "Wait, or end what still runs: browserctl browsers list; the limit of a project: browserctl projects limits get",
  },
  "outcome-failed": {
    when: "the request worked, but its outcome is a failure: a network error of `browsers curl`, `ok: false`, a failed run",
    advice: "Read the result: the call itself worked. For a network error: browserctl explain ERR_NAME",
  },
  "outcome-unknown": {
    when: "a stream ended before a terminal state and could not be resumed",
    advice: "Ask for the state, such as browserctl invocations get ID, before you repeat what it started.",
  },
  "local-file": {
    when: "cannot read or write here: missing, exists without `--force`, no space, bad archive",
    advice: "Check the path in the message, its owner, its mode and the space on its disk: browserctl doctor",
  },
  declined: {
    when: "declined by the user",
    advice: "Repeat it and confirm, or add --yes where no question may be asked.",
  },
  "http-status": {
    when: "`browsers curl --fail` and the target answered 400 or more (curl's own number)",
    advice: "Look at the answer of the website; without --fail its status does not change the exit code.",
  },
  bug: {
    when: "anything unexpected; `--debug` shows the stack",
    advice: "Run it again with --debug and report what it prints, with the output of browserctl doctor",
  },
  interrupted: {
    also: [129, 143],
    when: "SIGINT (143 for SIGTERM), after cleaning up",
    advice: "Run it again; what the service has begun may still run, so look at its list first.",
  },
} as const satisfies Readonly<Record<ExitName, ExitTexts>>;

/** Exit codes with their texts, in the order of their numbers. `help exit-codes`, `explain` and the reference use them. */
export const exitFacts: readonly ExitFacts[] = (Object.keys(facts) as ExitName[]).map((name) => ({
  name,
  code: exitCode(name),
  ...facts[name],
}));
