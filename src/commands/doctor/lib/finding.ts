import type { CliError } from "../../../core/errors.ts";
import type { ExitName } from "../../../core/exit-codes.ts";

/** Areas in the order of the report, from causes to effects. */
export const areas = [
  "program",
  "settings",
  "environment",
  "network",
  "service",
  "local",
  "browser",
  "machine",
] as const;
export type Area = (typeof areas)[number];

export type Status = "ok" | "note" | "warning" | "error";

/** Result of a check. */
export interface Finding {
  /** Area and subject: `settings.file`. */
  readonly id: `${Area}.${string}`;
  readonly status: Status;
  /** Observed fact, as a text without a full stop. */
  readonly found: string;
  /** Next step, as a command if possible. */
  readonly fix?: string | undefined;
  /** Exit of the program for an error. */
  readonly exit?: ExitName | undefined;
  /** A repair that is always safe; returns its effect, as a text. */
  readonly repair?: (() => Promise<string>) | undefined;
}

/** Finding in the form for programs. */
export interface FindingRow {
  id: string;
  area: string;
  status: Status;
  found: string;
  fix: string | null;
  /** Exit code of the program for an error. */
  exit_code: number | null;
  /** Effect of `--fix`; null if it did nothing. */
  fixed: string | null;
}

/** A check: reads, changes nothing, and answers within its time limit. */
export interface Check {
  readonly area: Area;
  /** Subject for the progress line and for a check that takes too long: `DNS`. */
  readonly title: string;
  /** Id of its finding when it takes too long or breaks. */
  readonly id: Finding["id"];
  /** Time limit, in milliseconds; 5 s when omitted. */
  readonly limitMs?: number;
  run(signal: AbortSignal): Promise<readonly Finding[]>;
}

type Id = Finding["id"];

export function ok(id: Id, found: string): Finding {
  return { id, status: "ok", found };
}

export function note(id: Id, found: string, fix?: string): Finding {
  return { id, status: "note", found, fix };
}

export function warning(id: Id, found: string, fix?: string, repair?: Finding["repair"]): Finding {
  return { id, status: "warning", found, fix, repair };
}

/** Finding for a reason why commands fail, with their exit. */
export function failure(id: Id, exit: ExitName, found: string, fix?: string, repair?: Finding["repair"]): Finding {
  return { id, status: "error", found, fix, exit, repair };
}

/** The error that commands end with, as a finding. */
export function failureOf(id: Id, error: CliError): Finding {
  const problems = (error.options.problems ?? []).map(({ path, message }) => `${path}: ${message}`);
  const details = problems.length > 1 || (problems[0] && !error.message.includes(problems[0])) ? problems : [];
  const found = [error.message, ...details].join("; ");
  return failure(id, error.exit, found, error.options.hint);
}
