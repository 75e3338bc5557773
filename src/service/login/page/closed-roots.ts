import type { PageSession } from "./page-session.ts";
import { operate } from "./reader-script.ts";

const GROUP = "browserctl-hosts";

/**
 * Looks for the closed shadow roots of the hosts that a reading of a frame has recorded, and stores them for the next
 * reading. Returns true when there are any. Only the debugging protocol sees a closed root.
 */
export async function findClosedRoots(session: PageSession, contextId: number, hosts: number): Promise<boolean> {
  const found = await Promise.all(Array.from({ length: hosts }, (_none, at) => addRoot(session, contextId, at)));
  if (hosts > 0) await session.send("Runtime.releaseObjectGroup", { objectGroup: GROUP });
  return found.includes(true);
}

async function addRoot(session: PageSession, contextId: number, at: number): Promise<boolean> {
  const expression = `browserctlLogin.hosts[${at}]`;
  const { result } = await session.send("Runtime.evaluate", { expression, contextId, objectGroup: GROUP });
  if (result.objectId === undefined) return false;
  const { node } = await session.send("DOM.describeNode", { objectId: result.objectId });
  const closed = node.shadowRoots?.find(({ shadowRootType }) => shadowRootType === "closed");
  if (!closed) return false;
  const place = { backendNodeId: closed.backendNodeId, executionContextId: contextId, objectGroup: GROUP };
  const { object } = await session.send("DOM.resolveNode", place);
  if (object.objectId === undefined) return false;
  await operate({ session, objectId: object.objectId }, "keepRoot", []);
  return true;
}
