import { activePage, assertNoDialog } from "../chromium/pages.ts";
import type { HandlersOf } from "../http/handler.ts";
import { executePlaywright } from "../processes/playwright/execute-playwright.ts";
import { cdpUrl } from "../sessions/cdp-url.ts";
import { sessionEnded } from "../sessions/session-errors.ts";
import { useSession } from "../sessions/use-session.ts";
import type { SessionNeeds } from "./session-needs.ts";

const DEFAULT_TIMEOUT_SEC = 60;

/** Playwright code in a session (contract 2.5). */
export function playwrightHandlers(context: SessionNeeds): HandlersOf<"playwright.execute"> {
  return {
    "playwright.execute": async ({ params, body, auth, signal }) => {
      const session = context.sessions.require(auth.project.id, params.id);
      try {
        return await useSession(session, async ({ chromium, processes }) => {
          const page = await activePage(chromium.connection);
          // Playwright waits for every page when it connects, so that the code would not start within its time limit.
          assertNoDialog(page);
          const { targetId } = page;
          const { code, timeout_sec: timeoutSec = DEFAULT_TIMEOUT_SEC } = body;
          const request = { code, timeoutSec, cdpUrl: cdpUrl(context, session.id, "session"), targetId };
          return await executePlaywright(processes, request, signal);
        });
      } catch (error) {
        throw session.active ? error : sessionEnded(session);
      }
    },
  };
}
