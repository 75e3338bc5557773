import type { Protocol } from "devtools-protocol";

type Snapshot = Protocol.DOMSnapshot.CaptureSnapshotResponse;
type DocumentSnapshot = Protocol.DOMSnapshot.DocumentSnapshot;

/** Part of a picture, in CSS pixels from its corner. */
export interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** Parts of a text that a picture must not show, in UTF-16 units. */
export type FindHidden = (text: string) => readonly { readonly start: number; readonly end: number }[];

/** Computed styles of a snapshot that can hold a picture. */
export const pictureStyles = ["background-image", "border-image-source", "list-style-image", "mask-image", "content"];

/** Types of inputs that show no typed value. */
const valueless = new Set(["button", "checkbox", "hidden", "image", "radio", "reset", "submit"]);
/** Elements whose content a snapshot does not have: what they draw is unknown. */
const drawn = new Set(["CANVAS", "VIDEO"]);
const frames = new Set(["IFRAME", "FRAME", "OBJECT", "EMBED", "FENCEDFRAME"]);
/** Attributes whose text an element can show. */
const shownAttributes = ["alt", "label", "placeholder", "value"];
/** Difference of two lengths in CSS pixels that is only rounding. */
const ROUNDING = 2;
/** Maximum number of boxes and of searched characters of a page: a search blocks the service, for 3 µs a character. */
const MAX_PARTS = 50_000;
const MAX_SEARCHED = 200_000;
/** Length from which a drawing in an address is covered instead of searched, in characters. */
const LONG_DRAWING = 20_000;

export interface HiddenParts {
  /** The page in one picture. */
  readonly boxes: readonly Box[];
  /** Texts, fields and pictures with their places: equal while the page does not change. */
  readonly layout: string;
}

export interface HiddenPartsOptions {
  readonly find: FindHidden;
  /** Corner of the picture in the document of the page. */
  readonly corner: { readonly x: number; readonly y: number };
  /** True for a frame with its own process, by its element, that needs no cover. */
  readonly isClean: (backendNodeId: number) => boolean;
}

/**
 * Parts of a page to cover in a picture: every field, every text that has one of the values, and whatever could show a
 * value and cannot be read, such as a canvas. A value is found also where the page spreads it over several elements in
 * the order of the document. Undefined for a page that is too large to be searched.
 *
 * assumed: a page that draws a value in another order, or as strokes, is not recognized.
 */
export function hiddenParts(
  snapshot: Snapshot,
  { corner, find, isClean }: HiddenPartsOptions,
): HiddenParts | undefined {
  if (snapshot.documents.reduce((sum, { layout }) => sum + layout.nodeIndex.length, 0) > MAX_PARTS) return undefined;
  const boxes: Box[] = [];
  const layout: string[] = [];
  const search = new Search(find);
  const read = (at: number, origin: { readonly x: number; readonly y: number }): void => {
    const document = snapshot.documents[at];
    if (document) new PartsOfDocument(snapshot, document, { origin, search, isClean, boxes, layout, read }).collect();
  };
  read(0, { x: -corner.x, y: -corner.y });
  return search.isOver ? undefined : { boxes, layout: layout.join("\n") };
}

/** Search of values in the texts of one page, up to a number of characters. */
class Search {
  readonly #find: FindHidden;
  /** Results by text: elements of one class have the same pictures. */
  readonly #has = new Map<string, boolean>();
  #left = MAX_SEARCHED;

  constructor(find: FindHidden) {
    this.#find = find;
  }

  /** True when texts were not searched, because there were too many. */
  get isOver(): boolean {
    return this.#left < 0;
  }

  find(text: string): ReturnType<FindHidden> {
    this.#left -= text.length;
    return this.isOver ? [] : this.#find(text);
  }

  has(text: string): boolean {
    const known = this.#has.get(text) ?? (text !== "" && this.find(text).length > 0);
    this.#has.set(text, known);
    return known;
  }
}

interface DocumentOptions extends Omit<HiddenPartsOptions, "corner" | "find"> {
  readonly search: Search;
  /** Corner of the document in the picture. */
  readonly origin: { readonly x: number; readonly y: number };
  readonly boxes: Box[];
  readonly layout: string[];
  /** Reads another document of the snapshot. */
  readonly read: (document: number, origin: { readonly x: number; readonly y: number }) => void;
}

class PartsOfDocument {
  readonly #snapshot: Snapshot;
  readonly #document: DocumentSnapshot;
  readonly #options: DocumentOptions;
  readonly #texts: { readonly text: string; readonly box: Box }[] = [];
  /** Indices of documents by their frames, and of addresses by their pictures. */
  readonly #contents: ReadonlyMap<number, number>;
  readonly #sources: ReadonlyMap<number, number>;

  constructor(snapshot: Snapshot, document: DocumentSnapshot, options: DocumentOptions) {
    this.#snapshot = snapshot;
    this.#document = document;
    this.#options = options;
    this.#contents = byNode(document.nodes.contentDocumentIndex);
    this.#sources = byNode(document.nodes.currentSourceURL);
  }

