import type { CommandContext } from "../../cli/context.ts";

/** Names the idle limit of a new session to a person at a terminal who did not choose one. */
export function tellIdleLimit({ io, request }: CommandContext, session: unknown): void {
  const { session_id, timeout_seconds } = (session ?? {}) as { session_id?: unknown; timeout_seconds?: unknown };
  if (typeof session_id !== "string" || typeof timeout_seconds !== "number") return;
  if (request.body?.["timeout_seconds"] !== undefined || !io.tty.stderr || io.jsonErrors) return;
  io.note(
    `note: the session ends after ${timeout_seconds}s without a request or a connected client; --timeout-seconds sets another limit`,
  );
}
