import { quoted } from "../page-text.ts";
import { ancestor, type DomNode, type FrameDocument, isWithin, walk } from "../read/dom-node.ts";
import { renderedText } from "../read/names.ts";
import { markupRole } from "../read/roles.ts";
import { isDrawnOver, labelOf, surfaceOf } from "../read/surface.ts";
import type { TargetSession } from "../target.ts";
import { type Line, shownControls } from "./line.ts";

/** Maximum number of controls that are examined (measured: 150 take 5 to 30 ms). */
const MAX_CONTROLS = 150;

/** Notes at controls in view what is in front of their middle. Only the browser itself knows: boxes and order mislead. */
export async function markCovers(root: Line, lines: Iterable<Line>): Promise<Line[]> {
  const seen = shownControls(lines).filter(({ isInView, node }) => isInView && node.box);
  const examined = seen.slice(0, MAX_CONTROLS);
  const byId = nodesByTarget(root.node);
  const labels = labelsIn(root.node);
  const covered = await Promise.all(
    examined.map(async ({ node, role }) => {
      const cover = await coverOf(node, role, byId);
      const label = cover !== undefined && toggles.has(role) ? labelOf(node, labels) : undefined;
      return label ? coverOf(label, role, byId) : cover;
    }),
  );
  const marked: Line[] = [];
  for (const [at, cover] of covered.entries()) {
    const line = examined[at];
    if (!line || cover === undefined) continue;
    line.cover = cover;
    marked.push(line);
  }
  return marked;
}

/** Roles of controls that are often drawn by their label. */
const toggles = new Set(["checkbox", "radio", "switch"]);

/** Labels by the ids of their fields. */
function labelsIn(root: DomNode): Map<string, DomNode> {
  const found = new Map<string, DomNode>();
  walk(root, (node) => {
    const id = node.tag === "label" && node.box ? node.attributes.get("for") : undefined;
    if (id !== undefined && !found.has(id)) found.set(id, node);
    return true;
  });
  return found;
}

type NodesById = ReadonlyMap<TargetSession, ReadonlyMap<number, DomNode>>;

function nodesByTarget(root: DomNode): NodesById {
  const found = new Map<TargetSession, Map<number, DomNode>>();
  const add = (from: DomNode): void =>
    walk(from, (node) => {
      const known = found.get(node.document.session) ?? new Map<number, DomNode>();
      found.set(node.document.session, known.set(node.backendId, node));
      if (node.inner) add(node.inner);
      return true;
    });
  add(root);
  return found;
}

async function coverOf(node: DomNode, role: string, byId: NodesById): Promise<string | undefined> {
  // Each target answers for its own viewport; what shows the target answers for what is in front of it.
  for (let shown: DomNode | undefined = node; shown; shown = ownerInAnotherTarget(shown)) {
    const hit = await nodeAtMiddle(shown, node, byId);
    if (!hit || isWithin(hit, shown) || isWithin(shown, hit) || isLabelOf(hit, shown)) continue;
    if (shown !== node || !isDrawing(hit, node, role)) return coverName(hit);
  }
  return undefined;
}

/** True for what draws the field itself: the chosen option of a list, the lines of an editor. */
function isDrawing(hit: DomNode, field: DomNode, role: string): boolean {
  if (isDrawnOver(hit, field, role)) return true;
  const isClipped = [field, field.parent].some((node) => node?.box && (node.box.width < 4 || node.box.height < 4));
  const surface = isClipped ? surfaceOf(field, role) : undefined;
  return surface !== undefined && isWithin(hit, surface);
}

function ownerInAnotherTarget(node: DomNode): DomNode | undefined {
  let { owner, session } = node.document;
  while (owner && owner.document.session === session) owner = owner.document.owner;
  return owner;
}

async function nodeAtMiddle(shown: DomNode, { box }: DomNode, byId: NodesById): Promise<DomNode | undefined> {
  if (!box) return undefined;
  const { session } = shown.document;
  const top = topDocument(shown);
  // The protocol counts from the beginning of the document, not of its viewport.
  const x = Math.round(box.x + box.width / 2 - top.x + top.scrollX);
  const y = Math.round(box.y + box.height / 2 - top.y + top.scrollY);
  const query = { x, y, includeUserAgentShadowDOM: false, ignorePointerEventsNone: false };
  const answer = await session.send("DOM.getNodeForLocation", query).catch(() => undefined);
  const hit = answer && byId.get(session)?.get(answer.backendNodeId);
  // Generated content is hit in place of the element that it belongs to.
  return hit?.tag.startsWith("::") ? hit.parent : hit;
}

/** Document of a target that shows the others of it. */
function topDocument({ document }: DomNode): FrameDocument {
  let at = document;
  while (at.owner && at.owner.document.session === at.session) at = at.owner.document;
  return at;
}

/** True for the label of a control, which passes a click on. */
function isLabelOf(hit: DomNode, control: DomNode): boolean {
  const label = hit.tag === "label" ? hit : ancestor(hit, ({ tag }) => tag === "label");
  if (!label) return false;
  const id = control.attributes.get("id");
  return isWithin(control, label) || (id !== undefined && label.attributes.get("for") === id);
}

const coverRoles = new Set(["dialog", "alertdialog", "region", "navigation", "banner", "complementary", "main"]);

/** Name of an element that is in front: its label, otherwise its first words. */
function coverName(node: DomNode): string {
  const named = isNamed(node) ? node : ancestor(node, isNamed);
  if (named) return quoted(named.attributes.get("aria-label") ?? "", 40);
  const text = renderedText(topOf(node));
  if (text !== "") return quoted(text, 30);
  return node.attributes.get("id") ? `#${node.attributes.get("id")}` : `a ${node.tag}`;
}

function isNamed({ attributes }: DomNode): boolean {
  return Boolean(attributes.get("aria-label"));
}

/** Largest element around a node that is still one thing: a dialog, or what has little text. */
function topOf(node: DomNode): DomNode {
  const dialog = ancestor(node, (above) => coverRoles.has(markupRole(above)));
  return dialog ?? node;
}
