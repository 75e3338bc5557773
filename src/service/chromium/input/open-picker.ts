import { within } from "../../../core/pause.ts";
import type { BrowserConnection } from "../browser-connection.ts";
import { CdpError, type CdpMethod, type CdpParams, type CdpResult, type CdpSession } from "../cdp.ts";
import { SERVICE_WORLD } from "../isolated-world.ts";
import type { InputPage } from "./input-page.ts";

/** Control of a page whose picker is open, and its box in CSS pixels of the viewport. */
export interface OpenPicker {
  /** `select` has a list of options, `input` a calendar, clock or palette. */
  control: "select" | "input";
  left: number;
  top: number;
  right: number;
  bottom: number;
}

/** Page that is searched. */
export type SearchedPage = Pick<InputPage, "connection" | "session" | "evaluate" | "send">;

/**
 * Result of a search in one tree: a picker, or the position of a frame or element whose tree the script cannot enter.
 */
interface Found {
  picker?: OpenPicker;
  beyond?: { left: number; top: number };
}

/** Time limit of a search in frames of other sites; a frame that does not answer counts as a frame without a picker. */
const BEYOND_BOUND_MS = 1_000;
/** Maximum depth of frames that are searched. */
const MAX_DEPTH = 8;

/**
 * Finds an open picker in a tree, then in the nested tree that has the focus, and so on. The pickers of a select with
 * `appearance: base-select` are part of the page and take clicks themselves.
 */
const SEARCH = `function search(root, left, top) {
  const inPage = (control) => control.localName === "select" && [null, "::picker(select)"].every(
    (part) => getComputedStyle(control, part).appearance === "base-select");
  // Two searches by name are several times as fast as one for both, in a page of many elements.
  for (const control of [...root.querySelectorAll("select:open"), ...root.querySelectorAll("input:open")]) {
    if (inPage(control)) continue;
    const box = control.getBoundingClientRect();
    return { picker: { control: control.localName, left: left + box.left, top: top + box.top,
      right: left + box.right, bottom: top + box.bottom } };
  }
  const active = root.activeElement;
  if (active?.shadowRoot) return search(active.shadowRoot, left, top);
  const isFrame = active?.localName === "iframe" || active?.localName === "frame";
  if (!isFrame) return active?.localName.includes("-") ? { beyond: { left, top } } : {};
  const [box, style] = [active.getBoundingClientRect(), getComputedStyle(active)];
  left += box.left + active.clientLeft + parseFloat(style.paddingLeft);
  top += box.top + active.clientTop + parseFloat(style.paddingTop);
  return active.contentDocument ? search(active.contentDocument, left, top) : { beyond: { left, top } };
}`;

/** The element with the focus, in the innermost tree that scripts can enter. */
const INNERMOST = `function innermost(root) {
  const active = root.activeElement;
  const inner = active?.shadowRoot ?? active?.contentDocument;
  return inner ? innermost(inner) : active;
}`;

/**
 * Open picker of a page: in its main frame, in the frame with the focus, or in shadow trees with the focus. A page that
 * has the focus in its main frame costs one evaluation.
 *
 * assumed: a picker that a script has opened in a tree without the focus is not found.
 */
export async function openPicker(page: SearchedPage): Promise<OpenPicker | undefined> {
  const found = await page.evaluate<Found | undefined>(`(${SEARCH})(document, 0, 0)`);
  if (!found?.beyond) return found?.picker;
  const search = new BeyondSearch(page.connection);
  try {
    const main = await page.send("Page.getFrameTree");
    const picker = search.inFrame(page.session, main.frameTree.frame.id, { left: 0, top: 0 }, MAX_DEPTH);
    return await within(picker, BEYOND_BOUND_MS);
  } finally {
    search.end();
  }
}

interface Corner {
  left: number;
  top: number;
}

/** Search in closed shadow trees, and in frames of other origins, which may have processes of their own. */
class BeyondSearch {
  readonly #connection: BrowserConnection;
  readonly #attached: string[] = [];
  #ended = false;

  constructor(connection: BrowserConnection) {
    this.#connection = connection;
  }

  /** Detaches from the frames that were searched. */
  end(): void {
    this.#ended = true;
    for (const sessionId of this.#attached) this.#detach(sessionId);
  }

  /** Undefined also for a frame that no longer exists. */
  async inFrame(session: CdpSession, frameId: string, at: Corner, depth: number): Promise<OpenPicker | undefined> {
    try {
      const world = { frameId, worldName: SERVICE_WORLD };
      const { executionContextId } = await session.send("Page.createIsolatedWorld", world);
      const options = { expression: "document", contextId: executionContextId };
      const { result } = await session.send("Runtime.evaluate", options);
      if (result.objectId === undefined) return undefined;
      return await this.#inTree(session, executionContextId, result.objectId, at, depth);
    } catch (error) {
      if (error instanceof CdpError) return undefined;
      throw error;
    }
  }

  async #inTree(
    session: CdpSession,
    contextId: number,
    objectId: string,
    at: Corner,
    depth: number,
  ): Promise<OpenPicker | undefined> {
    const call = <M extends CdpMethod>(method: M, params: CdpParams<M>[0]): Promise<CdpResult<M>> =>
      session.send(method, params);
    const inTree = { objectId, functionDeclaration: `function (left, top) { return (${SEARCH})(this, left, top); }` };
    const args = [{ value: at.left }, { value: at.top }];
    const { result } = await call("Runtime.callFunctionOn", { ...inTree, arguments: args, returnByValue: true });
    const { picker, beyond } = result.value as Found;
    if (picker || !beyond || depth === 0 || this.#ended) return picker;
    const active = { objectId, functionDeclaration: `function () { return (${INNERMOST})(this); }` };
    const element = (await call("Runtime.callFunctionOn", active)).result.objectId;
    if (element === undefined) return undefined;
    const { node } = await call("DOM.describeNode", { objectId: element, depth: 0 });
    if (node.frameId !== undefined && node.localName.endsWith("frame")) {
      return this.inFrame(await this.#sessionOf(session, node.frameId), node.frameId, beyond, depth - 1);
    }
    const [shadow] = node.shadowRoots ?? [];
    if (!shadow) return undefined;
    const inWorld = { backendNodeId: shadow.backendNodeId, executionContextId: contextId };
    const { object } = await call("DOM.resolveNode", inWorld);
    if (object.objectId === undefined) return undefined;
    return this.#inTree(session, contextId, object.objectId, beyond, depth - 1);
  }

  /** Session for a frame: the session of its parent, or a separate one when the frame has its own process. */
  async #sessionOf(parent: CdpSession, frameId: string): Promise<CdpSession> {
    const params = { targetId: frameId, flatten: true };
    const attached = await this.#connection.send("Target.attachToTarget", params).catch((error: unknown) => {
      if (error instanceof CdpError) return undefined;
      throw error;
    });
    if (!attached) return parent;
    this.#attached.push(attached.sessionId);
    if (this.#ended) this.#detach(attached.sessionId);
    return this.#connection.session(attached.sessionId);
  }

  #detach(sessionId: string): void {
    this.#connection.send("Target.detachFromTarget", { sessionId }).catch(() => {});
  }
}
