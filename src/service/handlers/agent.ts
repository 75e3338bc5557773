import type { agentOperations } from "../../contract/agent.ts";
import type { agentLogOperations } from "../../contract/agent-logs.ts";
import type { agentReadingOperations } from "../../contract/agent-reading.ts";
import type { agentRecordOperations } from "../../contract/agent-records.ts";
import type { WorkName, WorkRequest } from "../../page-agent/works.ts";
import { PageAgent } from "../agent/page-agent.ts";
import type { BrowserConnection } from "../chromium/browser-connection.ts";
import type { RequestAuth } from "../http/authenticate.ts";
import type { HandlersOf } from "../http/handler.ts";
import type { Session } from "../sessions/session.ts";
import { sessionEnded } from "../sessions/session-errors.ts";
import { useSession } from "../sessions/use-session.ts";
import type { SessionNeeds } from "./session-records.ts";

type AgentIds = (
  | (typeof agentOperations)[number]
  | (typeof agentReadingOperations)[number]
  | (typeof agentLogOperations)[number]
  | (typeof agentRecordOperations)[number]
)["id"];

/** Snapshots and acts of agents in a session. */
export function agentHandlers({ sessions }: SessionNeeds): HandlersOf<AgentIds> {
  const agents = new WeakMap<Session, PageAgent>();
  const agentOf = (session: Session): PageAgent => {
    const known = agents.get(session);
    if (known) return known;
    const agent = new PageAgent();
    agents.set(session, agent);
    session.hooks.push({ releasing: async () => agent.close() });
    return agent;
  };
  const withAgent = async <T>(session: Session, work: (agent: PageAgent) => Promise<T>): Promise<T> => {
    try {
      return await useSession(session, () => work(agentOf(session)));
    } catch (error) {
      throw session.active ? error : sessionEnded(session);
    }
  };
  const onPage = <T>(
    { auth, params, signal }: Pick<Call, "auth" | "params" | "signal">,
    work: (agent: PageAgent, connection: BrowserConnection, signal: AbortSignal) => Promise<T>,
  ): Promise<T> => {
    const session = sessions.require(auth.project.id, params.id);
    return withAgent(session, (agent) => work(agent, session.chromium.connection, signal));
  };
  const work = <Name extends WorkName>(call: Call, name: Name, request: WorkRequest<Name>) =>
    onPage(call, (agent, browser, signal) => agent.work(browser, name, request, signal));
  /** Work that may be refused. */
  const answer = <Name extends WorkName>(call: Call, name: Name, request: WorkRequest<Name>) =>
    onPage(call, (agent, browser, signal) => agent.answer(browser, name, request, signal));
  return {
    "local.snapshot": (call) => answer(call, "snapshot", call.body ?? {}),
    "local.act": async (call) => {
      const { acts } = call.body;
      return { results: await onPage(call, (agent, browser, signal) => agent.acts(browser, acts, signal)) };
    },
    "local.navigate": (call) => work(call, "navigate", call.body),
    "local.tabs": (call) => work(call, "tabs", undefined),
    "local.tab": (call) => work(call, "tab", call.body),
    "local.dialog": (call) => work(call, "dialog", call.body),
    "local.waitFor": (call) => onPage(call, (agent, browser, signal) => agent.waitFor(browser, call.body, signal)),
    "local.read": (call) => answer(call, "read", call.body ?? {}),
    "local.html": (call) => answer(call, "html", call.body ?? {}),
    "local.pdf": (call) => answer(call, "pdf", call.body ?? {}),
    "local.screenshot": (call) => answer(call, "screenshot", call.body ?? {}),
    "local.console": (call) => answer(call, "console", call.body ?? {}),
    "local.network": (call) => answer(call, "network", call.body ?? {}),
    "local.cookies": (call) => answer(call, "cookies", call.body ?? {}),
    "local.cookieChange": (call) => answer(call, "cookieChange", call.body),
    "local.storage": (call) => answer(call, "storage", call.body ?? {}),
    "local.storageChange": (call) => answer(call, "storageChange", call.body),
  };
}

interface Call {
  readonly auth: RequestAuth;
  readonly params: { readonly id: string };
  readonly signal: AbortSignal;
}
