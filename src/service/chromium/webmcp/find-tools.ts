import { createHash } from "node:crypto";
import type { Protocol } from "devtools-protocol";
import { within } from "../../../core/pause.ts";
import { Semaphore } from "../../../core/semaphore.ts";
import type { BrowserConnection } from "../browser-connection.ts";
import { CdpError, type CdpSession } from "../cdp.ts";
import { SERVICE_WORLD } from "../isolated-world.ts";
import type { WatchedPage } from "../page-watch.ts";
import { fairShares, MAX_DEFINITIONS_BYTES, MAX_TOOLS, ToolBudget } from "./tool-budget.ts";

/** Tool as its document describes it. */
export interface ToolDefinition {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly inputSchema: Readonly<Record<string, unknown>> | undefined;
  readonly outputSchema: Readonly<Record<string, unknown>> | undefined;
  readonly annotations: Readonly<Record<string, boolean>>;
  /** Only of a form: true when a call also sends it. */
  readonly autosubmit: boolean | undefined;
}

/**
 * Tools of a document as JSON, up to the limits. Read in an isolated world, because `WebMCP.enable` of Chromium 156 names
 * only those of the outermost document of a process; a list of the page's window has those of the frames in it too.
 */
const TOOLS = `(async () => {
  const tools = (await document.modelContext?.getTools()) ?? [];
  const own = tools.filter((tool) => tool.window === window).slice(0, ${MAX_TOOLS});
  const texts = [];
  let length = 0;
  for (const { name, title, description, inputSchema, outputSchema, annotations } of own) {
    const form = [...document.forms].find((each) => each.getAttribute("toolname") === name);
    const autosubmit = form && form.hasAttribute("toolautosubmit");
    const definition = { name, title, description, inputSchema, outputSchema, annotations: annotations ?? {}, autosubmit };
    const text = JSON.stringify(definition);
    if (length + text.length > ${MAX_DEFINITIONS_BYTES}) continue;
    length += text.length;
    texts.push(text);
  }
  return "[" + texts.join() + "]";
})()`;

/** Time limit in milliseconds for a document to name its frames; one that a script or a dialog blocks names none. */
const ANSWER_BOUND_MS = 4_000;
/** Time limit in milliseconds for a document that has answered to name its tools: a megabyte takes 0.2 s, under load more. */
const TOOLS_BOUND_MS = 10_000;
/** Maximum number of frames with a process of their own that are asked. */
const MAX_FRAMES = 40;
/** Maximum number of characters of an address that are compared with the patterns of custom tools. */
const MAX_ADDRESS = 8_192;

/** Tool that a document offers, with the session in which it can be called. */
export interface FoundTool {
  /** Names the document and everything that it says of the tool: 32 hexadecimal digits. */
  readonly ref: string;
  readonly definition: ToolDefinition;
  /** Chromium's id of the frame. */
  readonly frameId: string;
  readonly page: WatchedPage;
  readonly title: string;
  readonly windowId: number;
  /** Address of the frame in the page; undefined for the page itself. */
  readonly frameUrl: string | undefined;
  readonly session: CdpSession;
}

/** Page that has answered, with the addresses of the documents in it. */
export interface FoundPage {
  readonly page: WatchedPage;
  readonly title: string;
  readonly windowId: number;
  /** Document of the page itself. */
  readonly loaderId: string;
  readonly urls: readonly string[];
  readonly session: CdpSession;
}

/** Tools of all pages of a browser, and the sessions that were opened to find them, with WebMCP enabled. */
export interface FoundTools {
  readonly tools: readonly FoundTool[];
  readonly pages: readonly FoundPage[];
  /** Detaches the sessions. */
  close(): void;
}

/** A page or a frame with a process of its own, and what it has said. */
interface Source {
  readonly targetId: string;
  readonly session: CdpSession;
  readonly parentFrameId: string | undefined;
  readonly frames: readonly Frame[];
}

interface Frame {
  readonly id: string;
  readonly loaderId: string;
  readonly url: string;
  readonly definitions: readonly ToolDefinition[];
}

