import { type CheckedElement, checkElement, type Needs } from "../page-agent/act/check-element.ts";
import { type ElementHandle, type ElementPage, type FoundElement, findNode } from "../page-agent/act/element-handle.ts";
import { worldOf } from "../page-agent/evaluate.ts";
import type { Reference } from "../page-agent/references.ts";
import { Refusal } from "../page-agent/requests.ts";
import type { Attached } from "./attached.ts";
import type { Patience } from "./patience.ts";
import type { Targets } from "./targets.ts";

/** Name of the isolated worlds in which the helpers run scripts. */
export const WORLD = "browserctl.repl";

/** Element that a helper is given: a CSS selector, or a node of the accessibility tree by its backend id. */
export type ElementTarget = string | { readonly backendNodeId: number };

/** Page with the frame that is attached. */
export interface FramePage extends ElementPage {
  readonly session: Attached;
  readonly frame: Attached;
  readonly frameId: string;
  dialog(): { readonly type: string; readonly message: string } | undefined;
}

/** Elements of the attached target, as a person can use them. */
export class Elements {
  readonly #targets: Targets;
  readonly #patience: Patience;
  readonly #script: string;

  /** @param script packaged script of `src/page-agent/page` for operations on elements */
  constructor(targets: Targets, patience: Patience, script: string) {
    this.#targets = targets;
    this.#patience = patience;
    this.#script = script;
  }

  /** The attached frame, and the page that it is in. */
  async page(): Promise<FramePage> {
    const frame = await this.#targets.attached();
    const session = await this.#targets.pageOf(frame);
    const { frameTree } = await frame.send("Page.getFrameTree");
    return {
      session,
      frame,
      frameId: frameTree.frame.id,
      worldName: WORLD,
      remoteFrames: () => this.#targets.remoteFrames(),
      script: async () => this.#script,
      dialog: () => {
        const dialog = session.dialog();
        return dialog && { type: String(dialog["type"]), message: String(dialog["message"]) };
      },
    };
  }

  /**
   * Finds the only visible element and does a work on it, again and again while it is not visible, disabled, moving or
   * covered, for `timeoutSec`. Throws its last reason.
   */
  async operate<T>(
    helper: string,
    target: unknown,
    needs: Needs,
    timeoutSec: number,
    work: (page: FramePage, checked: CheckedElement) => Promise<T>,
  ): Promise<T> {
    const wanted = readTarget(helper, target);
    let last: unknown;
    const done = await this.#patience.until(timeoutSec, async () => {
      try {
        const page = await this.page();
        const found = await this.#only(page, wanted);
        return { result: await work(page, await checkElement(found, reference(wanted, page), needs, false)) };
      } catch (error) {
        if (!isReasonToWait(error)) throw named(helper, error);
        last = error;
        return undefined;
      }
    });
    if (done) return done.result;
    throw named(helper, last);
  }

  /** For each element that matches and is in the document, true when it is visible. */
  async visible(helper: string, target: unknown): Promise<readonly boolean[]> {
    const wanted = readTarget(helper, target);
    const page = await this.page();
    if (typeof wanted === "string") return (await Matches.find(page, wanted)).visible;
    const found = await findNode(page, page.frameId, wanted.backendNodeId);
    const state = await found?.element.run("state");
    return state?.connected ? [state.visible] : [];
  }

  /** First element that matches, whatever its state. */
  async first(helper: string, target: unknown): Promise<ElementHandle> {
    const wanted = readTarget(helper, target);
    const page = await this.page();
    const found =
      typeof wanted === "string"
        ? await (await Matches.find(page, wanted)).at(0)
        : await findNode(page, page.frameId, wanted.backendNodeId);
    if (found) return found.element;
    throw new Error(`${helper}: ${shown(wanted)} is not on the page`);
  }

  async #only(page: FramePage, wanted: ElementTarget): Promise<FoundElement> {
    if (typeof wanted !== "string") {
      const found = await findNode(page, page.frameId, wanted.backendNodeId);
      if (found) return found;
      throw new Error(`${shown(wanted)} is gone; take another accessibilitySnapshot()`);
    }
    const matches = await Matches.find(page, wanted);
    const visible = matches.visible.flatMap((isVisible, index) => (isVisible ? [index] : []));
    if (visible.length > 1) throw new Error(`${shown(wanted)} is ${visible.length} visible elements; name one of them`);
    const found = await matches.at(visible[0] ?? 0);
    if (found) return found;
    throw new Refusal("not_visible", `${shown(wanted)} is not on the page`);
  }
}