  collect(): void {
    const { layout } = this.#document;
    for (const [at, node] of layout.nodeIndex.entries()) {
      const box = this.#boxOf(layout.bounds[at]);
      if (box.width <= 0 || box.height <= 0) continue;
      const name = this.#text(this.#document.nodes.nodeName?.[node]).toUpperCase();
      const text = this.#text(layout.text[at]);
      if (text !== "") this.#texts.push({ text, box });
      else if (this.#mayShow(at, node, name)) this.#cover(box);
      if (frames.has(name)) this.#frame(at, node, box);
      if (text !== "" || isField(name)) this.#options.layout.push(`${name} ${box.x} ${box.y} ${box.width} ${text}`);
    }
    this.#coverTexts();
  }

  /** Covers texts in which a value is, alone or together with their neighbours. */
  #coverTexts(): void {
    const hidden = new Set<Box>();
    for (const between of ["", " "]) {
      const joined = this.#texts.map(({ text }) => text).join(between);
      const found = united(this.#options.search.find(joined));
      let start = 0;
      let next = 0;
      for (const { text, box } of this.#texts) {
        const end = start + text.length;
        while ((found[next]?.end ?? Number.POSITIVE_INFINITY) <= start) next += 1;
        if ((found[next]?.start ?? Number.POSITIVE_INFINITY) < end) hidden.add(box);
        start = end + between.length;
      }
    }
    for (const box of hidden) this.#cover(box);
  }

  /** True for an element that shows a typed value, or could show one. */
  #mayShow(at: number, node: number, name: string): boolean {
    const attributes = this.#attributesOf(node);
    const editable = attributes.get("contenteditable");
    if (isField(name) && !(name === "INPUT" && valueless.has((attributes.get("type") ?? "").toLowerCase())))
      return true;
    if (drawn.has(name) || (editable !== undefined && editable !== "false")) return true;
    if (shownAttributes.some((each) => this.#has(attributes.get(each) ?? ""))) return true;
    const isPicture = name === "IMG" || name === "IMAGE" || name === "INPUT";
    const sources = [attributes.get("src"), attributes.get("href"), attributes.get("xlink:href"), this.#sourceOf(node)];
    if (isPicture && sources.some((url) => url && this.#isUnknown(url))) return true;
    return this.#stylesOf(at).some((style) => urlsIn(style).some((url) => this.#isUnknown(url)));
  }

  /** True for the address of a picture that may have a value in it. assumed: a website draws none in a file of its own. */
  #isUnknown(url: string): boolean {
    if (/^(?:https?|file):/i.test(url) || !/^[a-z][a-z0-9+.-]*:/i.test(url)) return this.#has(url);
    const [, isBase64, content = ""] = /^data:image\/svg\+xml(?:;[^,;]*)*?(;base64)?,(.*)$/is.exec(url) ?? [];
    if (content === "" || content.length > LONG_DRAWING) return true;
    const text = isBase64 ? Buffer.from(content, "base64").toString("utf8") : content;
    return /<image|<foreignobject|data:|%3cimage|%3cforeignobject/i.test(text) || this.#has(text);
  }

  /** Covers a frame whose content is unknown or is drawn in another size; otherwise its parts. */
  #frame(at: number, node: number, box: Box): void {
    const { backendNodeId } = this.#document.nodes;
    const { clientRects, offsetRects } = this.#document.layout;
    const content = this.#contents.get(node);
    if (content === undefined) {
      if (!this.#options.isClean(backendNodeId?.[node] ?? -1)) this.#cover(box);
      return;
    }
    const [left = 0, top = 0] = clientRects?.[at] ?? [];
    const [, , width = 0, height = 0] = offsetRects?.[at] ?? [];
    const isPlain = Math.abs(width - box.width) <= ROUNDING && Math.abs(height - box.height) <= ROUNDING;
    if (!isPlain) this.#cover(box);
    const { scrollOffsetX = 0, scrollOffsetY = 0 } = this.#snapshot.documents[content] ?? {};
    this.#options.read(content, { x: box.x + left - scrollOffsetX, y: box.y + top - scrollOffsetY });
  }

  #cover(box: Box | undefined): void {
    if (box) this.#options.boxes.push(box);
  }

  #has(text: string): boolean {
    return this.#options.search.has(text);
  }

  #boxOf([x = 0, y = 0, width = 0, height = 0]: readonly number[] = []): Box {
    const { origin } = this.#options;
    return { x: x + origin.x, y: y + origin.y, width, height };
  }

  #attributesOf(node: number): ReadonlyMap<string, string> {
    const pairs = this.#document.nodes.attributes?.[node] ?? [];
    const found = new Map<string, string>();
    for (let at = 0; at + 1 < pairs.length; at += 2)
      found.set(this.#text(pairs[at]).toLowerCase(), this.#text(pairs[at + 1]));
    return found;
  }

  #stylesOf(at: number): string[] {
    return (this.#document.layout.styles[at] ?? []).map((index) => this.#text(index));
  }

  /** Address of the picture that an element shows now. */
  #sourceOf(node: number): string {
    return this.#text(this.#sources.get(node));
  }

  #text(index: number | undefined): string {
    return index === undefined || index < 0 ? "" : (this.#snapshot.strings[index] ?? "");
  }
}

/** Values of a part of a snapshot that only some nodes have. */
function byNode(rare: { index: number[]; value: number[] } | undefined): ReadonlyMap<number, number> {
  return new Map(rare?.index.map((node, at) => [node, rare.value[at] ?? -1]));
}

/** Parts in their order, without overlaps. */
function united(parts: ReturnType<FindHidden>): ReturnType<FindHidden> {
  const all: { start: number; end: number }[] = [];
  for (const { start, end } of parts.toSorted((a, b) => a.start - b.start)) {
    const last = all.at(-1);
    if (last && start <= last.end) last.end = Math.max(last.end, end);
    else all.push({ start, end });
  }
  return all;
}

function isField(name: string): boolean {
  return name === "INPUT" || name === "TEXTAREA" || name === "SELECT";
}

/** Addresses in a value of a style, as Chromium writes it: `url("data:…")`. */
function urlsIn(style: string): string[] {
  return [...style.matchAll(/url\("((?:[^"\\]|\\.)*)"\)/g)].map(({ 1: url = "" }) => url.replaceAll(/\\(.)/g, "$1"));
}
