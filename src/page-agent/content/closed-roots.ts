import type { Protocol } from "devtools-protocol";
import type { TargetSession } from "../target.ts";

/** Maximum number of nodes that stand for their closed shadow root. */
const MAX_NODES = 300;

/**
 * Nodes of the closed shadow roots of a document, at least one of each, as objects in one of its worlds: scripts cannot find
 * these roots themselves.
 */
export async function inClosedRoots(
  session: TargetSession,
  frameId: string,
  executionContextId: number,
): Promise<string[]> {
  const { documents, strings } = await session.send("DOMSnapshot.captureSnapshot", { computedStyles: [] });
  const own = documents.find((document) => strings[document.frameId] === frameId)?.nodes;
  const ids = own ? outermost(own, strings).slice(0, MAX_NODES) : [];
  const nodes = await Promise.all(
    ids.map((backendNodeId) =>
      session.send("DOM.resolveNode", { backendNodeId, executionContextId }).catch(() => undefined),
    ),
  );
  return nodes.flatMap((node) => (node?.object.objectId === undefined ? [] : [node.object.objectId]));
}

/** Nodes right below a closed root: their parent is outside of closed roots, or a custom element, which may have another. */
function outermost(
  { backendNodeId = [], nodeName = [], parentIndex = [], shadowRootType }: Protocol.DOMSnapshot.NodeTreeSnapshot,
  strings: readonly string[],
): number[] {
  const { index = [], value = [] } = shadowRootType ?? {};
  const closed = new Set(index.filter((_node, at) => strings[value[at] ?? -1] === "closed"));
  return [...closed].flatMap((node) => {
    const parent = parentIndex[node] ?? -1;
    const isBelow = !closed.has(parent) || (strings[nodeName[parent] ?? -1] ?? "").includes("-");
    const id = backendNodeId[node];
    return isBelow && id !== undefined ? [id] : [];
  });
}
