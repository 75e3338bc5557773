import type { CdpSession } from "./cdp.ts";

/** Name of the isolated worlds in which the service runs scripts, separate from those of pages and clients. */
export const SERVICE_WORLD = "browserctl.service";

/**
 * Evaluates an expression in an isolated world of a page's main frame: the page cannot have replaced globals and cannot
 * detect the evaluation. The value is serialized as JSON; an expression that throws gives undefined or its error as
 * JSON. Rejects with `CdpError` or `CdpClosedError`.
 */
export async function evaluateApart<T>(
  session: Pick<CdpSession, "send">,
  expression: string,
  awaitPromise = false,
): Promise<T> {
  const { frameTree } = await session.send("Page.getFrameTree");
  const world = { frameId: frameTree.frame.id, worldName: SERVICE_WORLD };
  const { executionContextId: contextId } = await session.send("Page.createIsolatedWorld", world);
  const params = { expression, returnByValue: true, awaitPromise, contextId };
  return (await session.send("Runtime.evaluate", params)).result.value as T;
}