/** Maximum number of reads of one browser at the same time: the definitions of each may need much memory. */
const MAX_READS = 4;
const reads = new WeakMap<BrowserConnection, Semaphore>();

/** Asks every page of the browser, and every frame in it, for the tools that it offers (contract 2.25). */
export async function findTools(connection: BrowserConnection): Promise<FoundTools> {
  const places = reads.get(connection) ?? new Semaphore(MAX_READS);
  reads.set(connection, places);
  // Each read has bounds of its own.
  const leave = await places.enter(new AbortController().signal);
  try {
    return await readTools(connection);
  } finally {
    leave();
  }
}

async function readTools(connection: BrowserConnection): Promise<FoundTools> {
  const filter = [{ type: "page" }, { type: "iframe" }, { exclude: true }];
  const { targetInfos } = await connection.send("Target.getTargets", { filter });
  const pages = (await connection.pageWatch.pages()).sort((a, b) => a.openOrder - b.openOrder);
  const isAsked = ({ crashed, dialog }: WatchedPage): boolean => !crashed && !dialog;
  const ofPages = pages.filter(isAsked).map(({ targetId }) => ({ targetId, parentFrameId: undefined }));
  const ofFrames = targetInfos.filter(({ type }) => type === "iframe").slice(0, MAX_FRAMES);
  const sessions: string[] = [];
  const budget = new ToolBudget();
  const asked = [...ofPages, ...ofFrames].map(async ({ targetId, parentFrameId }) => {
    const attached = await connection.send("Target.attachToTarget", { targetId, flatten: true }).catch(ignoreGone);
    if (!attached) return undefined;
    sessions.push(attached.sessionId);
    return sourceOf(targetId, parentFrameId, connection.session(attached.sessionId), budget);
  });
  const sources = (await Promise.all(asked)).filter((source) => source !== undefined);
  const titles = new Map(targetInfos.map(({ targetId, title }) => [targetId, title]));
  const found = new Map<string, FoundPage>();
  for (const source of sources.filter(({ parentFrameId }) => parentFrameId === undefined)) {
    const page = pages.find(({ targetId }) => targetId === source.targetId);
    if (!page) continue;
    const inside = sources.filter((each) => topOf(each, sources) === source).flatMap(({ frames }) => frames);
    found.set(page.targetId, {
      page,
      title: titles.get(page.targetId) ?? "",
      windowId: await windowOf(connection, page.targetId),
      loaderId: source.frames[0]?.loaderId ?? "",
      urls: inside.map(({ url }) => url.slice(0, MAX_ADDRESS)),
      session: source.session,
    });
  }
  const placed = sources.flatMap((source) => {
    const place = found.get(topOf(source, sources)?.targetId ?? "");
    return place ? source.frames.map((frame) => ({ frame, place, session: source.session })) : [];
  });
  const listed = listedOf(placed.map(({ frame }) => frame));
  const tools = placed.flatMap(({ frame, place: { page, title, windowId }, session }, at): FoundTool[] =>
    (listed[at] ?? []).map(({ definition, text }) => ({
      ref: createHash("sha256").update(text).digest("hex").slice(0, 32),
      definition,
      page,
      title,
      windowId,
      frameId: frame.id,
      frameUrl: frame.id === page.targetId ? undefined : frame.url,
      session,
    })),
  );
  const close = (): void => {
    for (const sessionId of sessions) connection.send("Target.detachFromTarget", { sessionId }).catch(() => {});
  };
  return { tools, pages: [...found.values()], close };
}

interface ListedTool {
  readonly definition: ToolDefinition;
  /** The definition with its document, as JSON. */
  readonly text: string;
}

