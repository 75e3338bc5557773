import { withoutEnd } from "../../core/without-end.ts";
import { fieldRoles } from "../read/roles.ts";
import type { Line } from "./line.ts";

/** Number of characters from which on a paragraph is joined no further; no more of it is shown. */
const MAX_JOINED = 4_000;

/** Hangs lines below another one, without those that only say the name of one beside them. */
export function adopt(parent: Line, children: Line[]): void {
  const [first, ...rest] = children;
  const isTitle = parent.kind === "container" && first?.kind === "text" && first.name === parent.name;
  parent.children = withoutLabels(isTitle ? rest : children);
  for (const child of parent.children) child.parent = parent;
}

/** Leaves out a text beside the control that it is the name of, and a label that gives the next control the focus. */
function withoutLabels(lines: readonly Line[]): Line[] {
  return lines.filter((line, at) => {
    const next = lines[at + 1];
    if (line.role === "clickable") return !(next && isLabelledBy(next, line) && isLabel(line.name, next.name));
    if (line.kind !== "text") return true;
    // A button that expands an item of a tree stands between its name and its text.
    const item = lines[at - 2]?.role === "treeitem" ? lines[at - 2] : undefined;
    const beside = [item, lines[at - 1], next, lines[at + 2]];
    return !beside.some((other) => other?.kind === "control" && isLabel(line.name, other.name));
  });
}

function isLabelledBy({ node }: Line, label: Line): boolean {
  const id = label.node.attributes.get("id") ?? "";
  return id !== "" && (node.attributes.get("aria-labelledby") ?? "").split(/\s+/).includes(id);
}

function isLabel(text: string, name: string): boolean {
  const bare = (label: string): string => withoutEnd(label, " :*").toLowerCase();
  return bare(text) === bare(name) || (text.length > 3 && name.startsWith(text));
}

/** Joins the texts of a paragraph, which elements within the line have split. */
export function merged(lines: readonly Line[]): Line[] {
  const out: Line[] = [];
  for (const line of lines) {
    const last = out.at(-1);
    if (last?.isOpen && line.isOpen && last.kind === "text" && line.kind === "text") {
      if (last.name.length < MAX_JOINED) last.name += `${last.endsSpaced || line.startsSpaced ? " " : ""}${line.name}`;
      last.endsSpaced = line.endsSpaced;
    } else out.push(line);
  }
  return out;
}

/** Ends the text of the last line: what follows is in another line. */
export function closeLast(lines: readonly Line[] | undefined): void {
  const last = lines?.at(-1);
  if (last) last.isOpen = false;
}

/** Roles of controls that can stand in another one of the same name and are something else, but not in each other. */
const marked = new Set(["checkbox", "radio", "switch"]);

/**
 * A control and the lines in it, without the one control that is the same thing once more: the link of a tab, or of an item
 * of a menu, or the field of a drawn check box. What that one says about itself stays. Of an item and the field in it the
 * field stays, because it takes the text.
 */
export function withoutTwin(line: Line, inner: readonly Line[]): Line[] {
  const [twin, ...others] = inner;
  if (twin?.kind !== "control" || others.length > 0 || line.name === "") return [line, ...inner];
  const isMark = marked.has(line.role) && marked.has(twin.role);
  // A mark that does not say its state is drawn around the one that does.
  const isDrawing = isMark && line.node.tag !== "input" && !line.node.attributes.has("aria-checked");
  if (isDrawing) return twin.name === line.name ? [twin] : [line, ...inner];
  const isSame = twin.name === line.name || (isMark && (twin.name === "" || twin.isGuessed));
  if (!isSame || (marked.has(twin.role) && !isMark)) return [line, ...inner];
  if (fieldRoles.has(twin.role) && !fieldRoles.has(line.role)) return [twin];
  return [{ ...line, states: [...new Set([...line.states, ...twin.states])] }];
}
