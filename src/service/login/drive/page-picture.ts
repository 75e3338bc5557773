import { coverPicture } from "../../chromium/cover-picture.ts";
import type { ReadFrame } from "../page/frames.ts";
import { ignoreReplaced, type PageSession } from "../page/page-session.ts";
import { type Box, type FindHidden, type HiddenParts, hiddenParts, pictureStyles } from "./hidden-parts.ts";

/** Maximum size of a picture, in bytes. */
const MAX_BYTES = 1_000_000;
/** Number of times that a page that changes is tried. */
const TRIES = 3;
/** Space around a covered part, in CSS pixels: letters and shadows stand a little out of their box. */
const MARGIN = 3;
const WHOLE_SNAPSHOT = { computedStyles: [...pictureStyles], includeDOMRects: true };

/** Picture of a page without what was entered. */
export interface PagePicture {
  readonly png: Buffer;
  /** Number of covered parts. */
  readonly covered: number;
}

/**
 * Takes a picture of what a page shows, with every field and every text with a value covered. The parts are read before
 * and after the picture, while the page runs no script. Undefined for a page that changes in between or is too large to
 * be searched: a picture of it would not be safe.
 *
 * Rejects like a `PageSession`, and with `CdpError` for a page that is replaced.
 */
export async function pagePicture(
  session: PageSession,
  frames: readonly ReadFrame[],
  find: FindHidden,
): Promise<PagePicture | undefined> {
  const sessions = [...new Set([session, ...frames.map((frame) => frame.session)])];
  const setScripts = async (on: boolean): Promise<void> => {
    const params = { value: !on };
    await Promise.all(
      sessions.map((each) => each.send("Emulation.setScriptExecutionDisabled", params).catch(ignoreReplaced)),
    );
  };
  await setScripts(false);
  try {
    for (let tries = 0; tries < TRIES; tries += 1) {
      const before = await viewOf(session, frames, find);
      if (!before) return undefined;
      const { data } = await session.send("Page.captureScreenshot", { format: "png", clip: before.clip });
      const after = await viewOf(session, frames, find);
      if (after?.key !== before.key) continue;
      const png = Buffer.from(data, "base64");
      const scale = png.readUInt32BE(16) / before.clip.width;
      const boxes = [...before.boxes, ...after.boxes].map((box) => scaled(box, scale));
      return { png: await coverPicture(png, boxes, MAX_BYTES), covered: before.boxes.length };
    }
    return undefined;
  } finally {
    await setScripts(true);
  }
}

interface View {
  readonly clip: Box & { readonly scale: 1 };
  readonly boxes: readonly Box[];
  /** Equal for two views of a page that has not changed. */
  readonly key: string;
}

async function viewOf(session: PageSession, frames: readonly ReadFrame[], find: FindHidden): Promise<View | undefined> {
  const [{ cssVisualViewport }, snapshot, clean] = await Promise.all([
    session.send("Page.getLayoutMetrics"),
    session.send("DOMSnapshot.captureSnapshot", WHOLE_SNAPSHOT),
    cleanFrames(session, frames, find),
  ]);
  const { pageX: x, pageY: y, clientWidth: width, clientHeight: height } = cssVisualViewport;
  const parts = hiddenParts(snapshot, { corner: { x, y }, find, isClean: (node) => clean.has(node) });
  if (!parts) return undefined;
  const { boxes, layout } = parts;
  return {
    clip: { x, y, width, height, scale: 1 },
    boxes,
    key: JSON.stringify([x, y, width, height, layout, [...clean.entries()]]),
  };
}

/** Frames with a process of their own in which nothing is to be covered, by their elements in the page. */
async function cleanFrames(
  session: PageSession,
  frames: readonly ReadFrame[],
  find: FindHidden,
): Promise<ReadonlyMap<number, string>> {
  const clean = new Map<number, string>();
  // A frame in a frame of another process is covered with it, or is in the picture of none.
  const remote = frames.filter((frame) => frame.session !== session && frame.parent?.session === session);
  for (const frame of remote) {
    const parts = await partsOf(frame, find).catch(ignoreReplaced);
    if (!parts || parts.boxes.length > 0) continue;
    const owner = await session.send("DOM.getFrameOwner", { frameId: frame.frameId }).catch(ignoreReplaced);
    if (owner) clean.set(owner.backendNodeId, parts.layout);
  }
  return clean;
}

async function partsOf({ session }: ReadFrame, find: FindHidden): Promise<HiddenParts | undefined> {
  const snapshot = await session.send("DOMSnapshot.captureSnapshot", WHOLE_SNAPSHOT);
  return hiddenParts(snapshot, { corner: { x: 0, y: 0 }, find, isClean: () => false });
}

function scaled({ x, y, width, height }: Box, scale: number): Box {
  return {
    x: (x - MARGIN) * scale,
    y: (y - MARGIN) * scale,
    width: (width + 2 * MARGIN) * scale,
    height: (height + 2 * MARGIN) * scale,
  };
}