/** Tools that a list has of each frame: a frame with many or with large ones takes no room from the others. */
function listedOf(frames: readonly Frame[]): ListedTool[][] {
  const counts = fairShares(
    frames.map(({ definitions }) => definitions.length),
    MAX_TOOLS,
  );
  const tools = frames.map(({ definitions, id, loaderId }, at) =>
    definitions
      .slice(0, counts[at])
      .map((definition) => ({ definition, text: JSON.stringify([id, loaderId, definition]) })),
  );
  const sizes = tools.map((own) => own.reduce((sum, { text }) => sum + Buffer.byteLength(text), 0));
  const shares = fairShares(sizes, MAX_DEFINITIONS_BYTES);
  return tools.map((own, at) => {
    const budget = new ToolBudget(shares[at]);
    return own.filter(({ text }) => budget.take(text));
  });
}

/** Asks a document and the frames in its process; undefined when it does not answer. */
async function sourceOf(
  targetId: string,
  parentFrameId: string | undefined,
  session: CdpSession,
  budget: ToolBudget,
): Promise<Source | undefined> {
  const tree = await within(session.send("Page.getFrameTree").catch(ignoreGone), ANSWER_BOUND_MS);
  if (!tree) return undefined;
  const forms = formsOf(session);
  const asked = framesOf(tree.frameTree)
    .slice(0, MAX_FRAMES)
    .map(async ({ id, loaderId, url }) => {
      const [found, own] = await Promise.all([definitionsOf(session, id, budget), forms]);
      const definitions = found.map((each) => ({ ...each, autosubmit: each.autosubmit ?? own.get(keyOf(id, each)) }));
      return { id, loaderId, url, definitions };
    });
  const frames = await within(Promise.all(asked), TOOLS_BOUND_MS);
  return frames && { targetId, session, parentFrameId, frames };
}

/**
 * Forms that the outermost document of a session offers as tools, and whether each sends itself. A document does not find
 * those in its shadow roots.
 */
async function formsOf(session: CdpSession): Promise<ReadonlyMap<string, boolean>> {
  const forms = new Map<string, boolean>();
  const stop = session.on("WebMCP.toolsAdded", ({ tools }) => {
    for (const { annotations, backendNodeId, frameId, name } of tools) {
      if (backendNodeId !== undefined) forms.set(keyOf(frameId, { name }), annotations?.autosubmit === true);
    }
  });
  await session.send("WebMCP.enable").catch(ignoreGone);
  stop();
  return forms;
}

function keyOf(frameId: string, { name }: Pick<ToolDefinition, "name">): string {
  return `${frameId} ${name}`;
}

/** Definitions of a document; none when the budget is used up. */
async function definitionsOf(session: CdpSession, frameId: string, budget: ToolBudget): Promise<ToolDefinition[]> {
  try {
    const world = { frameId, worldName: SERVICE_WORLD };
    const { executionContextId: contextId } = await session.send("Page.createIsolatedWorld", world);
    const asked = { expression: TOOLS, contextId, awaitPromise: true, returnByValue: true };
    const { result } = await session.send("Runtime.evaluate", asked);
    const { value } = result;
    return typeof value === "string" && budget.take(value) ? (JSON.parse(value) as ToolDefinition[]) : [];
  } catch (error) {
    // The frame is gone, or shows an error.
    if (error instanceof CdpError) return [];
    throw error;
  }
}

function framesOf({ frame, childFrames = [] }: Protocol.Page.FrameTree): Protocol.Page.Frame[] {
  return [frame, ...childFrames.flatMap(framesOf)];
}

/** Page that a frame is in, through all frames between them; undefined when one of those has not answered. */
function topOf(source: Source, sources: readonly Source[]): Source | undefined {
  let at: Source | undefined = source;
  for (let depth = 0; at?.parentFrameId !== undefined && depth <= sources.length; depth += 1) {
    const { parentFrameId }: Source = at;
    at = sources.find(({ frames }) => frames.some(({ id }) => id === parentFrameId));
  }
  return at;
}

async function windowOf(connection: BrowserConnection, targetId: string): Promise<number> {
  const answer = await connection.send("Browser.getWindowForTarget", { targetId }).catch(ignoreGone);
  return answer?.windowId ?? 0;
}

/** Undefined for a target that is gone; throws other errors. */
function ignoreGone(error: unknown): undefined {
  if (error instanceof CdpError) return undefined;
  throw error;
}
