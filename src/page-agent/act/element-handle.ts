import type { ElementOperations, LateOperations } from "../page/operations.ts";
import { columnNumber, described, type Reference } from "../references.ts";
import { Refusal } from "../requests.ts";
import type { AgentPage, RemoteFrame, TargetSession } from "../target.ts";
import { wait, within } from "../waiting.ts";

/** How much longer than asked a page on a busy machine may take to react, in milliseconds. */
const REACT_BOUND_MS = 1_000;
const OPERATE = "function (name, ...values) { return browserctlElement[name](this, ...values); }";

/** Element of a page in an isolated world of its frame, in which the page's scripts cannot change anything. */
export class ElementHandle {
  readonly session: TargetSession;
  readonly objectId: string;
  readonly backendId: number;
  readonly contextId: number;

  constructor(session: TargetSession, objectId: string, backendId: number, contextId: number) {
    this.session = session;
    this.objectId = objectId;
    this.backendId = backendId;
    this.contextId = contextId;
  }

  /** Runs an operation on the element. Rejects with the protocol's error when its document is gone. */
  run<Name extends keyof ElementOperations>(
    name: Name,
    ...values: Parameters<ElementOperations[Name]>
  ): Promise<ReturnType<ElementOperations[Name]>> {
    return this.#call(name, values, {});
  }

  /** Runs an operation that ends later. Rejects as {@link run} does. */
  runLate<Name extends keyof LateOperations>(
    name: Name,
    ...values: Parameters<LateOperations[Name]>
  ): ReturnType<LateOperations[Name]> {
    return this.#call(name, values, { awaitPromise: true }) as ReturnType<LateOperations[Name]>;
  }

  /**
   * Lets the page react: resolves when it has had its timers and frames of `ms` milliseconds. Where it does not answer, for
   * a dialog or because another one was loaded, the wait has an end all the same.
   */
  async react(ms: number): Promise<void> {
    await within(
      this.runLate("turns", ms).catch(() => wait(ms)),
      ms + REACT_BOUND_MS,
    );
  }

  async #call<Result>(name: string, values: readonly unknown[], options: { awaitPromise?: true }): Promise<Result> {
    const { exceptionDetails, result } = await this.session.send("Runtime.callFunctionOn", {
      objectId: this.objectId,
      functionDeclaration: OPERATE,
      arguments: [name, ...values].map((value) => ({ value })),
      returnByValue: true,
      userGesture: true,
      ...options,
    });
    if (exceptionDetails)
      throw new Error(`${name}: ${exceptionDetails.exception?.description ?? exceptionDetails.text}`);
    return result.value as Result;
  }

  /** Visible label of the element. */
  labelElement(): Promise<ElementHandle | undefined> {
    return this.#other("labelElement");
  }

  /** Element that draws one without a place of its own. */
  surfaceElement(): Promise<ElementHandle | undefined> {
    return this.#other("surfaceElement");
  }

  /** Visible cell of a row, from 1. */
  cellElement(place: number): Promise<ElementHandle | undefined> {
    return this.#other("cellElement", place);
  }

  /** New field for files, in no document. Rejects when the element's document is gone. */
  async fileField(): Promise<ElementHandle> {
    const field = await this.#other("fileField");
    if (!field) throw new Error("fileField: the page makes no elements");
    return field;
  }

  async #other(
    name: "cellElement" | "fileField" | "labelElement" | "surfaceElement",
    ...values: number[]
  ): Promise<ElementHandle | undefined> {
    const { backendId, contextId, objectId, session } = this;
    const call = { objectId, functionDeclaration: OPERATE, arguments: [name, ...values].map((value) => ({ value })) };
    const { result } = await session.send("Runtime.callFunctionOn", call);
    if (result.objectId === undefined) return undefined;
    return new ElementHandle(session, result.objectId, backendId, contextId);
  }

  /** Another node of the same document; undefined when it is gone. */
  async sibling(backendNodeId: number): Promise<ElementHandle | undefined> {
    const { contextId, session } = this;
    const place = { backendNodeId, executionContextId: contextId };
    const resolved = await session.send("DOM.resolveNode", place).catch(() => undefined);
    const objectId = resolved?.object.objectId;
    return objectId === undefined ? undefined : new ElementHandle(session, objectId, backendNodeId, contextId);
  }
}

/** Frames around an element: the element that holds its frame, and so on up to the page. */
export interface FoundElement {
  readonly element: ElementHandle;
  readonly owners: readonly ElementHandle[];
}

/** Page in which elements are found. */
export type ElementPage = Pick<AgentPage, "remoteFrames" | "script" | "session" | "worldName">;

