import { ChromiumStartError } from "../chromium/launch.ts";
import { type Answer, AnsweredError, type Answers } from "../driver-error.ts";
import type { StoredSession } from "./browser-table.ts";

/** Kinds of failures of a session. */
export type SessionErrorKind =
  | "browser-not-started"
  | "browser-restarted"
  | "ended"
  | "name-taken"
  | "not-enough-memory"
  | "not-found"
  | "shutting-down"
  | "wrong-token";

/** assumed: the API has no limit of memory. Requests that may be partly done are not retryable. */
const answers: Answers<SessionErrorKind> = {
  "browser-not-started": { code: "browser_start_failed", retry: false },
  "browser-restarted": { code: "browser_restarted", retry: false },
  ended: { code: "browser_deleted" },
  "name-taken": { code: "conflict", detail: "conflict", retry: false },
  "not-enough-memory": { code: "not_enough_memory", retry: false },
  "not-found": { code: "not_found" },
  "shutting-down": { code: "shutting_down" },
  "wrong-token": { code: "unauthorized" },
};

/** Error of a session, or of its start. */
export class SessionError extends AnsweredError<SessionErrorKind> {
  override readonly name = "SessionError";

  override get answer(): Answer {
    return answers[this.kind];
  }
}

/** Error for a session that has ended, with time and reason. `requested` is the id or name in the request. */
export function sessionEnded(session: StoredSession, requested = session.id): SessionError {
  const when = new Date(session.deletedAt ?? 0).toISOString();
  const which = requested === session.id ? `"${requested}"` : `${JSON.stringify(requested)} (${session.id})`;
  return new SessionError("ended", `session ${which} ended at ${when}: ${session.endReason}`);
}

/** Error for work that a restart of the browser interrupted; it may be partly done. */
export function browserRestarted(session: StoredSession): SessionError {
  return new SessionError(
    "browser-restarted",
    `the browser of session "${session.id}" restarted during the request, which may be partly done`,
  );
}

/** Error for an unknown id or name. */
export function noSession(idOrName: string): SessionError {
  return new SessionError("not-found", `there is no session ${JSON.stringify(idOrName)}`);
}

/** Error for a name in use by an active session of the project (contract 0.17). */
export function nameTaken(name: string, holder: string): SessionError {
  return new SessionError(
    "name-taken",
    `name: the active session "${holder}" already has the name ${JSON.stringify(name)}`,
    { problems: [{ path: "name", message: "is in use" }] },
  );
}

/** Error for a new session while the service stops. */
export function shuttingDown(): SessionError {
  return new SessionError("shutting-down", "the local service is stopping");
}

/**
 * Error for too little memory for another browser; amounts in bytes. `active` counts only the sessions of the project.
 */
export function notEnoughMemory(available: number, needed: number, active: number): SessionError {
  const mib = (bytes: number): string => `${Math.floor(bytes / 2 ** 20)} MiB`;
  return new SessionError(
    "not-enough-memory",
    `not enough memory for another browser: ${mib(available)} available, ${mib(needed)} needed; ` +
      `${active === 1 ? "1 session" : `${active} sessions`} of the project ${active === 1 ? "is" : "are"} active`,
  );
}

/** Error for a browser that started and ended before its session could be used. */
export function endedAtOnce(session: StoredSession): SessionError {
  return new SessionError("browser-not-started", `the session ended at once: ${session.endReason}`);
}

/** Error for a CDP address with a missing or wrong token. */
export function wrongCdpToken(): SessionError {
  return new SessionError("wrong-token", "the token of the CDP address is missing or not valid");
}

const startFailures: Readonly<Record<ChromiumStartError["failure"], string>> = {
  missing: "its program is missing; run `browserctl local setup`",
  not_executable: "its program cannot be executed",
  profile_in_use: "another Chromium uses its profile directory",
  missing_library: "Chromium lacks a system library",
  no_sandbox: "Chromium's sandbox does not work on this machine",
  ended: "Chromium ended before it was ready",
  timeout: "Chromium was not ready in time",
};

/** Converts a failed start of Chromium; returns any other error unchanged. */
export function startFailure(error: unknown): unknown {
  if (!(error instanceof ChromiumStartError)) return error;
  const hint = error.failure === "missing" ? "; run `browserctl local setup`" : "";
  return new SessionError("browser-not-started", `the browser did not start: ${startFailures[error.failure]}`, {
    withMachine: `the browser did not start: ${error.message}${hint}`,
    cause: error,
  });
}
