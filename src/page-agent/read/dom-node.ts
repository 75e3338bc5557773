import type { Box } from "../box.ts";
import type { TargetSession } from "../target.ts";

/** Document of a frame in a snapshot. */
export interface FrameDocument {
  readonly frameId: string;
  /** Id of the document's load; another one when the frame has been navigated. */
  readonly loaderId: string;
  readonly session: TargetSession;
  readonly url: string;
  /** Name of the frame's site when that differs from the page's: scheme, host and port. */
  readonly title: string;
  /** Position of its content in the viewport of the page. */
  readonly x: number;
  readonly y: number;
  /** Its scroll position. */
  readonly scrollX: number;
  readonly scrollY: number;
  /** Part of the viewport of the page in which it is shown; undefined when it is scrolled out of view. */
  readonly view: Box | undefined;
  /** Element that holds the frame; undefined for the page itself. */
  readonly owner: DomNode | undefined;
  /** Number of its nodes. */
  readonly size: number;
}

/** Node of a document in a snapshot of the DOM. */
export interface DomNode {
  readonly document: FrameDocument;
  readonly backendId: number;
  /** Name of the element in small letters; `#text` for a text, `#root` for a document or shadow root. */
  readonly tag: string;
  readonly parent: DomNode | undefined;
  readonly children: DomNode[];
  readonly attributes: ReadonlyMap<string, string>;
  /** Content of a text node. */
  readonly content: string;
  /** Text as it is rendered; the content of a text node that is not rendered. */
  readonly text: string;
  /** Rectangle in the viewport of the page; undefined when it is not rendered. */
  readonly box: Box | undefined;
  readonly style: NodeStyle | undefined;
  /** True in an element that shows nothing of its content, because it has no size: the closed part of an accordion. */
  readonly isClipped: boolean;
  /** Text that a field holds now. */
  readonly value: string | undefined;
  readonly checked: boolean;
  readonly chosen: boolean;
  /** True for a target of click listeners. */
  readonly clickable: boolean;
  /** Document of a frame element. */
  inner?: DomNode;
}

/** Computed style of a rendered node. */
export interface NodeStyle {
  readonly display: string;
  readonly visibility: string;
  readonly cursor: string;
  readonly opacity: string;
  readonly overflow: string;
  /** `none` where the page, and not the browser, follows a finger: on what is dragged. */
  readonly touchAction: string;
  readonly position: string;
}

/** Nearest node that fits, from the parent of `node` upwards in its document. */
export function ancestor(node: DomNode, fits: (node: DomNode) => boolean): DomNode | undefined {
  for (let at = node.parent; at; at = at.parent) if (fits(at)) return at;
  return undefined;
}

/** True for a node in the subtree of another, itself included. */
export function isWithin(node: DomNode, root: DomNode): boolean {
  for (let at: DomNode | undefined = node; at; at = at.parent) if (at === root) return true;
  return false;
}

/** Calls `visit` for a node and what is below it, in document order. `visit` returns false to skip the subtree. */
export function walk(node: DomNode, visit: (node: DomNode) => boolean | undefined): void {
  const pending = [node];
  for (let at = pending.pop(); at; at = pending.pop()) {
    if (visit(at) === false) continue;
    for (let index = at.children.length - 1; index >= 0; index -= 1) {
      const child = at.children[index];
      if (child) pending.push(child);
    }
  }
}