/** Finds an element of a frame by its backend id; undefined when it is gone. */
export async function findNode(
  page: ElementPage,
  frameId: string,
  backendId: number,
): Promise<FoundElement | undefined> {
  const frames = await FrameFinder.read(page);
  const session = frames.find(frameId)?.session;
  const element = session && (await handleOf(page, session, frameId, backendId));
  return element && { element, owners: await frames.owners(frameId) };
}

/**
 * Finds the element of a reference, or the cell that it names. Throws {@link Refusal} `stale_ref` when its document or itself
 * is gone, and `changed_ref` for a row that has other cells now.
 */
export async function findElement(page: AgentPage, reference: Reference): Promise<FoundElement> {
  const frames = await FrameFinder.read(page);
  const found = frames.find(reference.frameId);
  if (!found) throw stale(reference, "its frame is gone");
  if (found.loaderId !== reference.loaderId) throw stale(reference, "another page was loaded");
  const element = await handleOf(page, found.session, reference.frameId, reference.backendId);
  if (!element) throw stale(reference, "the element is gone");
  const own = reference.cell === undefined ? element : await cellOf(element, reference, reference.cell);
  return { element: own, owners: await frames.owners(reference.frameId) };
}

async function cellOf(row: ElementHandle, reference: Reference, place: number): Promise<ElementHandle> {
  const [before, now] = [reference.cells ?? [], await row.run("cellColumns")];
  const isSame = now.length === before.length && columnNumber(now[place - 1]) === before[place - 1];
  const cell = isSame ? await row.cellElement(place) : undefined;
  if (cell) return cell;
  throw new Refusal("changed_ref", `${described(reference)} has other columns now`, "snapshot");
}

export function stale(reference: Reference, reason: string): Refusal {
  return new Refusal("stale_ref", `${described(reference)} is not there any more: ${reason}`, "snapshot");
}

async function handleOf(
  page: ElementPage,
  session: TargetSession,
  frameId: string,
  backendNodeId: number,
): Promise<ElementHandle | undefined> {
  const world = { frameId, worldName: page.worldName };
  const created = await session.send("Page.createIsolatedWorld", world).catch(() => undefined);
  if (!created) return undefined;
  const { executionContextId: contextId } = created;
  const place = { backendNodeId, executionContextId: contextId };
  const [resolved] = await Promise.all([
    session.send("DOM.resolveNode", place).catch(() => undefined),
    session.send("Runtime.evaluate", { expression: await page.script("element"), contextId }),
  ]);
  const objectId = resolved?.object.objectId;
  return objectId === undefined ? undefined : new ElementHandle(session, objectId, backendNodeId, contextId);
}

interface FrameFacts {
  readonly session: TargetSession;
  readonly loaderId: string;
  readonly parentId: string | undefined;
}

/** Frames of a page by their ids. */
class FrameFinder {
  readonly #page: ElementPage;
  readonly #frames = new Map<string, FrameFacts>();

  private constructor(page: ElementPage) {
    this.#page = page;
  }

  static async read(page: ElementPage): Promise<FrameFinder> {
    const finder = new FrameFinder(page);
    const remote = await page.remoteFrames();
    await Promise.all([
      finder.#add(page.session, undefined),
      ...remote.map((frame: RemoteFrame) => finder.#add(frame.session, frame.parentFrameId).catch(() => {})),
    ]);
    return finder;
  }

  find(frameId: string): FrameFacts | undefined {
    return this.#frames.get(frameId);
  }

  async owners(frameId: string): Promise<ElementHandle[]> {
    const owners: ElementHandle[] = [];
    let at = this.#frames.get(frameId);
    let id = frameId;
    while (at?.parentId !== undefined) {
      const parent = this.#frames.get(at.parentId);
      if (!parent) break;
      const { backendNodeId } = await parent.session.send("DOM.getFrameOwner", { frameId: id });
      const owner = await handleOf(this.#page, parent.session, at.parentId, backendNodeId);
      if (owner) owners.push(owner);
      id = at.parentId;
      at = parent;
    }
    return owners;
  }

  async #add(session: TargetSession, parentId: string | undefined): Promise<void> {
    const { frameTree } = await session.send("Page.getFrameTree");
    const visit = ({ childFrames = [], frame }: typeof frameTree, parent: string | undefined): void => {
      this.#frames.set(frame.id, { session, loaderId: frame.loaderId, parentId: parent });
      for (const child of childFrames) visit(child, frame.id);
    };
    visit(frameTree, parentId);
  }
}
