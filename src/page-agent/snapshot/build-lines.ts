import { type Box, overlap } from "../box.ts";
import { firstRole, isCell } from "../cell-rule.ts";
import { oneLine } from "../page-text.ts";
import type { Accessible } from "../read/accessible.ts";
import { cellAround, cellsOf, isDataRow, isGridRow } from "../read/cells.ts";
import { type DomNode, isWithin, walk } from "../read/dom-node.ts";
import { nameOf, renderedText } from "../read/names.ts";
import { isFrameElement, type ReadPage } from "../read/read-page.ts";
import { isContainer, isControl, isHiddenTree, roleOf, typeOf } from "../read/roles.ts";
import { heldValue, statesOf } from "../read/states.ts";
import { isClickable } from "./clickable.ts";
import { groupRows, markRows, type Part } from "./group-rows.ts";
import { controlsOf, type Line, type LineKind } from "./line.ts";

const skippedTags = new Set(["script", "style", "noscript", "template", "head", "title", "datalist", "optgroup"]);

/** Roles whose text is their name, so that nothing in them but other controls has a line. */
const namedByContent = new Set([
  ...["button", "link", "tab", "menuitem", "menuitemcheckbox", "menuitemradio", "option", "checkbox", "radio"],
  ...["switch", "heading", "clickable", "combobox", "textbox", "searchbox", "slider", "spinbutton", "color", "date"],
]);

/** Maximum depth of elements in each other; what is deeper has no lines. Scripts can nest without end. */
const MAX_DEPTH = 500;

/** Makes the lines of a page, all of them: what is in view and what is not. */
export function buildLines(page: ReadPage): Line {
  return new LineBuilder(page).build();
}

class LineBuilder {
  readonly #page: ReadPage;
  #depth = 0;

  constructor(page: ReadPage) {
    this.#page = page;
  }

  build(): Line {
    const root = this.#line("container", this.#page.root, "page", {});
    adopt(root, this.#lines(this.#page.root, false));
    return root;
  }

  /** Lines of a node. `inControl`: the text is already the name of the control or heading around it. */
  #lines(node: DomNode, inControl: boolean): Line[] {
    if (node.tag === "#text") return inControl ? [] : this.#text(node);
    if (skippedTags.has(node.tag)) return [];
    if (node.style?.display === "none") return [];
    if (isFrameElement(node)) return this.#frame(node);
    const accessible = this.#page.accessible.get(node.document.session)?.get(node.backendId);
    const role = node.tag === "#root" ? "" : roleOf(node, accessible);
    if (isHiddenTree(node) && !this.#isModal(node)) return isHiddenInput(node) ? [] : this.#hidden(node, inControl);
    const own = inControl && role !== "heading" ? this.#controlLine(node, role, accessible) : undefined;
    const line = own ?? (inControl ? undefined : this.#ownLine(node, role, accessible));
    const inner = this.#inner(node, inControl || (line !== undefined && namedByContent.has(line.role)));
    if (!line) return inner;
    if (line.kind === "heading" && inner.some(({ name }) => name === line.name)) return inner;
    if (line.kind !== "container") return [line, ...inner];
    if (inner.length === 0) return [];
    adopt(line, inner);
    return [line];
  }

  #isModal(node: DomNode): boolean {
    return node.attributes.get("aria-modal") === "true";
  }

  /** Text that only eyes find is still there for whoever looks at the page; controls in it are not. */
  #hidden(node: DomNode, inControl: boolean): Line[] {
    if (node.attributes.has("inert")) return [];
    return this.#inner(node, inControl).filter(({ kind, role }) => kind === "text" || role === "clickable");
  }

  #inner(node: DomNode, inControl: boolean): Line[] {
    if (this.#depth >= MAX_DEPTH) return [];
    this.#depth += 1;
    const lines = this.#innerLines(node, inControl);
    this.#depth -= 1;
    return lines;
  }

