import type { OperationById } from "../../contract/index.ts";
import type { ResultOf } from "../../contract/operation.ts";
import { ApiError } from "../api-error.ts";
import type { BrowserConnection } from "../chromium/browser-connection.ts";
import { activePage, assertNoDialog, openBehind, openPageOf, shownPage } from "../chromium/pages.ts";
import type { HandlersOf } from "../http/handler.ts";
import { executePlaywright } from "../processes/playwright/execute-playwright.ts";
import { DEFAULT_EXECUTOR, type ExecutorCall, Executors } from "../processes/playwright/executors.ts";
import { ProcessError } from "../processes/process-errors.ts";
import { cdpUrl } from "../sessions/cdp-address.ts";
import type { Session } from "../sessions/session.ts";
import { sessionEnded } from "../sessions/session-errors.ts";
import { useSession } from "../sessions/use-session.ts";
import { PerSession } from "./per-session.ts";
import type { SessionNeeds } from "./session-records.ts";

const DEFAULT_TIMEOUT_SEC = 60;

type ExecutorRecords = ResultOf<OperationById<"playwright.listExecutors">>["executors"];
type Execution = ResultOf<OperationById<"playwright.execute">>;
type Tab = NonNullable<Execution["tab"]>;
type Ids = "playwright.execute" | "playwright.listExecutors" | "playwright.deleteExecutor";

/** Playwright code in a session, and the executors that it runs in (contract 2.5). */
export function playwrightHandlers(context: SessionNeeds): HandlersOf<Ids> {
  const executors = new PerSession(({ createdAt }) => new Executors(context.clock, createdAt));
  return {
    "playwright.execute": async ({ params, body, auth, signal }) => {
      const session = context.sessions.require(auth.project.id, params.id);
      const { code, timeout_sec: timeoutSec = DEFAULT_TIMEOUT_SEC, executor = DEFAULT_EXECUTOR } = body;
      let tab: Tab | undefined;
      const run = (call: ExecutorCall): Promise<Execution> =>
        useSession(session, async ({ chromium, processes }) => {
          tab = await tabFor(call, chromium.connection);
          const only = call.name !== DEFAULT_EXECUTOR;
          const url = cdpUrl(context, session.id, "session");
          const request = { code, timeoutSec, cdpUrl: url, targetId: tab.target_id, only };
          return { ...(await executePlaywright(processes, request, call.signal)), tab };
        });
      try {
        return await executors.of(session).run(executor, run, signal);
      } catch (error) {
        if (!session.active) throw sessionEnded(session);
        if (!(error instanceof ProcessError)) throw error;
        // assumed: as for every other end of the code's process.
        if (error.kind === "executor-stopped") return { success: false, error: error.message, ...(tab && { tab }) };
        if (error.kind !== "too-many-executors") throw error;
        const extra = { executors: await records(session, executors.of(session)) };
        throw new ApiError(409, "too_many_executors", error.message, { extra, headers: { "x-should-retry": "false" } });
      }
    },
    "playwright.listExecutors": async ({ params, auth }) => {
      const session = context.sessions.require(auth.project.id, params.id);
      return { executors: await records(session, executors.of(session)) };
    },
    "playwright.deleteExecutor": async ({ params, query, auth }) => {
      const session = context.sessions.require(auth.project.id, params.id);
      const targetId = await executors.of(session).delete(params.name);
      if (targetId === undefined || query.close_tab === false) return undefined;
      await useSession(session, async ({ chromium: { connection } }) => {
        if (!(await openPageOf(connection, targetId))) return;
        // The tab may close by itself in between.
        await connection.send("Target.closeTarget", { targetId }).catch(() => {});
      });
      return undefined;
    },
  };
}

/**
 * Tab of a call's `page`: the page in front for the default executor, the executor's own otherwise. Opens it where there
 * is none. Throws for one that shows a dialog: Playwright waits for every page when it connects, so that the code would
 * not start within its time limit.
 */
async function tabFor(call: ExecutorCall, connection: BrowserConnection): Promise<Tab> {
  const isDefault = call.name === DEFAULT_EXECUTOR;
  const open = isDefault ? await shownPage(connection) : await openPageOf(connection, call.targetId);
  const page = isDefault ? await activePage(connection) : (open ?? (await openBehind(connection)));
  if (!isDefault) call.keepTab(page.targetId);
  assertNoDialog(page);
  return { target_id: page.targetId, created: open === undefined };
}

async function records(session: Session, executors: Executors): Promise<ExecutorRecords> {
  const pages = await session.chromium.connection.pageWatch.pages();
  return executors.list().map(({ name, busy, createdAt, lastUsedAt, targetId }) => {
    const url = pages.find((page) => page.targetId === targetId)?.url;
    return {
      name,
      busy,
      created_at: new Date(createdAt).toISOString(),
      last_used_at: new Date(lastUsedAt).toISOString(),
      ...(targetId !== undefined && { target_id: targetId }),
      ...(url !== undefined && { url }),
    };
  });
}