function readTarget(helper: string, target: unknown): ElementTarget {
  if (typeof target === "string" && target !== "") return target;
  const { backendNodeId } = (target ?? {}) as { readonly backendNodeId?: unknown };
  if (typeof backendNodeId === "number") return { backendNodeId };
  throw new TypeError(`${helper}: the target must be a selector, or a node with its backendNodeId`);
}

/** A document that is being replaced, too, passes by itself. */
function isReasonToWait(error: unknown): boolean {
  if (error instanceof Refusal) return error.passes || error.code === "stale_ref";
  return /Cannot find context|context was destroyed|No frame|node with given id|not find node/i.test(String(error));
}

function named(helper: string, error: unknown): Error {
  const text = error instanceof Error ? error.message : String(error);
  return new Error(text.startsWith(`${helper}: `) ? text : `${helper}: ${text}`);
}

function shown(target: ElementTarget): string {
  return typeof target === "string" ? JSON.stringify(target) : `the node ${target.backendNodeId}`;
}

/** The target as a reference of nobody: what it is called is not compared. */
function reference(target: ElementTarget, { frame, frameId }: FramePage): Reference {
  const common = { targetId: frame.targetId, frameId, loaderId: "", backendId: 0, isGuessed: true };
  return { ...common, ref: typeof target === "string" ? target : String(target.backendNodeId), role: "", name: "" };
}

/** Elements of a selector, in the isolated world of the attached frame. */
class Matches {
  readonly visible: readonly boolean[];
  readonly #page: FramePage;
  readonly #list: string;

  private constructor(page: FramePage, list: string, visible: readonly boolean[]) {
    this.#page = page;
    this.#list = list;
    this.visible = visible;
  }

  /** Throws a `SyntaxError` for a text that is no selector. */
  static async find(page: FramePage, selector: string): Promise<Matches> {
    const { executionContextId } = await worldOf(page, page.frame, page.frameId);
    await page.frame.send("Runtime.evaluate", {
      expression: await page.script("element"),
      contextId: executionContextId,
    });
    const { exceptionDetails, result } = await page.frame.send("Runtime.callFunctionOn", {
      executionContextId,
      functionDeclaration: "function (selector) { return [...document.querySelectorAll(selector)]; }",
      arguments: [{ value: selector }],
    });
    if (exceptionDetails || result.objectId === undefined) {
      throw new SyntaxError(`${JSON.stringify(selector)} is no selector`);
    }
    const looked = await page.frame.send("Runtime.callFunctionOn", {
      objectId: result.objectId,
      functionDeclaration: "function () { return this.map((element) => browserctlElement.state(element).visible); }",
      returnByValue: true,
    });
    return new Matches(page, result.objectId, looked.result.value as boolean[]);
  }

  /** One of them; undefined when there is no such. */
  async at(index: number): Promise<FoundElement | undefined> {
    const { frame, frameId } = this.#page;
    const { result } = await frame.send("Runtime.callFunctionOn", {
      objectId: this.#list,
      functionDeclaration: "function (index) { return this[index]; }",
      arguments: [{ value: index }],
    });
    if (result.objectId === undefined) return undefined;
    const { node } = await frame.send("DOM.describeNode", { objectId: result.objectId });
    return findNode(this.#page, frameId, node.backendNodeId);
  }
}
