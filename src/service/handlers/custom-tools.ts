import { createHash, randomBytes } from "node:crypto";
import { within } from "../../core/pause.ts";
import { matchesPattern } from "../../repl-helpers/custom-tools.ts";
import { CdpError, SESSION_GONE } from "../chromium/cdp.ts";
import type { FoundPage } from "../chromium/webmcp/find-tools.ts";
import type { ToolCall, ToolOutcome } from "../chromium/webmcp/invoke-tool.ts";
import type { CustomToolFacts, ToolWorkEnd } from "../processes/repl/protocol.ts";
import type { Repl } from "../processes/repl/repl.ts";

/** Custom tool that a page offers, because the address of one of its documents matches (contract 2.25). */
export interface OfferedTool {
  /** Names the tool and the document of the page. */
  readonly ref: string;
  readonly facts: CustomToolFacts;
  readonly place: FoundPage;
}

/** Custom tools of all pages; each is offered once by a page. */
export function offeredTools(pages: readonly FoundPage[], tools: readonly CustomToolFacts[]): OfferedTool[] {
  return pages.flatMap((place) =>
    tools.flatMap((facts) => {
      if (!place.urls.some((url) => matchesPattern(url, facts.match.url_patterns))) return [];
      const text = JSON.stringify([facts.id, place.page.targetId, place.loaderId]);
      return [{ ref: createHash("sha256").update(text).digest("hex").slice(0, 32), facts, place }];
    }),
  );
}

/** Calls a custom tool once, in its page or in the REPL, and waits for its end. */
export async function callCustomTool(
  { facts, place }: OfferedTool,
  repl: Repl,
  { input, signal, timeoutMs }: ToolCall,
): Promise<ToolOutcome> {
  const invocationId = randomBytes(16).toString("hex").toUpperCase();
  const gone = Promise.withResolvers<undefined>();
  const onAbort = (): void => gone.resolve(undefined);
  signal.addEventListener("abort", onAbort, { once: true });
  const topTargetId = place.page.targetId;
  const called = facts.pageFunction
    ? callInPage(place, facts.pageFunction, input)
    : repl.work({ call: { toolId: facts.id, input, topTargetId } });
  try {
    const end = await within(Promise.race([called, gone.promise]), timeoutMs);
    if (end === undefined) {
      const why = signal.aborted ? "the client went away" : `it did not answer within ${timeoutMs / 1_000} s`;
      return { kind: "unknown", invocationId, why };
    }
    return outcomeOf(end, invocationId);
  } finally {
    signal.removeEventListener("abort", onAbort);
  }
}

function outcomeOf(end: ToolWorkEnd, invocationId: string): ToolOutcome {
  if ("error" in end) {
    if (end.isLost) return { kind: "unknown", invocationId, why: end.error };
    return { kind: "ended", invocationId, status: "error", errorText: end.error };
  }
  const { result: output } = end;
  return { kind: "ended", invocationId, status: "completed", ...(output !== undefined && { output }) };
}

/** Calls a function in the page itself, in its own world. */
async function callInPage({ session }: FoundPage, pageFunction: string, input: object): Promise<ToolWorkEnd> {
  const expression = `${pageFunction}(${JSON.stringify(input)})`;
  const call = { expression, awaitPromise: true, returnByValue: true, userGesture: true };
  try {
    const { exceptionDetails, result } = await session.send("Runtime.evaluate", call);
    if (!exceptionDetails) return { result: result.value as unknown };
    const { exception, text } = exceptionDetails;
    return { error: exception?.description?.split("\n    at ")[0] ?? String(exception?.value ?? text) };
  } catch (error) {
    if (!(error instanceof CdpError)) throw error;
    const isGone = error.code === SESSION_GONE || /context was destroyed|navigated or closed/i.test(error.message);
    return isGone ? { error: "its document went away", isLost: true } : { error: error.message };
  }
}
