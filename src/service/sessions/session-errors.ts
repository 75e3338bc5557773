import { ChromiumStartError } from "../chromium/launch.ts";
import { DriverError } from "../driver-error.ts";
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

/** Error of a session, or of its start. */
export class SessionError extends DriverError<SessionErrorKind> {
  override readonly name = "SessionError";
}

/** Error for a session that has ended: when and why. `asked` is the id or the name that a request has for it. */
export function sessionEnded(session: StoredSession, asked = session.id): SessionError {
  const when = new Date(session.deletedAt ?? 0).toISOString();
  const which = asked === session.id ? `"${asked}"` : `${JSON.stringify(asked)} (${session.id})`;
  return new SessionError("ended", `session ${which} ended at ${when}: ${session.endReason}`);
}

/** Error for work that the browser's restart cut off; it may be done in part. */
export function browserRestarted(session: StoredSession): SessionError {
  return new SessionError(
    "browser-restarted",
    `the browser of session "${session.id}" restarted during the request, which may be done in part`,
  );
}

/** Error for an id or name that no session has. */
export function noSession(idOrName: string): SessionError {
  return new SessionError("not-found", `there is no session ${JSON.stringify(idOrName)}`);
}

/** Error for a name that an active session of the project has (contract 0.17). */
export function nameTaken(name: string, holder: string): SessionError {
  return new SessionError(
    "name-taken",
    `name: the active session "${holder}" already has the name ${JSON.stringify(name)}`,
    { problems: [{ path: "name", message: "is in use" }] },
  );
}

/** Error for a new session while the service ends. */
export function shuttingDown(): SessionError {
  return new SessionError("shutting-down", "the local service is stopping");
}

/** Error for a machine without memory for another browser, in bytes. */
export function notEnoughMemory(available: number, needed: number, active: number): SessionError {
  const mib = (bytes: number): string => `${Math.floor(bytes / 2 ** 20)} MiB`;
  return new SessionError(
    "not-enough-memory",
    `not enough memory for another browser: ${mib(available)} available, ${mib(needed)} needed; ` +
      `${active === 1 ? "1 session is" : `${active} sessions are`} active`,
  );
}

/** Error for a browser that started and ended before its session could be used. */
export function endedAtOnce(session: StoredSession): SessionError {
  return new SessionError("browser-not-started", `the session ended at once: ${session.endReason}`);
}

/** Error for the address of a session's CDP WebSocket without its token. */
export function wrongCdpToken(): SessionError {
  return new SessionError("wrong-token", "the token of the CDP address is missing or not valid");
}

/** Error for a Chromium that did not start, in its own words. Other errors stay as they are. */
export function startFailure(error: unknown): unknown {
  if (!(error instanceof ChromiumStartError)) return error;
  const hint = error.failure === "missing" ? "; run `browserctl local setup`" : "";
  return new SessionError("browser-not-started", `the browser did not start: ${error.message}${hint}`, {
    cause: error,
  });
}
