import type { Protocol } from "devtools-protocol";
import type { Box } from "../box.ts";
import { type Paced, paced } from "../waiting.ts";
import type { DomNode, FrameDocument, NodeStyle } from "./dom-node.ts";

type DocumentSnapshot = Protocol.DOMSnapshot.DocumentSnapshot;

/** Properties whose computed values a snapshot has, in this order. */
export const COMPUTED_STYLES = ["display", "visibility", "cursor", "opacity", "overflow-y", "touch-action", "position"];

const ELEMENT = 1;
const TEXT = 3;
const DOCUMENT = 9;
const FRAGMENT = 11;

/** Nodes of a document, the root first. */
export interface ParsedDocument {
  readonly root: DomNode;
  /** Frame elements, by the index of their content among the documents of the snapshot. */
  readonly frames: ReadonlyMap<number, DomNode>;
}

/** Makes nodes of a document of `DOMSnapshot.captureSnapshot`. Returns undefined for a document without nodes. */
export function* parseDocument(
  snapshot: DocumentSnapshot,
  strings: readonly string[],
  document: FrameDocument,
): Paced<ParsedDocument | undefined> {
  const { nodes } = snapshot;
  const types = nodes.nodeType ?? [];
  const values = sparse(nodes.inputValue, strings);
  const areas = sparse(nodes.textValue, strings);
  const checked = new Set(nodes.inputChecked?.index);
  const chosen = new Set(nodes.optionSelected?.index);
  const clickable = new Set(nodes.isClickable?.index);
  const layout = yield* layoutOf(snapshot, strings, document);
  const contents = new Map(
    nodes.contentDocumentIndex?.index.map((at, n) => [at, nodes.contentDocumentIndex?.value[n]]),
  );
  const frames = new Map<number, DomNode>();
  const made: (DomNode | undefined)[] = [];
  yield* paced(types, (type, at) => {
    const parent = made[nodes.parentIndex?.[at] ?? -1];
    if (type !== ELEMENT && type !== TEXT && type !== DOCUMENT && type !== FRAGMENT) return;
    if (at > 0 && !parent) return;
    const { box, style, text } = layout.get(at) ?? {};
    const value = type === TEXT ? stringAt(strings, nodes.nodeValue?.[at]) : "";
    const node: DomNode = {
      document,
      backendId: nodes.backendNodeId?.[at] ?? 0,
      tag: type === ELEMENT ? stringAt(strings, nodes.nodeName?.[at]).toLowerCase() : type === TEXT ? "#text" : "#root",
      parent,
      children: [],
      attributes: attributesOf(nodes.attributes?.[at], strings),
      content: value,
      text: type === TEXT ? (text ?? value) : "",
      box,
      style,
      isClipped: isClippedIn(parent, style),
      value: values.get(at) ?? areas.get(at),
      checked: checked.has(at),
      chosen: chosen.has(at),
      clickable: clickable.has(at),
    };
    parent?.children.push(node);
    made[at] = node;
    const content = contents.get(at);
    if (content !== undefined) frames.set(content, node);
  });
  const [root] = made;
  return root && { root, frames };
}

interface NodeLayout {
  box: Box;
  style: NodeStyle;
  text: string | undefined;
}

function* layoutOf(
  { layout }: DocumentSnapshot,
  strings: readonly string[],
  { scrollX, scrollY, x, y }: FrameDocument,
): Paced<Map<number, NodeLayout>> {
  const found = new Map<number, NodeLayout>();
  yield* paced(layout.nodeIndex, (node, at) => {
    const [left = 0, top = 0, width = 0, height = 0] = layout.bounds[at] ?? [];
    const styles = layout.styles[at] ?? [];
    // Generated content has no rendered text of its own: it would be that of the element.
    const text = layout.text[at] === -1 ? undefined : stringAt(strings, layout.text[at]);
    if (found.has(node)) return;
    found.set(node, {
      box: { x: left - scrollX + x, y: top - scrollY + y, width, height },
      style: {
        display: stringAt(strings, styles[0]),
        visibility: stringAt(strings, styles[1]),
        cursor: stringAt(strings, styles[2]),
        opacity: stringAt(strings, styles[3]),
        overflow: stringAt(strings, styles[4]),
        touchAction: stringAt(strings, styles[5]),
        position: stringAt(strings, styles[6]),
      },
      text,
    });
  });
  return found;
}

/**
 * True for a node in an element of no size, or of one pixel, that shows nothing of its content. An absolute node is
 * clipped by the element that it is placed in, not by those in between; a fixed one by none.
 */
function isClippedIn(parent: DomNode | undefined, style: NodeStyle | undefined): boolean {
  if (style?.position === "fixed") return false;
  let at = parent;
  if (style?.position === "absolute") while (at?.style?.position === "static") at = at.parent;
  return at !== undefined && (at.isClipped || clips(at));
}

/** The overflow of a page belongs to its viewport. */
function clips({ box, parent, style, tag }: DomNode): boolean {
  if (tag === "html" || (tag === "body" && parent?.style?.overflow === "visible")) return false;
  if (!box || !style || (box.width > 1 && box.height > 1)) return false;
  return style.overflow === "hidden" || style.overflow === "clip";
}

function stringAt(strings: readonly string[], index: number | undefined): string {
  return index === undefined ? "" : (strings[index] ?? "");
}

function sparse(
  data: Protocol.DOMSnapshot.RareStringData | undefined,
  strings: readonly string[],
): Map<number, string> {
  return new Map(data?.index.map((at, n) => [at, stringAt(strings, data.value[n])]));
}

const none: ReadonlyMap<string, string> = new Map();

function attributesOf(pairs: readonly number[] | undefined, strings: readonly string[]): ReadonlyMap<string, string> {
  if (!pairs?.length) return none;
  const attributes = new Map<string, string>();
  for (let at = 0; at < pairs.length; at += 2)
    attributes.set(stringAt(strings, pairs[at]), stringAt(strings, pairs[at + 1]));
  return attributes;
}
