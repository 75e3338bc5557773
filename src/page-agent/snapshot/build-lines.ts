import { overlap } from "../box.ts";
import { firstRole, isCell } from "../cell-rule.ts";
import { bare, oneLine } from "../page-text.ts";
import type { Accessible } from "../read/accessible.ts";
import { cellAround, cellsOf, isDataRow, isGridRow } from "../read/cells.ts";
import { type DomNode, isWithin, walk } from "../read/dom-node.ts";
import { comboboxAround, drawnList, labelOf, labelOfHidden, listOpener, wrapsField } from "../read/drawn-list.ts";
import { drawnSliders } from "../read/drawn-slider.ts";
import { actionName, isIcon, nameOf, ownText, renderedText } from "../read/names.ts";
import { isFrameElement, type ReadPage } from "../read/read-page.ts";
import {
  isContainer,
  isControl,
  isEditable,
  isHiddenTree,
  markupRole,
  mouseRoles,
  roleOf,
  typeOf,
} from "../read/roles.ts";
import { heldValue, statesOf } from "../read/states.ts";
import { isParked, isReachable, isShown } from "../read/visible.ts";
import { type Paced, PIECE } from "../waiting.ts";
import { mouseRole } from "./clickable.ts";
import { groupRows, markRows, type Part } from "./group-rows.ts";
import { adopt, closeLast, merged, withoutTwin } from "./join-lines.ts";
import { controlsOf, type Line, type LineKind } from "./line.ts";

const skippedTags = new Set(["script", "style", "noscript", "template", "head", "title", "datalist", "optgroup"]);

/** Roles whose text is their name, so that nothing in them but other controls has a line. */
const namedByContent = new Set([
  ...["button", "link", "tab", "menuitem", "menuitemcheckbox", "menuitemradio", "option", "checkbox", "radio"],
  ...["switch", "heading", "combobox", "textbox", "searchbox", "slider", "spinbutton", "color", "date", ...mouseRoles],
]);

/** Width of the edge of a column, in CSS pixels. */
const MAX_EDGE = 10;

/** Maximum number of characters that a sign stands beside. */
const MAX_CONTEXT = 60;

/** Maximum number of cells of a row that has a reference. */
const MAX_CELLS = 1_000;

/** Maximum depth of elements in each other; what is deeper has no lines. Scripts can nest without end. */
const MAX_DEPTH = 500;

/** Makes the lines of a page, all of them: what is in view and what is not. */
export function buildLines(page: ReadPage): Paced<Line> {
  return new LineBuilder(page).build();
}

class LineBuilder {
  readonly #page: ReadPage;
  /** Texts that are the value of a control. */
  readonly #said = new Set<DomNode>();
  #depth = 0;
  #visited = 0;

  constructor(page: ReadPage) {
    this.#page = page;
  }

