import type { Protocol } from "devtools-protocol";
import { type Box, overlap } from "../box.ts";
import { evaluateApart } from "../evaluate.ts";
import { boundedText } from "../records/bounded-copy.ts";
import { Refusal } from "../requests.ts";
import type { AgentPage, RemoteFrame, TargetSession } from "../target.ts";
import { inTurns, within } from "../waiting.ts";
import { type AccessibleNodes, accessibleTree } from "./accessible.ts";
import { type DomNode, type FrameDocument, walk } from "./dom-node.ts";
import { type DragItems, dragItems } from "./drag-items.ts";
import { COMPUTED_STYLES, parseDocument } from "./parse-dom.ts";

/** Number of nodes above which the whole accessibility tree costs more than everything else (measured: 115,000 take 7 s). */
const MAX_TREE_NODES = 8_000;
/** Maximum number of nodes of a page that is read. A message about many more would not fit into the service's memory. */
const MAX_NODES = 400_000;
/** Maximum number of characters of a text or attribute that are read. One string may be that of many nodes. */
const MAX_STRING = 4_000;
/** Maximum time for a frame with a process of its own, in milliseconds; a frame that takes longer is left out. */
const FRAME_BOUND_MS = 2_000;
/** Maximum depth of frames in frames. */
const MAX_DEPTH = 10;

/** A page as it was read: its nodes, and what the accessibility trees say about them. */
export interface ReadPage {
  readonly url: string;
  readonly title: string;
  readonly root: DomNode;
  /** Frames, the page's own first. */
  readonly documents: readonly FrameDocument[];
  /** Viewport in CSS pixels, at 0, 0. */
  readonly viewport: Box;
  readonly scrollX: number;
  readonly scrollY: number;
  readonly contentWidth: number;
  readonly contentHeight: number;
  /** Facts by target. They are complete unless the page {@link isLarge}. */
  readonly accessible: Map<TargetSession, AccessibleNodes>;
  readonly isLarge: boolean;
  readonly dragged: DragItems;
  /** As in {@link AgentPage}. */
  readonly signal: AbortSignal | undefined;
}

interface TargetSnapshot {
  readonly session: TargetSession;
  readonly documents: readonly Protocol.DOMSnapshot.DocumentSnapshot[];
  readonly strings: readonly string[];
  /** Beginnings of the strings. */
  readonly texts: readonly string[];
  readonly loaders: ReadonlyMap<string, string>;
}

/** Reads a page with all its frames. Rejects with the protocol's error while the document is being replaced. */
export async function readPage(page: AgentPage): Promise<ReadPage> {
  await refuseHuge(page);
  const [metrics, own, remote] = await Promise.all([
    page.session.send("Page.getLayoutMetrics"),
    capture(page.session),
    page.remoteFrames().then((frames) => Promise.all(frames.map(captureRemote))),
  ]);
  const { clientHeight, clientWidth, pageX, pageY } = metrics.cssLayoutViewport;
  const viewport = { x: 0, y: 0, width: clientWidth, height: clientHeight };
  const join = new Join(
    remote.filter((frame) => frame !== undefined),
    page.signal,
  );
  const root = await join.add(own, 0, { x: 0, y: 0, view: viewport, owner: undefined }, 0);
  if (!root) throw new Error("the page has no document");
  const size = join.documents.reduce((sum, document) => sum + document.size, 0);
  const isLarge = size > MAX_TREE_NODES;
  const [accessible, dragged] = await Promise.all([isLarge ? new Map() : trees(join.documents), dragItems(root)]);
  return {
    url: root.document.url,
    title: root.document.title,
    root,
    documents: join.documents,
    viewport,
    scrollX: Math.round(pageX),
    scrollY: Math.round(pageY),
    contentWidth: Math.round(metrics.cssContentSize.width),
    contentHeight: Math.round(metrics.cssContentSize.height),
    accessible,
    isLarge,
    dragged,
    signal: page.signal,
  };
}

/** Throws {@link Refusal} `page_too_large` for a page that floods its document. */
export async function refuseHuge(page: AgentPage): Promise<void> {
  if ((await evaluateApart(page, `(${countNodes})(${MAX_NODES})`)) !== true) return;
  const limit = MAX_NODES.toLocaleString("en-US");
  throw new Refusal("page_too_large", `the page has more than ${limit} nodes`, "browsers computer screenshot");
}

/** Script that is true for a document of more nodes than a limit; it counts no further. */
const countNodes = `(limit) => {
  const walker = Document.prototype.createTreeWalker.call(document, document);
  let left = limit;
  while (left >= 0 && walker.nextNode()) left -= 1;
  return left < 0;
}`;

