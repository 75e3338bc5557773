import { hash } from "node:crypto";
import type { Protocol } from "devtools-protocol";
import { within } from "../../../core/pause.ts";
import type { OwnerState } from "../../../login-reader/operations.ts";
import type { RawFrame } from "../../../login-reader/raw-frame.ts";
import type { BrowserConnection } from "../../chromium/browser-connection.ts";
import { CdpError } from "../../chromium/cdp.ts";
import { SERVICE_WORLD } from "../../chromium/isolated-world.ts";
import { background } from "../../error-owner.ts";
import type { Point } from "../../input/device.ts";
import { findClosedRoots } from "./closed-roots.ts";
import { ignoreReplaced, type PageSession } from "./page-session.ts";
import { operate, readerScript } from "./reader-script.ts";

/** Maximum number of frames that are read. */
const MAX_FRAMES = 30;
/** Maximum number of frames that are examined, visible or not. */
const MAX_LOOKS = 100;
/** Maximum number of characters of all frames of a reading, as JSON. The frame that exceeds it is the last one. */
const MAX_CHARACTERS = 2_000_000;
/** Time for a frame with its own process to answer, and time for which a silent frame is skipped, in milliseconds. */
const FRAME_BOUND_MS = 4_000;
const SILENCE_MS = 10_000;
/** Maximum time of one reading of a frame: a page can make its document endless. */
const COLLECT_BOUND_MS = 5_000;
/** Maximum depth of closed shadow roots in each other. */
const MAX_LAYERS = 4;

type FrameTree = Protocol.Page.FrameTree;

/** Visible frame of a page and what it contains. */
export interface ReadFrame {
  readonly frameId: string;
  readonly session: PageSession;
  /** Isolated world in which it was read. It ends with the document. */
  readonly contextId: number;
  readonly parent: ReadFrame | undefined;
  /** True when a dialog of a surrounding frame covers it. */
  readonly behind: boolean;
  readonly raw: RawFrame;
  /** Hash of `raw`, see {@link stateOf}. */
  readonly state: string;
}

/**
 * Frames of one page, including those with their own process. It attaches to these without pausing their scripts, and
 * detaches with `close`.
 */
export class PageFrames {
  readonly #connection: BrowserConnection;
  readonly #session: PageSession;
  readonly #sessionOfId: (sessionId: string) => PageSession;
  readonly #sessions = new Map<string, Promise<PageSession | undefined>>();
  /** Frames with their own process that did not answer, with the time of the next attempt. */
  readonly #silent = new Map<string, number>();
  #looks = 0;
  /** Number of characters that are left to the frames of a reading. */
  #left = 0;

  /** @param sessionOfId creates the session of each frame with its own process */
  constructor(connection: BrowserConnection, session: PageSession, sessionOfId: (sessionId: string) => PageSession) {
    this.#connection = connection;
    this.#session = session;
    this.#sessionOfId = sessionOfId;
  }

