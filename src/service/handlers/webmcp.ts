import type { OperationById } from "../../contract/index.ts";
import type { ResultOf } from "../../contract/operation.ts";
import { ApiError } from "../api-error.ts";
import type { BrowserConnection } from "../chromium/browser-connection.ts";
import { type FoundTool, findTools } from "../chromium/webmcp/find-tools.ts";
import { invokeTool } from "../chromium/webmcp/invoke-tool.ts";
import type { HandlersOf } from "../http/handler.ts";
import { useSession } from "../sessions/use-session.ts";
import type { SessionNeeds } from "./session-needs.ts";

const DEFAULT_TIMEOUT_SEC = 60;

type ToolRecord = ResultOf<OperationById<"webmcp.listTools">>["tools"][number];

const hints = [
  "consequentialHint",
  "destructiveHint",
  "idempotentHint",
  "openWorldHint",
  "readOnlyHint",
  "untrustedContentHint",
] as const;

/** Numbers of the frames of a browser, in the order in which they were first seen. */
class FrameNumbers {
  readonly #numbers = new Map<string, number>();

  of(frameId: string): number {
    const known = this.#numbers.get(frameId);
    if (known !== undefined) return known;
    this.#numbers.set(frameId, this.#numbers.size + 1);
    return this.#numbers.size;
  }
}

/** Tools that the pages of a session offer (contract 2.25). */
export function webmcpHandlers(context: SessionNeeds): HandlersOf<"webmcp.listTools" | "webmcp.invokeTool"> {
  const numbers = new WeakMap<BrowserConnection, FrameNumbers>();
  const frameNumbers = (connection: BrowserConnection): FrameNumbers => {
    const known = numbers.get(connection) ?? new FrameNumbers();
    numbers.set(connection, known);
    return known;
  };
  return {
    "webmcp.listTools": ({ params, auth }) => {
      const session = context.sessions.require(auth.project.id, params.id);
      return useSession(session, async ({ chromium: { connection } }) => {
        const found = await findTools(connection);
        found.close();
        return { tools: found.tools.map((tool) => recordOf(tool, frameNumbers(connection))) };
      });
    },
    "webmcp.invokeTool": ({ params, body, auth, signal }) => {
      const session = context.sessions.require(auth.project.id, params.id);
      const { input, timeout_sec: timeoutSec = DEFAULT_TIMEOUT_SEC, tool_ref: ref } = body;
      return useSession(session, async ({ chromium: { connection } }) => {
        const found = await findTools(connection);
        try {
          const tool = found.tools.find((each) => each.ref === ref);
          const outcome = tool && (await invokeTool(tool, { input, timeoutMs: timeoutSec * 1_000, signal }));
          if (!outcome || outcome.kind === "not-found") {
            throw new ApiError(
              404,
              "tool_not_found",
              "no open document offers the tool of this tool_ref; list the tools again",
            );
          }
          if (outcome.kind === "unknown") throw unknownOutcome(outcome);
          const { errorText, invocationId, status } = outcome;
          return {
            invocation_id: invocationId,
            status,
            ...("output" in outcome && { output: outcome.output }),
            ...(errorText !== undefined && { error_text: errorText }),
          };
        } finally {
          found.close();
        }
      });
    },
  };
}

function unknownOutcome({ invocationId, why }: { readonly invocationId?: string; readonly why: string }): ApiError {
  const extra = invocationId === undefined ? {} : { invocation_id: invocationId };
  const message = `the tool was called, and ${why}: what it has done is not known; look at the page before calling it again`;
  return new ApiError(504, "outcome_unknown", message, { extra, headers: { "x-should-retry": "false" } });
}

function recordOf(found: FoundTool, numbers: FrameNumbers): ToolRecord {
  const { definition, frameId, frameUrl, page, ref, title, windowId } = found;
  const { annotations, autosubmit, description, inputSchema, name, outputSchema } = definition;
  return {
    tool_ref: ref,
    tool: {
      name,
      description,
      ...(definition.title && { title: definition.title }),
      inputSchema: inputSchema ?? { type: "object" },
      ...(outputSchema !== undefined && { outputSchema }),
      annotations: {
        ...Object.fromEntries(
          hints.flatMap((hint) => (annotations[hint] === undefined ? [] : [[hint, annotations[hint]]])),
        ),
        ...(autosubmit !== undefined && { autosubmit }),
      },
    },
    source: {
      page_url: withoutFragment(page.url),
      page_title: title,
      tab_id: page.openOrder,
      window_id: windowId,
      frame: frameUrl === undefined ? null : { frame_id: numbers.of(frameId), url: withoutFragment(frameUrl) },
    },
  };
}

function withoutFragment(url: string): string {
  return url.replace(/#.*/s, "");
}