  #innerLines(node: DomNode, inControl: boolean): Line[] {
    if (node.tag === "select" || node.tag === "textarea" || node.tag === "svg" || node.tag === "canvas") return [];
    const parts: (Part & { lines: Line[] })[] = [];
    for (const child of node.children) {
      const lines = this.#lines(child, inControl);
      if (child.tag === "br") closeLast(parts.at(-1)?.lines);
      const cells = inControl ? undefined : this.#cells(child, lines);
      if (lines.length > 0 || cells) parts.push({ child, lines, cells });
    }
    markRows(parts);
    const lines = merged(groupRows(parts, (first) => this.#line("group", first, "group", {})));
    if (!isInline(node)) for (const line of lines) line.isOpen = false;
    return lines;
  }

  /**
   * Cells of a row that has a reference: one without controls, and in a grid also one with controls in some of its cells.
   * Undefined for other nodes, and for a row with content beside its cells.
   */
  #cells(row: DomNode, lines: readonly Line[]): DomNode[] | undefined {
    const accessible = this.#page.accessible.get(row.document.session)?.get(row.backendId);
    if (!isDataRow(row, accessible) || isHiddenTree(row)) return undefined;
    const cells = cellsOf(row);
    const own = new Set(cells);
    if (lines.some(({ node }) => !cellAround(node, own, row))) return undefined;
    if (lines.length === 0 && (cells.length < 2 || hasSlot(row))) return undefined;
    const controls = lines.flatMap(controlsOf);
    const isCrowded = cells.every((cell) => controls.some(({ node }) => isWithin(node, cell)));
    if (isCrowded || (controls.length > 0 && !isGridRow(row))) return undefined;
    return cells;
  }

  #ownLine(node: DomNode, role: string, accessible: Accessible | undefined): Line | undefined {
    const control = this.#controlLine(node, role, accessible);
    if (control) return control;
    if (role === "heading" && isShown(node)) {
      const name = nameOf(node, accessible).name || renderedText(node);
      const level = Number(
        accessible?.properties.get("level") ?? node.attributes.get("aria-level") ?? node.tag.slice(1),
      );
      return name === "" ? undefined : this.#line("heading", node, role, { name, level: level || 2 });
    }
    const name = accessible ? oneLine(accessible.name) : (node.attributes.get("aria-label") ?? "");
    if (isContainer(role, name)) return this.#line("container", node, role, { name });
    return undefined;
  }

  #controlLine(node: DomNode, role: string, accessible: Accessible | undefined): Line | undefined {
    if (isControl(role) && isReachable(node, role)) {
      const { isGuessed, name } = nameOf(node, accessible);
      const facts = { name, isGuessed, value: heldValue(node, role, accessible), states: statesOf(node, accessible) };
      return this.#line("control", node, role, facts);
    }
    if (node.tag === "canvas" && isShown(node)) return this.#canvas(node);
    if (!isClickable(node, this.#page.viewport)) return undefined;
    const { isGuessed, name } = nameOf(node, accessible && accessible.name !== "" ? accessible : undefined);
    return this.#line("control", node, "clickable", { name, isGuessed, states: statesOf(node, accessible) });
  }

  /** assumed: a canvas has one line with its size; what is drawn in it is reached by coordinates. */
  #canvas(node: DomNode): Line | undefined {
    const { height = 0, width = 0 } = node.box ?? {};
    if (width < 100 || height < 60) return undefined;
    return this.#line("control", node, "canvas", { name: `${Math.round(width)}x${Math.round(height)}` });
  }

  #frame(node: DomNode): Line[] {
    if (!node.inner || !isShown(node)) return [];
    const { title, url } = node.inner.document;
    const name = oneLine(node.attributes.get("title") ?? "") || oneLine(title) || oneLine(url);
    const line = this.#line("frame", node, "iframe", { name });
    adopt(line, this.#lines(node.inner, false));
    return line.children.length > 0 ? [line] : [];
  }

  #text(node: DomNode): Line[] {
    if (!isShown(node) || isParked(node)) return [];
    const name = oneLine(node.text);
    if (name === "") return [];
    // Separators between links say nothing.
    if (/^[|·•»›>/–—-]+$/u.test(name)) return [];
    const spaces = { startsSpaced: /^\s/u.test(node.content), endsSpaced: /\s$/u.test(node.content) };
    return [this.#line("text", node, "text", { name, isOpen: true, ...spaces })];
  }

  #line(kind: LineKind, node: DomNode, role: string, facts: Partial<Line>): Line {
    const { box, document } = node;
    const isInView = box !== undefined && document.view !== undefined && overlap(box, document.view) !== undefined;
    const none = { name: "", isGuessed: false, value: undefined, states: [], level: 0, children: [] };
    const spaces = { startsSpaced: false, endsSpaced: false };
    const open = { ...spaces, parent: undefined, isOpen: false, row: undefined, cells: undefined, cover: undefined };
    return { kind, node, role, box, isInView, ...none, ...open, ...facts };
  }
}

