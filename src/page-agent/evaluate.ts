import type { Protocol } from "devtools-protocol";
import type { AgentPage, PageScript, TargetSession } from "./target.ts";

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
  page: Pick<AgentPage, "session" | "worldName">,
  expression: string,
  options: EvaluateOptions = {},
): Promise<unknown> {
  const { session } = page;
  const { frameTree } = await session.send("Page.getFrameTree");
  const { executionContextId: contextId } = await worldOf(page, session, frameTree.frame.id);
  const call = { expression, contextId, returnByValue: true, ...options };
  const { exceptionDetails, result } = await session.send("Runtime.evaluate", call);
  return exceptionDetails ? undefined : result.value;
}

/** Isolated world of a frame. */
export interface World {
  readonly session: TargetSession;
  readonly executionContextId: number;
}

/** The isolated world of a frame. Rejects with the protocol's error while the document is being replaced. */
export async function worldOf(
  page: Pick<AgentPage, "worldName">,
  session: TargetSession,
  frameId: string,
): Promise<World> {
  const world = { frameId, worldName: page.worldName };
  const { executionContextId } = await session.send("Page.createIsolatedWorld", world);
  return { session, executionContextId };
}

/** Result of the function that a packaged script defines in a world. Rejects with the error that it throws. */
export async function callScript<T>(
  page: AgentPage,
  { executionContextId, session }: World,
  [name, variable]: readonly [name: PageScript, variable: string],
  values: readonly Protocol.Runtime.CallArgument[],
): Promise<T> {
  const expression = await page.script(name);
  await session.send("Runtime.evaluate", { expression, contextId: executionContextId });
  const { exceptionDetails, result } = await session.send("Runtime.callFunctionOn", {
    executionContextId,
    functionDeclaration: `(...input) => ${variable}(...input)`,
    arguments: [...values],
    awaitPromise: true,
    returnByValue: true,
  });
  if (exceptionDetails) throw new Error(exceptionDetails.exception?.description ?? exceptionDetails.text);
  return result.value as T;
}
