import { CODE_NAME } from "../../contract/limits.ts";
import { packageText } from "../../core/package-text.ts";
import { ApiError } from "../api-error.ts";
import { newId } from "../ids.ts";
import type { WebmcpAnswer, WebmcpQuestion } from "../processes/repl/protocol.ts";
import { Repl } from "../processes/repl/repl.ts";
import { ReplProcess } from "../processes/repl/repl-process.ts";
import { cdpUrl } from "../sessions/cdp-address.ts";
import type { Session } from "../sessions/session.ts";
import { useSession } from "../sessions/use-session.ts";
import { callTool, listTools } from "./page-tools.ts";
import { PerSession } from "./per-session.ts";
import type { SessionNeeds } from "./session-records.ts";

/** REPLs of the sessions. Their code and the requests about tools use the same ones. */
export class SessionRepls {
  readonly #context: SessionNeeds;
  readonly #repls = new PerSession(() => new Repl());

  constructor(context: SessionNeeds) {
    this.#context = context;
  }

  of(session: Session): Repl {
    return this.#repls.of(session);
  }

  /** Starts the process of a session's REPL. Throws the errors of {@link ReplProcess.start}. */
  async start(session: Session, signal: AbortSignal): Promise<ReplProcess> {
    const facts = {
      replId: newId(),
      cdpUrl: cdpUrl(this.#context, session.id, "repl"),
      codeName: CODE_NAME,
      elementScript: await packageText("dist", "page-agent", "element.js"),
    };
    const answer = (question: WebmcpQuestion, asked: AbortSignal): Promise<WebmcpAnswer> =>
      this.#answer(session, question, asked);
    return ReplProcess.start(session.processes, facts, answer, signal);
  }

  async #answer(session: Session, question: WebmcpQuestion, signal: AbortSignal): Promise<WebmcpAnswer> {
    try {
      const body = await useSession(session, async ({ chromium: { connection } }) => {
        const repl = this.of(session);
        if ("list" in question) return { tools: await listTools(connection, repl, question.list.exclude_custom) };
        const { input, timeout_ms: timeoutMs, tool_ref: ref } = question.invoke;
        return callTool(connection, repl, ref, { input: input as Record<string, unknown>, timeoutMs, signal });
      });
      return { status: 200, body };
    } catch (error) {
      const { message } = error as Error;
      if (!(error instanceof ApiError)) return { status: 500, body: { code: "internal_error", message } };
      return { status: error.status, body: { code: error.code, message, ...error.options.extra } };
    }
  }
}
