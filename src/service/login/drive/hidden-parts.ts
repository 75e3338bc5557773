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
 * the order of the document.
 *
 * assumed: a page that draws a value in another order, or as strokes, is not recognized.
 */
export function hiddenParts(snapshot: Snapshot, { corner, find, isClean }: HiddenPartsOptions): HiddenParts {
  const boxes: Box[] = [];
  const layout: string[] = [];
  const read = (at: number, origin: { readonly x: number; readonly y: number }): void => {
    const document = snapshot.documents[at];
    if (document) new PartsOfDocument(snapshot, document, { origin, find, isClean, boxes, layout, read }).collect();
  };
  read(0, { x: -corner.x, y: -corner.y });
  return { boxes, layout: layout.join("\n") };
}

interface DocumentOptions extends Omit<HiddenPartsOptions, "corner"> {
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

  constructor(snapshot: Snapshot, document: DocumentSnapshot, options: DocumentOptions) {
    this.#snapshot = snapshot;
    this.#document = document;
    this.#options = options;
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
    const { find } = this.#options;
    const hidden = new Set<number>();
    for (const between of ["", " "]) {
      let joined = "";
      const starts = this.#texts.map(({ text }) => {
        const start = joined.length;
        joined += text + between;
        return start;
      });
      for (const { start, end } of find(joined)) {
        for (const [at, { text }] of this.#texts.entries()) {
          const own = starts[at] ?? 0;
          if (own < end && start < own + text.length) hidden.add(at);
        }
      }
    }
    for (const at of hidden) this.#cover(this.#texts[at]?.box);
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
    if (content === "") return true;
    const text = isBase64 ? Buffer.from(content, "base64").toString("utf8") : content;
    return /<image|<foreignobject|data:|%3cimage|%3cforeignobject/i.test(text) || this.#has(text);
  }

  /** Covers a frame whose content is unknown or is drawn in another size; otherwise its parts. */
  #frame(at: number, node: number, box: Box): void {
    const { contentDocumentIndex, backendNodeId } = this.#document.nodes;
    const { clientRects, offsetRects } = this.#document.layout;
    const found = contentDocumentIndex?.index.indexOf(node) ?? -1;
    const content = contentDocumentIndex?.value[found];
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
    return text !== "" && this.#options.find(text).length > 0;
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
    const { currentSourceURL } = this.#document.nodes;
    const found = currentSourceURL?.index.indexOf(node) ?? -1;
    return found === -1 ? "" : this.#text(currentSourceURL?.value[found]);
  }

  #text(index: number | undefined): string {
    return index === undefined || index < 0 ? "" : (this.#snapshot.strings[index] ?? "");
  }
}

function isField(name: string): boolean {
  return name === "INPUT" || name === "TEXTAREA" || name === "SELECT";
}

/** Addresses in a value of a style, as Chromium writes it: `url("data:…")`. */
function urlsIn(style: string): string[] {
  return [...style.matchAll(/url\("((?:[^"\\]|\\.)*)"\)/g)].map(({ 1: url = "" }) => url.replaceAll(/\\(.)/g, "$1"));
}
