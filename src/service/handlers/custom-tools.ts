import { createHash, randomBytes } from "node:crypto";
import { setImmediate as turn } from "node:timers/promises";
import { within } from "../../core/pause.ts";
import { matchesPattern } from "../../repl-helpers/custom-tools.ts";
import { CdpError, SESSION_GONE } from "../chromium/cdp.ts";
import type { FoundPage } from "../chromium/webmcp/find-tools.ts";
import { completed, type ToolCall, type ToolOutcome } from "../chromium/webmcp/invoke-tool.ts";
import { MAX_DEFINITIONS_BYTES, MAX_TOOLS } from "../chromium/webmcp/tool-budget.ts";
import type { CustomToolFacts, ToolWorkEnd } from "../processes/repl/protocol.ts";
import type { Repl } from "../processes/repl/repl.ts";

/** Custom tool that a page offers, because the address of one of its documents matches (contract 2.25). */
export interface OfferedTool {
  /** Names the tool and the document of the page. */
  readonly ref: string;
  readonly facts: CustomToolFacts;
  readonly place: FoundPage;
}

/** Time in milliseconds after which a comparison of addresses lets other work run. */
const TURN_MS = 10;

/** Custom tools of all pages, up to the limits of a list; each is offered once by a page. */
export async function offeredTools(
  pages: readonly FoundPage[],
  tools: readonly CustomToolFacts[],
): Promise<OfferedTool[]> {
  const offered: OfferedTool[] = [];
  const sizes = new Map<CustomToolFacts, number>();
  let bytes = 0;
  let since = performance.now();
  for (const place of pages) {
    for (const facts of tools) {
      if (performance.now() - since > TURN_MS) {
        await turn();
        since = performance.now();
      }
      if (!place.urls.some((url) => matchesPattern(url, facts.match.url_patterns))) continue;
      const size = sizes.get(facts) ?? Buffer.byteLength(JSON.stringify(facts.tool));
      sizes.set(facts, size);
      bytes += size;
      if (offered.length >= MAX_TOOLS || bytes > MAX_DEFINITIONS_BYTES) return offered;
      const text = JSON.stringify([facts.id, place.page.targetId, place.loaderId]);
      offered.push({ ref: createHash("sha256").update(text).digest("hex").slice(0, 32), facts, place });
    }
  }
  return offered;
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
  return completed(invocationId, end.result);
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
