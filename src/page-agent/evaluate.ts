import type { AgentPage } from "./target.ts";

export interface EvaluateOptions {
  readonly awaitPromise?: boolean;
  /** Milliseconds after which the script is stopped; the call rejects then. */
  readonly timeout?: number;
}

/**
 * Value of an expression in an isolated world of the page's main frame, in which the page cannot have changed anything.
 * Undefined when the script throws. Rejects with the protocol's error while the document is being replaced.
 */
export async function evaluateApart(
  { session, worldName }: AgentPage,
  expression: string,
  options: EvaluateOptions = {},
): Promise<unknown> {
  const { frameTree } = await session.send("Page.getFrameTree");
  const world = { frameId: frameTree.frame.id, worldName };
  const { executionContextId: contextId } = await session.send("Page.createIsolatedWorld", world);
  const call = { expression, contextId, returnByValue: true, ...options };
  const { exceptionDetails, result } = await session.send("Runtime.evaluate", call);
  return exceptionDetails ? undefined : result.value;
}
