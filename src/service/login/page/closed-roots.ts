import type { PageSession } from "./page-session.ts";

const GROUP = "browserctl-hosts";

/** Script of an isolated world that has hosts: expressions of their list, and of the function that keeps a root. */
interface HostList {
  readonly hosts: string;
  readonly keepRoot: string;
}

/** Hosts of a reading, and the host that a recorder has met. */
const read: HostList = { hosts: "browserctlLogin.hosts", keepRoot: "browserctlLogin.operations.keepRoot" };
const met: HostList = { hosts: "browserctlMet.hosts", keepRoot: "browserctlMet.keepRoot" };

/**
 * Looks for the closed shadow roots of the hosts that a reading of a frame has recorded, and stores them for the next
 * reading. Returns true when there are any. Only the debugging protocol sees a closed root.
 */
export async function findClosedRoots(
  session: PageSession,
  contextId: number,
  count: number,
  list: HostList = read,
): Promise<boolean> {
  const found = await Promise.all(Array.from({ length: count }, (_none, at) => addRoot(session, contextId, list, at)));
  if (count > 0) await session.send("Runtime.releaseObjectGroup", { objectGroup: GROUP });
  return found.includes(true);
}

/** Looks for the closed shadow root of the host that a recorder has met, and lets the recorder continue. */
export async function findMetRoot(session: PageSession, contextId: number): Promise<void> {
  try {
    await findClosedRoots(session, contextId, 1, met);
  } finally {
    await session.send("Runtime.evaluate", { expression: "browserctlMet.resume()", contextId });
  }
}

async function addRoot(session: PageSession, contextId: number, list: HostList, at: number): Promise<boolean> {
  const expression = `${list.hosts}[${at}]`;
  const { result } = await session.send("Runtime.evaluate", { expression, contextId, objectGroup: GROUP });
  if (result.objectId === undefined) return false;
  const { node } = await session.send("DOM.describeNode", { objectId: result.objectId });
  const closed = node.shadowRoots?.find(({ shadowRootType }) => shadowRootType === "closed");
  if (!closed) return false;
  const place = { backendNodeId: closed.backendNodeId, executionContextId: contextId, objectGroup: GROUP };
  const { object } = await session.send("DOM.resolveNode", place);
  if (object.objectId === undefined) return false;
  const functionDeclaration = `function () { ${list.keepRoot}(this); }`;
  await session.send("Runtime.callFunctionOn", { objectId: object.objectId, functionDeclaration });
  return true;
}
