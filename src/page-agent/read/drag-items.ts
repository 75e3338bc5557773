import { overlap } from "../box.ts";
import { firstRole, isHead } from "../cell-rule.ts";
import type { TargetSession } from "../target.ts";
import { within } from "../waiting.ts";
import { ancestor, type DomNode, type FrameDocument, walk } from "./dom-node.ts";
import { isControl, isHiddenTree, markupRole } from "./roles.ts";

/** Maximum number of lists whose listeners are read, and of lists of the same kind with fewer items. */
const MAX_LISTS = 30;
const MAX_ALIKE = 20;
/** Numbers of items of a list that is looked at; one item is enough where another list is of the same kind. */
const MIN_ITEMS = 2;
const MAX_ITEMS = 300;
const MAX_SINGLE = 15;
/** Minimum size of an item and of an empty list, in CSS pixels. */
const MIN_SIZE = 10;
/** Maximum time for the listeners of all lists, in milliseconds. */
const LISTENERS_BOUND_MS = 2_000;
/** Events that a list listens to when its items are dragged; a click listener does not need them. */
const dragEvents = new Set(["pointerdown", "dragstart"]);

const itemTags = new Set(["article", "blockquote", "div", "dd", "figure", "img", "li", "p", "section", "span", "tr"]);

/** Elements that are dragged by the listeners of the list around them, and lists of that kind without an item. */
export interface DragItems {
  readonly items: ReadonlySet<DomNode>;
  readonly emptyLists: ReadonlySet<DomNode>;
}

/**
 * Finds the items of lists that are sorted or moved by dragging, where neither an attribute nor a pointer says so: the list
 * itself, or its first item, listens to what begins a drag. Lists in view are looked at, and those of a kind that was found,
 * because each costs four calls.
 */
export async function dragItems(root: DomNode): Promise<DragItems> {
  const found = listsIn(root, isList);
  const isSingle = (list: DomNode): boolean => elementsIn(list).length < MIN_ITEMS;
  const many = found.filter((list) => !isSingle(list)).slice(0, MAX_LISTS);
  const looked = new Set([...many, ...besideTheirKind(found.filter(isSingle))]);
  const listening = await listeningLists([...looked]);
  const kinds = new Set(listening.map(kindOf).filter((kind) => kind !== undefined));
  const isAlike = (node: DomNode): boolean => kinds.has(kindOf(node) ?? "") && !looked.has(node) && hasSize(node);
  const alike = kinds.size === 0 ? [] : listsIn(root, isAlike).slice(0, MAX_ALIKE);
  const all = [...listening, ...(await listeningLists(alike))];
  return {
    items: new Set(all.flatMap(elementsIn)),
    emptyLists: new Set(all.filter((list) => elementsIn(list).length === 0)),
  };
}

/** Lists of one item beside others of their kind: the columns of a board. */
function besideTheirKind(lists: readonly DomNode[]): DomNode[] {
  const kinds = Map.groupBy(lists, kindOf);
  const isBeside = (list: DomNode): boolean => (kinds.get(kindOf(list))?.length ?? 0) >= MIN_ITEMS;
  return lists.filter((list) => kindOf(list) !== undefined && isBeside(list)).slice(0, MAX_SINGLE);
}

function listsIn(root: DomNode, fits: (node: DomNode) => boolean): DomNode[] {
  const found: DomNode[] = [];
  // The head of a column is pressed to sort by it, even where it can be dragged too.
  const isSkipped = (node: DomNode): boolean =>
    isHiddenTree(node) || isControl(markupRole(node)) || isHead(node.tag, firstRole(node.attributes.get("role")));
  walk(root, (node) => {
    if (node.inner) for (const list of listsIn(node.inner, fits)) found.push(list);
    // Most nodes are no list: only the others need a look at what is around them.
    if (fits(node) && !isSkipped(node) && !ancestor(node, isSkipped)) found.push(node);
    return node.tag !== "svg";
  });
  return found;
}

/** True for elements of one kind beside each other in view, none of them a control or in front of another one. */
function isList(list: DomNode): boolean {
  const { view } = list.document;
  if (!list.box || !view || !overlap(list.box, view)) return false;
  if (list.children.length === 0) return false;
  const items = elementsIn(list);
  const [first] = items;
  if (!first || items.length > MAX_ITEMS || !itemTags.has(first.tag)) return false;
  if (items.some((item) => item.tag !== first.tag || isControl(markupRole(item)))) return false;
  const shown = items.filter(hasSize);
  return shown.length > 0 && shown.every((item) => isInside(item, list)) && !overlapsAny(shown);
}

/** False in a carousel, whose items reach out of what moves them; a list that scrolls shows them all. */
function isInside(item: DomNode, list: DomNode): boolean {
  if (!item.box || !list.box || list.style?.overflow === "auto" || list.style?.overflow === "scroll") return true;
  const isAcross = item.box.x + item.box.width <= list.box.x + list.box.width + MIN_SIZE;
  return isAcross && item.box.y + item.box.height <= list.box.y + list.box.height + MIN_SIZE;
}

/** True for layers, such as the parts of a slider. */
function overlapsAny(items: readonly DomNode[]): boolean {
  return items.some((item, at) => {
    const shared = item.box && items[at + 1]?.box && overlap(item.box, items[at + 1]?.box ?? item.box);
    return shared !== undefined && shared.width > 2 && shared.height > 2;
  });
}

function hasSize({ box, style }: DomNode): boolean {
  return box !== undefined && style?.visibility === "visible" && box.width >= MIN_SIZE && box.height >= MIN_SIZE;
}

function elementsIn(list: DomNode): DomNode[] {
  return list.children.filter(({ tag }) => !tag.startsWith("#") && !tag.startsWith("::"));
}

/** Tag and classes of a list; undefined for one that only its tag describes. */
function kindOf({ attributes, tag }: DomNode): string | undefined {
  const classes = (attributes.get("class") ?? "").trim();
  return classes === "" ? undefined : `${tag} ${classes}`;
}

/** Lists that listen to what begins a drag, or whose first item does. */
async function listeningLists(lists: readonly DomNode[]): Promise<DomNode[]> {
  if (lists.length === 0) return [];
  const group = "browserctl-listeners";
  const sessions = new Set(lists.map(({ document }): FrameDocument["session"] => document.session));
  const listens = async (node: DomNode | undefined): Promise<boolean> =>
    node !== undefined && (await eventsOf(node, group)).some((type) => dragEvents.has(type));
  const read = lists.map(async (list) => {
    const [own, first] = await Promise.all([listens(list), listens(elementsIn(list)[0])]);
    return own || first ? list : undefined;
  });
  const found = (await within(Promise.all(read), LISTENERS_BOUND_MS)) ?? [];
  await Promise.all(Array.from(sessions, (session) => release(session, group)));
  return found.filter((list) => list !== undefined);
}

/** Types of events that an element listens to; none for one that is gone. */
async function eventsOf({ backendId, document: { session } }: DomNode, objectGroup: string): Promise<string[]> {
  const resolved = await session
    .send("DOM.resolveNode", { backendNodeId: backendId, objectGroup })
    .catch(() => undefined);
  const objectId = resolved?.object.objectId;
  if (objectId === undefined) return [];
  const answer = await session.send("DOMDebugger.getEventListeners", { objectId }).catch(() => undefined);
  return answer?.listeners.map(({ type }) => type) ?? [];
}

async function release(session: TargetSession, objectGroup: string): Promise<void> {
  await session.send("Runtime.releaseObjectGroup", { objectGroup }).catch(() => {});
}
