import type { Protocol } from "devtools-protocol";
import type { TargetSession } from "../target.ts";

type AXNode = Protocol.Accessibility.AXNode;

/** Facts of the accessibility tree about a node. */
export interface Accessible {
  readonly role: string;
  readonly name: string;
  readonly value: string | undefined;
  readonly isIgnored: boolean;
  /** Properties such as `checked`, `expanded`, `disabled`, by name. */
  readonly properties: ReadonlyMap<string, unknown>;
}

/** Facts by the backend ids of nodes, which are unique in one target. */
export type AccessibleNodes = Map<number, Accessible>;

/** Facts about all nodes of the frames. */
export async function accessibleTree(session: TargetSession, frameIds: readonly string[]): Promise<AccessibleNodes> {
  const trees = await Promise.all(
    frameIds.map((frameId) => session.send("Accessibility.getFullAXTree", { frameId }).catch(() => ({ nodes: [] }))),
  );
  return byBackendId(trees.flatMap(({ nodes }) => nodes));
}

/** Facts about single nodes. Nodes that are gone are left out. */
export async function accessibleNodes(session: TargetSession, ids: readonly number[]): Promise<AccessibleNodes> {
  const nodes = await Promise.all(ids.map((id) => accessibleNode(session, id)));
  const found: AccessibleNodes = new Map();
  for (const [at, node] of nodes.entries()) {
    const id = ids[at];
    if (node && id !== undefined) found.set(id, node);
  }
  return found;
}

/** Facts about one node; undefined when it is gone. */
export async function accessibleNode(session: TargetSession, backendNodeId: number): Promise<Accessible | undefined> {
  const query = { backendNodeId, fetchRelatives: false };
  const tree = await session.send("Accessibility.getPartialAXTree", query).catch(() => undefined);
  return tree && byBackendId(tree.nodes).get(backendNodeId);
}

function byBackendId(nodes: readonly AXNode[]): AccessibleNodes {
  const found: AccessibleNodes = new Map();
  for (const { backendDOMNodeId, ignored, name, properties, role, value } of nodes) {
    if (backendDOMNodeId === undefined || found.has(backendDOMNodeId)) continue;
    if (role?.value === "StaticText" || role?.value === "InlineTextBox") continue;
    found.set(backendDOMNodeId, {
      role: text(role?.value),
      name: text(name?.value),
      value: value?.value === undefined ? undefined : text(value.value),
      isIgnored: ignored,
      properties: new Map(properties?.map((property) => [property.name, property.value.value as unknown])),
    });
  }
  return found;
}

function text(value: unknown): string {
  return typeof value === "string" ? value : typeof value === "number" ? String(value) : "";
}
