import type { DomNode } from "../../../src/page-agent/read/dom-node.ts";
import type { DragItems } from "../../../src/page-agent/read/drag-items.ts";
import { buildLines } from "../../../src/page-agent/snapshot/build-lines.ts";
import type { Line } from "../../../src/page-agent/snapshot/line.ts";

/** Element of a document without a page. */
export function element(facts: Partial<DomNode> = {}): DomNode {
  const session = { send: () => Promise.reject(new Error("no browser")), on: () => () => {} };
  const document = {
    ...{ frameId: "F", loaderId: "L", session, url: "", title: "", x: 0, y: 0, scrollX: 0 },
    scrollY: 0,
  };
  return {
    document: { ...document, view: undefined, owner: undefined, size: 1 },
    ...{ backendId: 1, tag: "div", parent: undefined, children: [], attributes: new Map(), content: "", text: "" },
    ...{ box: undefined, style: undefined, isClipped: false, value: undefined, checked: false, chosen: false },
    clickable: false,
    ...facts,
  };
}

/** Line of a snapshot, with its lines below it. */
export function line(facts: Partial<Line> = {}): Line {
  const none = { name: "", isGuessed: false, value: undefined, states: [], level: 0, box: undefined, isInView: true };
  const open = { isOpen: false, startsSpaced: false, endsSpaced: false, row: undefined, cells: undefined };
  const own = { kind: "text", node: element(), role: "", children: [], parent: undefined, cover: undefined } as const;
  const made: Line = { ...none, ...open, ...own, children: [], ...facts };
  for (const child of made.children) child.parent = made;
  return made;
}

/** Children hung into an element. */
export function withChildren(parent: DomNode, children: readonly DomNode[]): DomNode {
  for (const child of children) parent.children.push(Object.assign(child, { parent }));
  return parent;
}

/** Element that is shown, with a role. */
export function shown(role: string, children: readonly DomNode[] = []): DomNode {
  const style = { display: "block", visibility: "visible", cursor: "auto", opacity: "1", overflow: "visible" };
  const own = { ...style, touchAction: "auto", position: "static" };
  const attributes = new Map([["role", role]]);
  return withChildren(element({ attributes, box: { x: 0, y: 0, width: 100, height: 20 }, style: own }), children);
}

/** Paragraph with a text. */
export function paragraph(text: string): DomNode {
  const outer = shown("");
  return withChildren(outer, [{ ...outer, tag: "#text", attributes: new Map(), children: [], content: text, text }]);
}

/** Element in others, each of them the only child of the next. */
export function nested(levels: number, inner: DomNode, role = ""): DomNode {
  let outer = inner;
  for (let level = 0; level < levels; level += 1) outer = shown(role, [outer]);
  return outer;
}

/** Lines of a page without a browser, all of its pieces at once. */
export function linesOf(root: DomNode): Line {
  const dragged: DragItems = { items: new Set(), emptyLists: new Set() };
  const size = { scrollX: 0, scrollY: 0, contentWidth: 800, contentHeight: 600, isLarge: false };
  const viewport = { x: 0, y: 0, width: 800, height: 600 };
  const page = { ...size, url: "", title: "", root, documents: [root.document], viewport, accessible: new Map() };
  const work = buildLines({ ...page, dragged, signal: undefined });
  for (let step = work.next(); ; step = work.next()) if (step.done) return step.value;
}
