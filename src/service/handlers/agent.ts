import { PageAgent } from "../agent/page-agent.ts";
import type { HandlersOf } from "../http/handler.ts";
import type { Session } from "../sessions/session.ts";
import { sessionEnded } from "../sessions/session-errors.ts";
import { useSession } from "../sessions/use-session.ts";
import type { SessionNeeds } from "./session-needs.ts";

/** Snapshots and acts of agents in a session. */
export function agentHandlers({ sessions }: SessionNeeds): HandlersOf<"local.act" | "local.snapshot"> {
  const agents = new WeakMap<Session, PageAgent>();
  const agentOf = (session: Session): PageAgent => {
    const agent = agents.get(session) ?? new PageAgent();
    agents.set(session, agent);
    return agent;
  };
  const withAgent = async <T>(session: Session, work: (agent: PageAgent) => Promise<T>): Promise<T> => {
    try {
      return await useSession(session, () => work(agentOf(session)));
    } catch (error) {
      throw session.active ? error : sessionEnded(session);
    }
  };
  return {
    "local.snapshot": ({ auth, body = {}, params, signal }) => {
      const session = sessions.require(auth.project.id, params.id);
      return withAgent(session, (agent) => agent.snapshot(session.chromium.connection, body, signal));
    },
    "local.act": async ({ auth, body, params, signal }) => {
      const session = sessions.require(auth.project.id, params.id);
      const { acts } = body;
      return {
        results: await withAgent(session, (agent) => agent.acts(session.chromium.connection, acts, signal)),
      };
    },
  };
}
