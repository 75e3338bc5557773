import { ApiError } from "../api-error.ts";
import { ChromiumStartError } from "../chromium/launch.ts";
import type { StoredSession } from "../store/browser-table.ts";

const doNotRepeat = { "x-should-retry": "false" };

/** 404 for a session that has ended: when and why. `asked` is the id or the name that a request has for it. */
export function sessionEnded(session: StoredSession, asked = session.id): ApiError {
  const when = new Date(session.deletedAt ?? 0).toISOString();
  const which = asked === session.id ? `"${asked}"` : `${JSON.stringify(asked)} (${session.id})`;
  return new ApiError(404, "browser_deleted", `session ${which} ended at ${when}: ${session.endReason}`);
}

/** 409 for work that the browser's restart cut off. No client repeats by itself what may have been done in part. */
export function browserRestarted(session: StoredSession): ApiError {
  return new ApiError(
    409,
    "browser_restarted",
    `the browser of session "${session.id}" restarted during the request, which may be done in part`,
    { headers: doNotRepeat },
  );
}

/** 404 for an id or name that no session has. */
export function noSession(idOrName: string): ApiError {
  return new ApiError(404, "not_found", `there is no session ${JSON.stringify(idOrName)}`);
}

/** 409 for a name that an active session of the project has (contract 0.17). */
export function nameTaken(name: string, holder: string): ApiError {
  return new ApiError(
    409,
    "conflict",
    `name: the active session "${holder}" already has the name ${JSON.stringify(name)}`,
    {
      details: [{ code: "conflict", message: "name: is in use" }],
      headers: doNotRepeat,
    },
  );
}

/** 503 while the service ends. */
export function shuttingDown(): ApiError {
  return new ApiError(503, "shutting_down", "the local service is stopping");
}

/** 503 when the machine has no memory for another browser. assumed: the API names no limit of its own. */
export function notEnoughMemory(available: number, needed: number, active: number): ApiError {
  const mib = (bytes: number): string => `${Math.floor(bytes / 2 ** 20)} MiB`;
  return new ApiError(
    503,
    "not_enough_memory",
    `not enough memory for another browser: ${mib(available)} available, ${mib(needed)} needed; ` +
      `${active === 1 ? "1 session is" : `${active} sessions are`} active`,
    { headers: doNotRepeat },
  );
}

/** 503 for a browser that started and ended before its session could be used. */
export function endedAtOnce(session: StoredSession): ApiError {
  return new ApiError(503, "browser_start_failed", `the session ended at once: ${session.endReason}`, {
    headers: doNotRepeat,
  });
}

/** 503 for a Chromium that did not start, in its own words. Other errors stay as they are. */
export function startFailure(error: unknown): unknown {
  if (!(error instanceof ChromiumStartError)) return error;
  const hint = error.failure === "missing" ? "; run `browserctl local setup`" : "";
  return new ApiError(503, "browser_start_failed", `the browser did not start: ${error.message}${hint}`, {
    headers: doNotRepeat,
    cause: error,
  });
}