  *build(): Paced<Line> {
    const root = this.#line("container", this.#page.root, "page", {});
    adopt(root, yield* this.#lines(this.#page.root, false));
    return root;
  }

  /** Lines of a node. `inControl`: the text is already the name of the control or heading around it. */
  *#lines(node: DomNode, inControl: boolean): Paced<Line[]> {
    if (node.tag === "#text") return inControl ? [] : this.#text(node);
    if (skippedTags.has(node.tag)) return [];
    if (node.style?.display === "none") return [];
    if (isFrameElement(node)) return yield* this.#frame(node);
    const accessible = this.#page.accessible.get(node.document.session)?.get(node.backendId);
    const role = node.tag === "#root" ? "" : roleOf(node, accessible);
    if (isHiddenTree(node) && !this.#isModal(node)) return yield* this.#hidden(node, inControl);
    const inner = inControl && role !== "heading" ? this.#controlLine(node, role, accessible) : undefined;
    const own = inner && withContext(inner);
    const line = own ?? (inControl ? undefined : this.#ownLine(node, role, accessible));
    const lines = yield* this.#inner(node, inControl || (line !== undefined && saysContent(line)));
    if (!line) return lines;
    if (line.kind === "control") return withoutTwin(line, lines);
    if (line.kind === "heading" && lines.some(({ name }) => name === line.name)) return lines;
    if (line.kind !== "container") return [line, ...lines];
    if (lines.length === 0) return [];
    adopt(line, lines);
    return [line];
  }

  #isModal(node: DomNode): boolean {
    return node.attributes.get("aria-modal") === "true";
  }

  /**
   * Text that only eyes find is still there for whoever looks at the page, and so is a button that hides itself alone from
   * others, such as the cross of a dialog; controls in a hidden part are not.
   */
  *#hidden(node: DomNode, inControl: boolean): Paced<Line[]> {
    if (node.tag === "input" || node.attributes.has("inert")) return [];
    const role = markupRole(node);
    if (!inControl && (role === "button" || role === "link") && isReachable(node, role)) {
      const line = this.#controlLine(node, role, undefined);
      if (line) return [line];
    }
    // Handles that the mouse alone drags are often hidden from others, and so are crosses that are a picture alone.
    const { dragged, viewport } = this.#page;
    const isHandle = !inControl && mouseRole(node, viewport, dragged) === "draggable";
    const handle = isHandle ? this.#controlLine(node, role, undefined) : this.#pictureSign(node);
    if (handle) return [handle];
    const lines = (yield* this.#inner(node, inControl)).filter(
      ({ kind, role }) => kind === "text" || mouseRoles.has(role),
    );
    return isGutter(node, lines) ? [] : lines;
  }

  *#inner(node: DomNode, inControl: boolean): Paced<Line[]> {
    if (this.#depth >= MAX_DEPTH) return [];
    this.#depth += 1;
    const lines = yield* this.#innerLines(node, inControl);
    this.#depth -= 1;
    return lines;
  }