function adopt(parent: Line, children: Line[]): void {
  parent.children = withoutLabels(children);
  for (const child of parent.children) child.parent = parent;
}

/** Leaves out a text beside the control that it is the name of. */
function withoutLabels(lines: readonly Line[]): Line[] {
  return lines.filter((line, at) => {
    if (line.kind !== "text") return true;
    const beside = [lines[at - 1], lines[at + 1], lines[at + 2]];
    return !beside.some((other) => other?.kind === "control" && isLabel(line.name, other.name));
  });
}

function isLabel(text: string, name: string): boolean {
  const bare = (label: string): string => label.replace(/[\s:*]+$/u, "").toLowerCase();
  return bare(text) === bare(name) || (text.length > 3 && name.startsWith(text));
}

/** Joins the texts of a paragraph, which elements within the line have split. */
function merged(lines: readonly Line[]): Line[] {
  const out: Line[] = [];
  for (const line of lines) {
    const last = out.at(-1);
    if (last?.isOpen && line.isOpen && last.kind === "text" && line.kind === "text") {
      last.name += `${last.endsSpaced || line.startsSpaced ? " " : ""}${line.name}`;
      last.endsSpaced = line.endsSpaced;
    } else out.push(line);
  }
  return out;
}

function closeLast(lines: readonly Line[] | undefined): void {
  const last = lines?.at(-1);
  if (last) last.isOpen = false;
}

function isInline({ attributes, style, tag }: DomNode): boolean {
  const display = style?.display ?? "";
  if (isCell(tag, firstRole(attributes.get("role")))) return false;
  return tag !== "#root" && tag !== "label" && (display === "inline" || display === "contents");
}

function isShown({ box, style }: DomNode): boolean {
  return box !== undefined && style?.visibility === "visible" && box.width > 0 && box.height > 0;
}

/** Boxes that pages park outside of what can be scrolled to, for screen readers. */
function isParked({ box }: { box: Box | undefined }): boolean {
  return box !== undefined && (box.x + box.width < 0 || box.y + box.height < -100_000 || box.width <= 1);
}

/** True for an element that shows content from another place of the document. */
function hasSlot(root: DomNode): boolean {
  let found = false;
  walk(root, ({ tag }) => {
    found ||= tag === "slot";
    return !found;
  });
  return found;
}

function isHiddenInput(node: DomNode): boolean {
  return node.tag === "input";
}

/**
 * True for a control that a person can get at. A field for a file, a check box and a radio button may be invisible: what
 * is drawn in their place is their label.
 */
function isReachable(node: DomNode, role: string): boolean {
  if (node.tag === "input" && typeOf(node) === "hidden") return false;
  // Often a button or a label stands for a field of files that is not rendered at all.
  if (role === "file") return true;
  if (role === "checkbox" || role === "radio" || role === "switch") return node.style !== undefined;
  if (role === "option" && node.tag === "option") return false;
  return isShown(node) && !isParked(node) && node.style?.opacity !== "0";
}
