import { findElement } from "../act/element-handle.ts";
import type { AgentState } from "../agent-state.ts";
import { type Box, overlap } from "../box.ts";
import { callScript, worldOf } from "../evaluate.ts";
import type { DrawnBox } from "../page/operations.ts";
import type { ReadPage } from "../read/read-page.ts";
import { described, type Reference } from "../references.ts";
import { refuseDialog } from "../refuse-dialog.ts";
import { Refusal, type ScreenshotRequest, type ScreenshotResult } from "../requests.ts";
import { keyOf, lineOf } from "../snapshot/compare-lines.ts";
import { type Line, linesBelow } from "../snapshot/line.ts";
import { chooseFrom, readLines, referTo } from "../snapshot/snapshot.ts";
import { requireReference } from "../snapshot/take-snapshot.ts";
import type { AgentPage } from "../target.ts";
import { bytesOf } from "./pdf.ts";

/** Maximum height and width of a picture in pixels; Chromium draws no more. */
const MAX_SIDE = 16_384;
/** Maximum number of references on a picture. */
const MAX_MARKS = 500;

/** Takes a picture of a page, with what was asked for drawn on it. Throws a `Refusal` for a reference that is unknown. */
export async function takeScreenshot(
  page: AgentPage,
  state: AgentState,
  { full_page = false, marks = false, ref }: ScreenshotRequest,
): Promise<ScreenshotResult> {
  refuseDialog(page);
  const reference = ref === undefined ? undefined : requireReference(state, ref);
  if (reference) await (await findElement(page, reference)).element.run("scrollTo", false);
  const read = await readLines(page, state.secrets);
  const clip = reference ? boxOf(read.root, reference) : viewOf(read.page, full_page);
  const drawn = [...secretBoxes(read.root, state), ...(marks ? await markedBoxes(page, state, read, clip) : [])];
  const { data, scale } = await capture(page, clip, read.page, reference !== undefined || full_page);
  const inClip = drawn.map((box) => ({ ...box, x: box.x - clip.x, y: box.y - clip.y }));
  const picture = drawn.length === 0 ? data : await paint(page, data, inClip, scale);
  const isCut = full_page && clip.height < read.page.contentHeight;
  return {
    url: state.secrets.hide(read.page.url),
    data: picture,
    bytes: bytesOf(picture),
    width: Math.round(clip.width * scale),
    height: Math.round(clip.height * scale),
    marked: drawn.filter(({ label }) => label !== undefined).length,
    ...(isCut && { page_height: read.page.contentHeight }),
  };
}

/** The viewport or the whole page, in CSS pixels from the corner of the viewport. */
function viewOf({ contentHeight, contentWidth, scrollX, scrollY, viewport }: ReadPage, isFull: boolean): Box {
  if (!isFull) return viewport;
  const width = Math.min(MAX_SIDE, Math.max(contentWidth, viewport.width));
  const height = Math.min(MAX_SIDE, Math.max(contentHeight, viewport.height));
  return { x: -scrollX, y: -scrollY, width, height };
}

function boxOf(root: Line, reference: Reference): Box {
  const line = lineOf(root, reference);
  const box = reference.cell === undefined ? line?.box : line?.cells?.[reference.cell - 1]?.box;
  if (!box || box.width < 1 || box.height < 1)
    throw new Refusal("not_visible", `${described(reference)} is not visible`, "snapshot");
  return { ...box, width: Math.min(box.width, MAX_SIDE), height: Math.min(box.height, MAX_SIDE) };
}

/** Fields that hold a secret. */
function secretBoxes(root: Line, { secrets }: AgentState): DrawnBox[] {
  const keys = new Set(secrets.elements);
  if (keys.size === 0) return [];
  return [...linesBelow(root)].flatMap((line) => (line.box && keys.has(keyOf(line)) ? [{ ...line.box }] : []));
}

async function markedBoxes(
  page: AgentPage,
  state: AgentState,
  read: { readonly page: ReadPage; readonly root: Line },
  clip: Box,
): Promise<DrawnBox[]> {
  const all = { maxTokens: Number.POSITIVE_INFINITY, interactive: true, find: undefined };
  const choice = { ...all, depth: Number.POSITIVE_INFINITY, rows: undefined };
  const snapshot = await chooseFrom(read, choice, { secrets: state.secrets, under: (root) => root, find: undefined });
  const refOf = referTo(state.references, page.targetId);
  const shown = [...linesBelow(snapshot.root)].filter(({ box, cover, kind }) => {
    return kind === "control" && box && cover === undefined && overlap(box, clip) !== undefined;
  });
  return shown.slice(0, MAX_MARKS).flatMap((line) => (line.box ? [{ ...line.box, label: refOf(line) }] : []));
}

async function capture(
  { session }: AgentPage,
  clip: Box,
  { scrollX, scrollY }: ReadPage,
  isBeyond: boolean,
): Promise<{ readonly data: string; readonly scale: number }> {
  const { data } = await session.send("Page.captureScreenshot", {
    format: "png",
    ...(isBeyond && { captureBeyondViewport: true }),
    clip: { x: clip.x + scrollX, y: clip.y + scrollY, width: clip.width, height: clip.height, scale: 1 },
  });
  return { data, scale: widthOf(data) / clip.width };
}

/** Width of a PNG, from its first chunk. */
function widthOf(base64: string): number {
  const bytes = Uint8Array.from(atob(base64.slice(0, 32)), (sign) => sign.charCodeAt(0));
  return new DataView(bytes.buffer).getUint32(16);
}

async function paint(page: AgentPage, data: string, boxes: readonly DrawnBox[], scale: number): Promise<string> {
  const { frameTree } = await page.session.send("Page.getFrameTree");
  const world = await worldOf(page, page.session, frameTree.frame.id);
  return callScript<string>(
    page,
    world,
    ["painter", "browserctlPainter"],
    [{ value: data }, { value: boxes }, { value: scale }],
  );
}
