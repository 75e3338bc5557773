import type { OperationById } from "../../contract/index.ts";
import type { ResultOf } from "../../contract/operation.ts";
import { ApiError } from "../api-error.ts";
import type { BrowserConnection } from "../chromium/browser-connection.ts";
import { type FoundTool, findTools } from "../chromium/webmcp/find-tools.ts";
import { invokeTool, type ToolCall } from "../chromium/webmcp/invoke-tool.ts";
import type { Repl } from "../processes/repl/repl.ts";
import { callCustomTool, type OfferedTool, offeredTools } from "./custom-tools.ts";

type ToolRecord = ResultOf<OperationById<"webmcp.listTools">>["tools"][number];
type ToolResult = ResultOf<OperationById<"webmcp.invokeTool">>;

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

const numbers = new WeakMap<BrowserConnection, FrameNumbers>();

/** Tools of the open pages, and the custom ones of a REPL that those pages offer. */
export async function listTools(
  connection: BrowserConnection,
  repl: Repl,
  isCustomExcluded: boolean,
): Promise<ToolRecord[]> {
  const found = await findTools(connection);
  found.close();
  const frameNumbers = numbers.get(connection) ?? new FrameNumbers();
  numbers.set(connection, frameNumbers);
  const custom = isCustomExcluded ? [] : await offeredTools(found.pages, repl.tools);
  return [...found.tools.map((tool) => recordOf(tool, frameNumbers)), ...custom.map(customRecord)];
}

/** Calls a tool once. Throws 404 `tool_not_found` when nothing was called, 504 `outcome_unknown` when its end was not seen. */
export async function callTool(
  connection: BrowserConnection,
  repl: Repl,
  ref: string,
  call: ToolCall,
): Promise<ToolResult> {
  const found = await findTools(connection);
  try {
    const tool = found.tools.find((each) => each.ref === ref);
    const offered = tool ? [] : await offeredTools(found.pages, repl.tools);
    const custom = offered.find((each) => each.ref === ref);
    const outcome = tool ? await invokeTool(tool, call) : custom && (await callCustomTool(custom, repl, call));
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
}

function unknownOutcome({ invocationId, why }: { readonly invocationId?: string; readonly why: string }): ApiError {
  const extra = invocationId === undefined ? {} : { invocation_id: invocationId };
  const message = `the tool was called, and ${why}: what it has done is not known; look at the page before calling it again`;
  return new ApiError(504, "outcome_unknown", message, { extra, headers: { "x-should-retry": "false" } });
}

function recordOf(found: FoundTool, frameNumbers: FrameNumbers): ToolRecord {
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
      frame: frameUrl === undefined ? null : { frame_id: frameNumbers.of(frameId), url: withoutFragment(frameUrl) },
    },
  };
}

function customRecord({ facts: { id, namespace, tool }, place, ref }: OfferedTool): ToolRecord {
  return {
    tool_ref: ref,
    tool,
    source: {
      page_url: withoutFragment(place.page.url),
      page_title: place.title,
      tab_id: place.page.openOrder,
      window_id: place.windowId,
      frame: null,
      custom: { id, namespace },
      target_id: place.page.targetId,
    },
  };
}

function withoutFragment(url: string): string {
  return url.replace(/#.*/s, "");
}
