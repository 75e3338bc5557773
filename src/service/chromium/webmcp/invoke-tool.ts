import type { Protocol } from "devtools-protocol";
import { within } from "../../../core/pause.ts";
import { CdpError, SESSION_GONE } from "../cdp.ts";
import type { FoundTool } from "./find-tools.ts";

/** Maximum size of a tool's output, in bytes of JSON. */
const MAX_OUTPUT_BYTES = 8 * 2 ** 20;
/** Maximum time in milliseconds for a form to show the values that a call has filled in. */
const FILLED_BOUND_MS = 1_000;
/** Time limit in milliseconds for Chromium to take a call. */
const TAKEN_BOUND_MS = 5_000;

export interface ToolCall {
  readonly input: Readonly<Record<string, unknown>>;
  readonly timeoutMs: number;
  /** Ends the wait; the call goes on in the page. */
  readonly signal: AbortSignal;
}

/** End of a call. `not-found`: nothing was called. `unknown`: it was called, and its end was not seen. */
export type ToolOutcome =
  | { readonly kind: "not-found" }
  | { readonly kind: "unknown"; readonly invocationId?: string; readonly why: string }
  | {
      readonly kind: "ended";
      readonly invocationId: string;
      readonly status: "completed" | "canceled" | "error" | "awaiting_submission";
      readonly output?: unknown;
      readonly errorText?: string;
    };

/**
 * Calls a tool once and waits for its end, also across navigations of its page. A form that is not sent by itself has
 * ended when it is filled in.
 */
export async function invokeTool(tool: FoundTool, { input, timeoutMs, signal }: ToolCall): Promise<ToolOutcome> {
  const { definition, session } = tool;
  const responded = Promise.withResolvers<Protocol.WebMCP.ToolRespondedEvent>();
  const over = Promise.withResolvers<string>();
  let invocationId: string | undefined;
  const early: Protocol.WebMCP.ToolRespondedEvent[] = [];
  const timer = setTimeout(() => over.resolve(`it did not answer within ${timeoutMs / 1_000} s`), timeoutMs);
  const onAbort = (): void => over.resolve("the client went away");
  signal.addEventListener("abort", onAbort, { once: true });
  const stops = [
    session.on("WebMCP.toolResponded", (event) => {
      if (invocationId === undefined) early.push(event);
      else if (event.invocationId === invocationId) responded.resolve(event);
    }),
    session.connection.on("Target.detachedFromTarget", ({ sessionId }) => {
      if (sessionId === session.id) over.resolve("its document went away");
    }),
    () => signal.removeEventListener("abort", onAbort),
    () => clearTimeout(timer),
  ];
  try {
    const taken = await within(take(tool, input), TAKEN_BOUND_MS);
    if (taken === "not-found") return { kind: "not-found" };
    if (taken === "gone") return { kind: "unknown", why: "its document went away" };
    if (taken === undefined) return { kind: "unknown", why: "its page did not respond" };
    ({ invocationId } = taken);
    for (const event of early) if (event.invocationId === invocationId) responded.resolve(event);
    if (definition.autosubmit === false) {
      const filled = session.send("Runtime.evaluate", { expression: "0" }).then(() => undefined, refused);
      const end = await within(Promise.race([filled, responded.promise]), FILLED_BOUND_MS);
      // Chromium refuses a form that nobody could send.
      if (typeof end === "object") return endOf(end);
      return { kind: "ended", invocationId, status: "awaiting_submission" };
    }
    const end = await Promise.race([responded.promise, over.promise]);
    return typeof end === "string" ? { kind: "unknown", invocationId, why: end } : endOf(end);
  } finally {
    for (const stop of stops) stop();
  }
}

async function take(
  { definition, frameId, session }: FoundTool,
  input: ToolCall["input"],
): Promise<Protocol.WebMCP.InvokeToolResponse | "not-found" | "gone"> {
  return session.send("WebMCP.invokeTool", { frameId, toolName: definition.name, input }).catch((error: unknown) => {
    if (!(error instanceof CdpError)) throw error;
    // The call may have reached a document that is gone before the answer.
    return error.code === SESSION_GONE ? "gone" : "not-found";
  });
}

function endOf({
  errorText,
  exception,
  invocationId,
  output,
  status,
}: Protocol.WebMCP.ToolRespondedEvent): ToolOutcome {
  if (status !== "Completed") {
    const text = errorText || exception?.description?.split("\n    at ")[0] || String(exception?.value ?? "");
    const isError = status === "Error";
    return {
      kind: "ended",
      invocationId,
      status: isError ? "error" : "canceled",
      ...(text !== "" && { errorText: text }),
    };
  }
  return completed(invocationId, output);
}

/** End of a call that has given a value; an error for one that is too large to pass on. */
export function completed(invocationId: string, output: unknown): ToolOutcome {
  const bytes = sizeOf(output);
  if (bytes === undefined || bytes > MAX_OUTPUT_BYTES) {
    const size = bytes === undefined ? "a value that is nested too deep" : `${bytes} bytes of JSON`;
    const text = `the tool answered with ${size}; at most ${MAX_OUTPUT_BYTES} are passed on`;
    return { kind: "ended", invocationId, status: "error", errorText: text };
  }
  return { kind: "ended", invocationId, status: "completed", ...(output !== undefined && { output }) };
}

/** Size in bytes of JSON; undefined for a value that is nested too deep for it. */
function sizeOf(output: unknown): number | undefined {
  try {
    return Buffer.byteLength(JSON.stringify(output ?? null));
  } catch {
    return undefined;
  }
}

function refused(error: unknown): "refused" {
  if (error instanceof CdpError) return "refused";
  throw error;
}