async function trees(documents: readonly FrameDocument[]): Promise<Map<TargetSession, AccessibleNodes>> {
  const frames = Map.groupBy(documents, ({ session }) => session);
  const read = [...frames].map(async ([session, own]) => {
    const ids = own.map(({ frameId }) => frameId);
    return [session, await accessibleTree(session, ids)] as const;
  });
  return new Map(await Promise.all(read));
}

async function capture(session: TargetSession): Promise<TargetSnapshot> {
  const [{ documents, strings }, { frameTree }] = await Promise.all([
    session.send("DOMSnapshot.captureSnapshot", { computedStyles: COMPUTED_STYLES }),
    session.send("Page.getFrameTree"),
  ]);
  const texts = strings.map((string) => boundedText(string, { left: MAX_STRING }));
  return { session, documents, strings, texts, loaders: new Map(loadersOf(frameTree)) };
}

function loadersOf({ frame, childFrames = [] }: Protocol.Page.FrameTree): [string, string][] {
  return [[frame.id, frame.loaderId], ...childFrames.flatMap(loadersOf)];
}

type CapturedFrame = RemoteFrame & { readonly snapshot: TargetSnapshot };

async function captureRemote(frame: RemoteFrame): Promise<CapturedFrame | undefined> {
  const snapshot = await within(
    capture(frame.session).catch(() => undefined),
    FRAME_BOUND_MS,
  );
  return snapshot && { ...frame, snapshot };
}

type Place = Pick<FrameDocument, "x" | "y" | "view" | "owner">;

/** Joins the documents of all targets: each is hung into the element that shows it. */
class Join {
  readonly documents: FrameDocument[] = [];
  readonly #remote: readonly CapturedFrame[];
  readonly #signal: AbortSignal | undefined;

  constructor(remote: readonly CapturedFrame[], signal: AbortSignal | undefined) {
    this.#remote = remote;
    this.#signal = signal;
  }

  async add(target: TargetSnapshot, at: number, place: Place, depth: number): Promise<DomNode | undefined> {
    const snapshot = target.documents[at];
    if (!snapshot || depth > MAX_DEPTH) return undefined;
    const string = (index: number): string => target.strings[index] ?? "";
    const frameId = string(snapshot.frameId);
    const document: FrameDocument = {
      frameId,
      loaderId: target.loaders.get(frameId) ?? "",
      session: target.session,
      url: string(snapshot.documentURL),
      title: string(snapshot.title),
      size: snapshot.nodes.nodeType?.length ?? 0,
      scrollX: snapshot.scrollOffsetX ?? 0,
      scrollY: snapshot.scrollOffsetY ?? 0,
      ...place,
    };
    const parsed = await inTurns(parseDocument(snapshot, target.texts, document), this.#signal);
    if (!parsed) return undefined;
    this.documents.push(document);
    for (const [index, owner] of parsed.frames) {
      const content = await this.add(target, index, placeIn(owner), depth + 1);
      if (content) owner.inner = content;
    }
    await this.#addRemote(target.session, parsed.root, document, depth);
    return parsed.root;
  }

  async #addRemote(session: TargetSession, root: DomNode, document: FrameDocument, depth: number): Promise<void> {
    const inner = this.#remote.filter(({ parentFrameId }) => parentFrameId === document.frameId);
    const owners = await Promise.all(
      inner.map(({ frameId }) => session.send("DOM.getFrameOwner", { frameId }).catch(() => undefined)),
    );
    if (inner.length === 0) return;
    const elements = frameElements(root);
    for (const [at, { snapshot }] of inner.entries()) {
      const owner = elements.get(owners[at]?.backendNodeId ?? -1);
      const content = owner && (await this.add(snapshot, 0, placeIn(owner), depth + 1));
      if (content) owner.inner = content;
    }
  }
}

/** Frame elements of a document by their backend ids. */
function frameElements(root: DomNode): Map<number, DomNode> {
  const found = new Map<number, DomNode>();
  walk(root, (node) => {
    if (isFrameElement(node)) found.set(node.backendId, node);
    return true;
  });
  return found;
}

/** True for an element that shows another document. */
export function isFrameElement({ tag }: DomNode): boolean {
  return tag === "iframe" || tag === "frame" || tag === "object" || tag === "embed";
}

/** assumed: the border of a frame is small enough to be left out; an act reads the exact place again. */
function placeIn(owner: DomNode): Place {
  const { box, document } = owner;
  const view = box && document.view && overlap(box, document.view);
  return { x: box?.x ?? 0, y: box?.y ?? 0, view, owner };
}