  /** Reads every visible frame, the main frame first. Skips a frame that disappears in the meantime. */
  async read(): Promise<ReadFrame[]> {
    const [{ frameTree }, remote] = await Promise.all([this.#session.send("Page.getFrameTree"), this.#remoteFrames()]);
    const found: ReadFrame[] = [];
    this.#looks = 0;
    this.#left = MAX_CHARACTERS;
    await this.#readTree(this.#session, frameTree, undefined, remote, found);
    return found;
  }

  /** Position of a frame's content in the viewport of the page. Throws `CdpError` when the frame is gone. */
  async offsetOf({ parent, frameId }: ReadFrame): Promise<Point> {
    if (!parent) return { x: 0, y: 0 };
    const [outer, own] = await Promise.all([this.offsetOf(parent), ownerState(parent, frameId)]);
    return { x: outer.x + own.x, y: outer.y + own.y };
  }

  /** Attaches to all frames with their own process, visible or not; `sessionOfId` is called for the new ones. */
  async attachAll(): Promise<void> {
    const remote = await this.#remoteFrames();
    const own = new Set<string>();
    const sessions = [this.#session, ...(await Promise.all(this.#sessions.values()))];
    for (const session of sessions) {
      const tree = await session?.send("Page.getFrameTree").catch(ignoreReplaced);
      if (tree) for (const id of idsOf(tree.frameTree)) own.add(id);
    }
    for (const { targetId, parentFrameId } of remote) {
      if (parentFrameId !== undefined && own.has(parentFrameId)) await this.#sessionOf(targetId);
    }
  }

  close(): void {
    for (const session of this.#sessions.values()) {
      background(session.then((own) => own && this.#detach(own.id)));
    }
    this.#sessions.clear();
  }

  async #readTree(
    session: PageSession,
    { frame, childFrames = [] }: FrameTree,
    parent: ReadFrame | undefined,
    remote: readonly Protocol.Target.TargetInfo[],
    found: ReadFrame[],
  ): Promise<void> {
    if (this.#left <= 0 || found.length >= MAX_FRAMES || this.#looks++ >= MAX_LOOKS) return;
    const read = await this.#readFrame(session, frame.id, parent);
    if (!read) return;
    found.push(read);
    for (const child of childFrames) await this.#readTree(session, child, read, remote, found);
    for (const { targetId } of remote.filter(({ parentFrameId }) => parentFrameId === frame.id)) {
      const isSilent = performance.now() < (this.#silent.get(targetId) ?? 0);
      if (!isSilent) await this.#readRemote(targetId, read, remote, found);
    }
  }

  /** Reads a frame with its own process. Skips a frame that does not answer, because the login itself does not hang. */
  async #readRemote(
    targetId: string,
    parent: ReadFrame,
    remote: readonly Protocol.Target.TargetInfo[],
    found: ReadFrame[],
  ): Promise<void> {
    const own = await this.#sessionOf(targetId);
    const asked = own?.send("Page.getFrameTree").then(({ frameTree }) => ({ frameTree }), ignoreReplaced);
    const answer = await within(
      Promise.resolve(asked).then((tree) => ({ tree })),
      FRAME_BOUND_MS,
    );
    if (!answer) this.#silent.set(targetId, performance.now() + SILENCE_MS);
    else if (own && answer.tree) await this.#readTree(own, answer.tree.frameTree, parent, remote, found);
    else this.#sessions.delete(targetId);
  }

  async #readFrame(
    session: PageSession,
    frameId: string,
    parent: ReadFrame | undefined,
  ): Promise<ReadFrame | undefined> {
    try {
      const owner = parent && (await ownerState(parent, frameId));
      if (owner && !owner.shown) return undefined;
      const world = { frameId, worldName: SERVICE_WORLD };
      const { executionContextId: contextId } = await session.send("Page.createIsolatedWorld", world);
      const raw = await collect(session, contextId);
      if (!raw || (parent && raw.empty)) return undefined;
      const content = JSON.stringify(raw);
      this.#left -= content.length;
      const behind = parent?.behind === true || owner?.behind === true;
      return { frameId, session, contextId, parent, behind, raw, state: stateOf(content) };
    } catch (error) {
      if (parent) return ignoreReplaced(error);
      throw error;
    }
  }

  /** Frames with their own process, of all pages. Forgets those that are gone. */
  async #remoteFrames(): Promise<Protocol.Target.TargetInfo[]> {
    const filter = [{ type: "iframe" }, { exclude: true }];
    const { targetInfos } = await this.#connection.send("Target.getTargets", { filter });
    const open = new Set(targetInfos.map(({ targetId }) => targetId));
    for (const known of [this.#sessions, this.#silent]) {
      for (const targetId of known.keys()) if (!open.has(targetId)) known.delete(targetId);
    }
    return targetInfos;
  }

  #sessionOf(targetId: string): Promise<PageSession | undefined> {
    const known = this.#sessions.get(targetId);
    if (known) return known;
    const session = this.#attach(targetId);
    this.#sessions.set(targetId, session);
    return session;
  }

  async #attach(targetId: string): Promise<PageSession | undefined> {
    const attached = await this.#connection
      .send("Target.attachToTarget", { targetId, flatten: true })
      .catch(ignoreReplaced);
    if (!attached) {
      this.#sessions.delete(targetId);
      return undefined;
    }
    return this.#sessionOfId(attached.sessionId);
  }

  #detach(sessionId: string): void {
    this.#connection.send("Target.detachFromTarget", { sessionId }).catch(() => {});
  }
}

/** Hash of the content of a frame. Digits count as equal: clocks and counters change for ever. */
export function stateOf(content: string): string {
  return hash("sha256", content.replaceAll(/\d+/g, "#"));
}

function idsOf({ frame, childFrames = [] }: FrameTree): string[] {
  return [frame.id, ...childFrames.flatMap(idsOf)];
}

/** Reads a frame, and again for each layer of closed shadow roots in it. */
async function collect(session: PageSession, contextId: number): Promise<RawFrame | undefined> {
  for (let layer = 0; ; layer += 1) {
    const expression = `${await readerScript()}\nbrowserctlLogin.frame`;
    const call = { expression, contextId, returnByValue: true, timeout: COLLECT_BOUND_MS };
    const { result, exceptionDetails } = await session.send("Runtime.evaluate", call);
    if (exceptionDetails) throw new CdpError("Runtime.evaluate", 0, "the frame cannot be read");
    const raw = result.value as RawFrame | undefined;
    if (!raw || layer === MAX_LAYERS || !(await findClosedRoots(session, contextId, raw.hosts))) return raw;
  }
}

async function ownerState({ session, contextId }: ReadFrame, frameId: string): Promise<OwnerState> {
  const { backendNodeId } = await session.send("DOM.getFrameOwner", { frameId });
  const { object } = await session.send("DOM.resolveNode", { backendNodeId, executionContextId: contextId });
  if (object.objectId === undefined) throw new CdpError("DOM.resolveNode", 0, "the frame is gone");
  const state: OwnerState | undefined = await operate({ session, objectId: object.objectId }, "ownerState", []);
  await session.send("Runtime.releaseObject", { objectId: object.objectId });
  if (!state) throw new CdpError("Runtime.callFunctionOn", 0, "the document is being replaced");
  return state;
}
