import { badRequest } from "../api-error.ts";
import { activePage, assertNoDialog } from "../chromium/pages.ts";
import type { HandlersOf } from "../http/handler.ts";
import { usesPlaywright } from "../processes/repl/protocol.ts";
import { sessionEnded } from "../sessions/session-errors.ts";
import { useSession } from "../sessions/use-session.ts";
import type { SessionNeeds } from "./session-records.ts";
import type { SessionRepls } from "./session-repls.ts";

const DEFAULT_TIMEOUT_SEC = 60;

/** JavaScript in the REPL of a session (contract 2.28). */
export function replHandlers(context: SessionNeeds, repls: SessionRepls): HandlersOf<"repl.evaluate"> {
  return {
    "repl.evaluate": async ({ params, body, auth, signal }) => {
      const session = context.sessions.require(auth.project.id, params.id);
      const { code, timeout_sec: timeoutSec = DEFAULT_TIMEOUT_SEC, reset = false } = body;
      if (code === "" && !reset) {
        throw badRequest("the request is not valid", [{ path: "code", message: "may be empty only with reset" }]);
      }
      try {
        return await useSession(session, async ({ chromium }) => {
          const page = await activePage(chromium.connection);
          // Playwright connects to no browser whose page is blocked.
          if (usesPlaywright(code)) assertNoDialog(page);
          const wanted = { code, timeoutSec, targetId: page.targetId, reset };
          const start = () => repls.start(session, signal);
          const result = await repls.of(session).evaluate(wanted, start, signal);
          const { success, error, stack, content, truncated, durationMs, terminated, replId } = result;
          // The processes of a session end with it.
          if (terminated && !session.active) throw sessionEnded(session);
          return {
            success,
            repl_id: replId,
            content: [...content],
            content_truncated: truncated,
            duration_ms: durationMs,
            ...(error !== undefined && { error }),
            ...(stack !== undefined && { stack }),
            ...(terminated && { repl_terminated: true }),
          };
        });
      } catch (error) {
        throw session.active ? error : sessionEnded(session);
      }
    },
  };
}
