import { ApiError, badRequest, notFound } from "../api-error.ts";
import type { HandlersOf } from "../http/handler.ts";
import type { CustomToolFacts, CustomToolRecord } from "../processes/repl/protocol.ts";
import { readTools } from "../processes/repl/read-message.ts";
import { useSession } from "../sessions/use-session.ts";
import { callTool, listTools } from "./page-tools.ts";
import type { SessionNeeds } from "./session-records.ts";
import type { SessionRepls } from "./session-repls.ts";

const DEFAULT_TIMEOUT_SEC = 60;

type Operations =
  | "webmcp.listTools"
  | "webmcp.invokeTool"
  | "webmcp.listCustomTools"
  | "webmcp.addCustomTools"
  | "webmcp.removeCustomTool";

/** Tools that the pages of a session offer, and custom ones (contract 2.25). */
export function webmcpHandlers(context: SessionNeeds, repls: SessionRepls): HandlersOf<Operations> {
  return {
    "webmcp.listTools": ({ params, query, auth }) => {
      const session = context.sessions.require(auth.project.id, params.id);
      return useSession(session, async ({ chromium: { connection } }) => ({
        tools: await listTools(connection, repls.of(session), query.exclude_custom ?? false),
      }));
    },
    "webmcp.invokeTool": ({ params, body, auth, signal }) => {
      const session = context.sessions.require(auth.project.id, params.id);
      const { input, timeout_sec: timeoutSec = DEFAULT_TIMEOUT_SEC, tool_ref: ref } = body;
      const call = { input, timeoutMs: timeoutSec * 1_000, signal };
      return useSession(session, ({ chromium }) => callTool(chromium.connection, repls.of(session), ref, call));
    },
    "webmcp.listCustomTools": ({ params, auth }) => {
      const session = context.sessions.require(auth.project.id, params.id);
      return { tools: repls.of(session).tools.map(recordOf) };
    },
    "webmcp.addCustomTools": ({ params, body, auth, signal }) => {
      const session = context.sessions.require(auth.project.id, params.id);
      const { force_overwrite_namespace: replace = false, namespace, source } = body;
      return useSession(session, async () => {
        const start = () => repls.start(session, signal);
        const end = await repls.of(session).addTools({ namespace, source, replace }, start, signal);
        const tools = "error" in end ? undefined : readTools(end.result);
        if (tools) return { tools: tools.map(recordOf) };
        const { error, status } = "error" in end ? end : { error: "it wrote to a pipe of the REPL itself" };
        if (status === 409) throw new ApiError(409, "conflict", error);
        throw badRequest("the source is not valid", [{ path: "source", message: error }]);
      });
    },
    "webmcp.removeCustomTool": async ({ params, auth }) => {
      const session = context.sessions.require(auth.project.id, params.id);
      const end = await repls.of(session).work({ remove: params.tool_id });
      const isRemoved = end !== undefined && "result" in end && end.result === true;
      if (!isRemoved) throw notFound(`the session has no custom tool ${JSON.stringify(params.tool_id)}`);
    },
  };
}

function recordOf({ pageFunction: _source, ...record }: CustomToolFacts): CustomToolRecord {
  return record;
}
