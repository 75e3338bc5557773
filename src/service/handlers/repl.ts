import { CODE_NAME } from "../../contract/limits.ts";
import { badRequest } from "../api-error.ts";
import { activePage, assertNoDialog } from "../chromium/pages.ts";
import type { HandlersOf } from "../http/handler.ts";
import { newId } from "../ids.ts";
import { Repl } from "../processes/repl/repl.ts";
import { ReplProcess } from "../processes/repl/repl-process.ts";
import { cdpUrl } from "../sessions/cdp-url.ts";
import { sessionEnded } from "../sessions/session-errors.ts";
import { useSession } from "../sessions/use-session.ts";
import { PerSession } from "./per-session.ts";
import type { SessionNeeds } from "./session-needs.ts";

const DEFAULT_TIMEOUT_SEC = 60;

/** JavaScript in the REPL of a session (contract 2.28). */
export function replHandlers(context: SessionNeeds): HandlersOf<"repl.evaluate"> {
  const repls = new PerSession(() => new Repl());
  return {
    "repl.evaluate": async ({ params, body, auth, signal }) => {
      const session = context.sessions.require(auth.project.id, params.id);
      const { code, timeout_sec: timeoutSec = DEFAULT_TIMEOUT_SEC, reset = false } = body;
      if (code === "" && !reset) {
        throw badRequest("the request is not valid", [{ path: "code", message: "may be empty only with reset" }]);
      }
      try {
        return await useSession(session, async ({ chromium, processes }) => {
          const page = await activePage(chromium.connection);
          assertNoDialog(page);
          const { targetId } = page;
          const start = (): Promise<ReplProcess> => {
            const url = cdpUrl(context, session.id, "repl");
            return ReplProcess.start(
              processes,
              { replId: newId(), cdpUrl: url, targetId, codeName: CODE_NAME },
              signal,
            );
          };
          const wanted = { code, timeoutSec, targetId, reset };
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