  *#innerLines(node: DomNode, inControl: boolean): Paced<Line[]> {
    if (node.tag === "select" || node.tag === "textarea" || node.tag === "svg" || node.tag === "canvas") return [];
    const parts: (Part & { lines: Line[] })[] = [];
    const sliders = drawnSliders(node.children);
    const fields = new Set(sliders.values());
    for (const child of node.children) {
      this.#visited += 1;
      if (this.#visited % PIECE === 0) yield;
      if (fields.has(child)) continue;
      const field = sliders.get(child);
      const lines = field ? [this.#slider(child, field)] : yield* this.#lines(child, inControl);
      if (child.tag === "br") closeLast(parts.at(-1)?.lines);
      const cells = inControl ? undefined : this.#cells(child, lines);
      if (lines.length > 0 || cells) parts.push({ child, lines, cells });
    }
    const shown = parts.flatMap(({ lines }) => lines);
    // Nested elements with one child each visit few nodes, and pass all of their lines up.
    if (shown.length >= PIECE) yield;
    const said = shown.filter((line) => this.#isSaid(line));
    // Alone they stay until what they stand beside is known.
    if (said.length > 0 && said.length < shown.length)
      for (const part of parts) part.lines = withoutSaid(part.lines, said);
    yield* markRows(parts);
    const all = merged(yield* groupRows(parts, (first) => this.#line("group", first, "group", {})));
    if (isInline(node)) return all;
    const lines = all.filter(({ kind, name }) => kind !== "text" || !isLoneSign(name));
    for (const line of lines) line.isOpen = false;
    return lines;
  }

  /** True for a text that the value of a control says. */
  #isSaid({ kind, name, node }: Line): boolean {
    return kind === "text" && this.#said.has(node) && oneLine(node.text) === name;
  }

  /**
   * Cells of a row that has a reference: one without controls, and in a grid also one with controls in some of its cells.
   * Undefined for other nodes, for a row of too many cells, and for one with content beside its cells.
   */
  #cells(row: DomNode, lines: readonly Line[]): DomNode[] | undefined {
    const accessible = this.#page.accessible.get(row.document.session)?.get(row.backendId);
    if (!isDataRow(row, accessible) || isHiddenTree(row)) return undefined;
    const cells = cellsOf(row);
    const own = new Set(cells);
    if (lines.some(({ node }) => !cellAround(node, own, row))) return undefined;
    if (cells.length > MAX_CELLS || (lines.length === 0 && (cells.length < 2 || hasSlot(row)))) return undefined;
    const operated = new Set(lines.flatMap(controlsOf).map(({ node }) => cellAround(node, own, row)));
    const isCrowded = cells.every((cell) => operated.has(cell));
    if (isCrowded || (operated.size > 0 && !isGridRow(row))) return undefined;
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
      if (role === "combobox" && wrapsField(node)) return undefined;
      const own = { ...nameOf(node, accessible), value: heldValue(node, role, accessible) };
      // A menu keeps a distance between its items by an empty one.
      if (role === "menuitem" && own.name === "" && !node.clickable) return undefined;
      return this.#line("control", node, role, {
        ...this.#drawn(node, role, own),
        states: this.#states(node, accessible),
      });
    }
    if (node.tag === "canvas" && isShown(node)) return this.#canvas(node);
    const { dragged, viewport } = this.#page;
    const use = mouseRole(node, viewport, dragged);
    if (!use) return dragged.emptyLists.has(node) ? this.#emptyList(node) : undefined;
    const own = use === "draggable" ? ownText(node) : "";
    // With controls in it an item is known by all of its texts, as a row is.
    const isRecord = own !== "" && own !== renderedText(node);
    const known = isRecord ? { isGuessed: false, name: own } : nameOf(node, accessible?.name ? accessible : undefined);
    if ((known.name === "" || known.isGuessed) && isEdge(node)) return undefined;
    if (known.name === "" && drawsMark(node)) return undefined;
    // A control of a row that shows it to the mouse alone is outside of the page until then.
    const kind = use === "clickable" && isControl(role) ? role : use;
    return this.#line("control", node, kind, {
      ...known,
      states: statesOf(node, accessible),
      row: isRecord ? node : undefined,
    });
  }

  /** Facts of a control, those of the list that is drawn around it instead where there is one. */
  #drawn(node: DomNode, role: string, known: Pick<Line, "isGuessed" | "name" | "value">): Partial<Line> {
    const opener = listOpener(node, role);
    if (opener) return { name: opener.label, isGuessed: true, value: opener.value };
    const hidden = known.name === "" || known.isGuessed ? labelOfHidden(node, role) : "";
    const own = hidden === "" ? known : { ...known, name: hidden, isGuessed: true };
    const drawn = drawnList(node, role, own === known && own.isGuessed ? "" : own.name, own.value ?? "");
    if (!drawn) return own;
    for (const text of drawn.texts) this.#said.add(text);
    const { label, value } = drawn;
    return label === undefined || label === "" ? { ...own, value } : { name: label, isGuessed: true, value };
  }

  /** States of a control, and those of the combobox that only wraps it. */
  #states(node: DomNode, accessible: Accessible | undefined): string[] {
    const around = node.tag === "input" ? comboboxAround(node) : undefined;
    return [...statesOf(node, accessible), ...(around ? statesOf(around, undefined) : [])];
  }

  /** Slider that the page draws beside the field that holds its value. */
  #slider(node: DomNode, field: DomNode): Line {
    const accessible = this.#page.accessible.get(field.document.session)?.get(field.backendId);
    const states = statesOf(field, accessible).filter((state) => state !== "read-only");
    const name = oneLine(accessible?.name ?? "") || labelOf(field);
    return this.#line("control", node, "slider", { name, isGuessed: true, value: oneLine(field.value ?? ""), states });
  }

  /** Picture that is pressed, also in a control that is pressed for something else, and says by its class what it does. */
  #pictureSign(node: DomNode): Line | undefined {
    const isPressed = node.style?.cursor === "pointer" && node.parent?.style?.cursor !== "pointer";
    const name = node.tag === "svg" && isPressed && isShown(node) ? actionName(node) : "";
    return name === "" ? undefined : this.#line("control", node, "clickable", { name, isGuessed: true });
  }

  /** List that items can be dragged into. */
  #emptyList(node: DomNode): Line {
    const { name } = nameOf(node, undefined);
    return this.#line("control", node, "list", { name, isGuessed: true, states: ["empty"] });
  }

  /** assumed: a canvas has one line with its size; what is drawn in it is reached by coordinates. */
  #canvas(node: DomNode): Line | undefined {
    const { height = 0, width = 0 } = node.box ?? {};
    if (width < 100 || height < 60) return undefined;
    return this.#line("control", node, "canvas", { name: `${Math.round(width)}x${Math.round(height)}` });
  }

  *#frame(node: DomNode): Paced<Line[]> {
    if (!node.inner || !isShown(node)) return [];
    const { title, url } = node.inner.document;
    const name = oneLine(node.attributes.get("title") ?? "") || oneLine(title) || oneLine(url);
    const line = this.#line("frame", node, "iframe", { name });
    adopt(line, yield* this.#lines(node.inner, false));
    return line.children.length > 0 ? [line] : [];
  }

  #text(node: DomNode): Line[] {
    if (!isShown(node) || isParked(node) || isIcon(node)) return [];
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

