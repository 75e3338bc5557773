import { createHash } from "node:crypto";
import type { Protocol } from "devtools-protocol";
import { within } from "../../../core/pause.ts";
import type { BrowserConnection } from "../browser-connection.ts";
import { CdpError, type CdpSession } from "../cdp.ts";
import { SERVICE_WORLD } from "../isolated-world.ts";
import type { WatchedPage } from "../page-watch.ts";

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
 * Tools of a document as JSON. Read in an isolated world, because `WebMCP.enable` of Chromium 156 names only those of the
 * outermost document of a process; a list of the page's window has those of the frames in it too.
 */
const TOOLS = `(async () => {
  const tools = (await document.modelContext?.getTools()) ?? [];
  const own = tools.filter((tool) => tool.window === window).slice(0, 1000);
  return JSON.stringify(own.map(({ name, title, description, inputSchema, outputSchema, annotations }) => {
    const form = [...document.forms].find((each) => each.getAttribute("toolname") === name);
    const autosubmit = form && form.hasAttribute("toolautosubmit");
    return { name, title, description, inputSchema, outputSchema, annotations: annotations ?? {}, autosubmit };
  }));
})()`;

/** Time limit in milliseconds for a document to name its tools; one that a script or a dialog blocks names none. */
const ANSWER_BOUND_MS = 1_000;
/** Maximum number of frames with a process of their own that are asked. */
const MAX_FRAMES = 40;
/** Maximum number of tools, and of bytes of their definitions as JSON. */
const MAX_TOOLS = 1_000;
const MAX_DEFINITIONS_BYTES = 4 * 2 ** 20;

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

/** Tools of all pages of a browser, and the sessions that were opened to find them. */
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

/** Asks every page of the browser, and every frame in it, for the tools that it offers (contract 2.25). */
export async function findTools(connection: BrowserConnection): Promise<FoundTools> {
  const filter = [{ type: "page" }, { type: "iframe" }, { exclude: true }];
  const { targetInfos } = await connection.send("Target.getTargets", { filter });
  const pages = (await connection.pageWatch.pages()).sort((a, b) => a.openOrder - b.openOrder);
  const isAsked = ({ crashed, dialog }: WatchedPage): boolean => !crashed && !dialog;
  const ofPages = pages.filter(isAsked).map(({ targetId }) => ({ targetId, parentFrameId: undefined }));
  const ofFrames = targetInfos.filter(({ type }) => type === "iframe").slice(0, MAX_FRAMES);
  const sessions: string[] = [];
  const asked = [...ofPages, ...ofFrames].map(async ({ targetId, parentFrameId }) => {
    const attached = await connection.send("Target.attachToTarget", { targetId, flatten: true }).catch(ignoreGone);
    if (!attached) return undefined;
    sessions.push(attached.sessionId);
    return sourceOf(targetId, parentFrameId, connection.session(attached.sessionId));
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
      urls: inside.map(({ url }) => url),
      session: source.session,
    });
  }
  const tools: FoundTool[] = [];
  let bytes = 0;
  for (const source of sources) {
    const top = topOf(source, sources);
    const place = top && found.get(top.targetId);
    if (!place) continue;
    const { page, title, windowId } = place;
    for (const { definition, ...frame } of source.frames.flatMap(eachDefinition)) {
      const text = JSON.stringify([frame.id, frame.loaderId, definition]);
      bytes += Buffer.byteLength(text);
      if (tools.length >= MAX_TOOLS || bytes > MAX_DEFINITIONS_BYTES) break;
      tools.push({
        ref: createHash("sha256").update(text).digest("hex").slice(0, 32),
        definition,
        page,
        title,
        windowId,
        frameId: frame.id,
        frameUrl: frame.id === page.targetId ? undefined : frame.url,
        session: source.session,
      });
    }
  }
  const close = (): void => {
    for (const sessionId of sessions) connection.send("Target.detachFromTarget", { sessionId }).catch(() => {});
  };
  return { tools, pages: [...found.values()], close };
}

function eachDefinition({
  definitions,
  ...frame
}: Frame): (Omit<Frame, "definitions"> & { definition: ToolDefinition })[] {
  return definitions.map((definition) => ({ ...frame, definition }));
}

/** Asks a document and the frames in its process; undefined when it does not answer. */
async function sourceOf(
  targetId: string,
  parentFrameId: string | undefined,
  session: CdpSession,
): Promise<Source | undefined> {
  const asked = session.send("Page.getFrameTree").then(({ frameTree }) =>
    Promise.all(
      framesOf(frameTree)
        .slice(0, MAX_FRAMES)
        .map(async ({ id, loaderId, url }) => ({ id, loaderId, url, definitions: await definitionsOf(session, id) })),
    ),
  );
  const frames = await within(asked.catch(ignoreGone), ANSWER_BOUND_MS);
  return frames && { targetId, session, parentFrameId, frames };
}

async function definitionsOf(session: CdpSession, frameId: string): Promise<ToolDefinition[]> {
  try {
    const world = { frameId, worldName: SERVICE_WORLD };
    const { executionContextId: contextId } = await session.send("Page.createIsolatedWorld", world);
    const asked = { expression: TOOLS, contextId, awaitPromise: true, returnByValue: true };
    const { result } = await session.send("Runtime.evaluate", asked);
    return typeof result.value === "string" ? (JSON.parse(result.value) as ToolDefinition[]) : [];
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