/** Leaves out texts that the value of a control beside them says; a sign or button beside such a text is named by it. */
function withoutSaid(lines: readonly Line[], said: readonly Line[]): Line[] {
  const isBeside = ({ node }: Line): boolean => said.some((text) => node.parent && isWithin(text.node, node.parent));
  return lines.filter((line) => !said.includes(line)).map((line) => (isBeside(line) ? withItem(line) : line));
}

/** A sign in a widget, such as the cross of a chosen value, with the text that it stands beside. */
function withContext(line: Line): Line {
  const { kind, name, node, role } = line;
  const isSign = kind === "control" && (mouseRoles.has(role) || role === "button") && !/[\p{L}\p{N}]/u.test(name);
  if (!isSign || !node.parent) return line;
  const context = renderedText(node.parent);
  return context.length > MAX_CONTEXT ? line : { ...line, name: context, isGuessed: true };
}

/** A button of an item whose text is the value of the control around it, with that text: it removes one of several. */
function withItem(line: Line): Line {
  const { kind, name, node, role } = line;
  const item = kind === "control" && role === "button" && name !== "" ? ownText(node.parent ?? node) : "";
  if (item === "" || item.length > MAX_CONTEXT || ` ${name} `.includes(` ${item} `)) return withContext(line);
  return { ...line, name: `${name} ${item}`, isGuessed: true };
}

/** True for a line whose name has the texts in it; a slide may be labelled "1 of 4" instead. */
function saysContent({ name, node, role }: Line): boolean {
  if (role !== "clickable") return namedByContent.has(role);
  return bare(name).includes(bare(renderedText(node)));
}

/** True for a sign between controls, or after one: it belongs to no text. */
function isLoneSign(text: string): boolean {
  return /^[.,:;]$/.test(text);
}

function isInline({ attributes, style, tag }: DomNode): boolean {
  const display = style?.display ?? "";
  if (isCell(tag, firstRole(attributes.get("role")))) return false;
  return tag !== "#root" && tag !== "label" && (display === "inline" || display === "contents");
}

/** True for the edge of a column or a pane, which only changes its size. */
function isEdge({ box, style }: DomNode): boolean {
  const { height = 0, width = 0 } = box ?? {};
  const [thin, long] = [Math.min(width, height), Math.max(width, height)];
  return style?.cursor.endsWith("resize") === true || (thin < MAX_EDGE && long > 2 * thin);
}

/** True for what draws the check box or the radio button beside it, which is pressed in its place. */
function drawsMark({ box, parent }: DomNode): boolean {
  const isOver = (field: DomNode): boolean => {
    const shared = box && field.box && overlap(box, field.box);
    return shared?.width === box?.width && shared?.height === box?.height;
  };
  const isMark = (node: DomNode): boolean => node.tag === "input" && ["checkbox", "radio"].includes(typeOf(node));
  return parent?.children.some((beside) => isMark(beside) && isOver(beside)) === true;
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

/** True for the numbers of the lines of an editor, beside it. */
function isGutter({ parent }: DomNode, lines: readonly Line[]): boolean {
  return (
    lines.length > 0 && lines.every(({ name }) => /^\d+$/.test(name)) && parent?.children.some(isEditable) === true
  );
}
