import { READ_TOKENS } from "../../contract/limits.ts";
import { findElement } from "../act/element-handle.ts";
import type { AgentState } from "../agent-state.ts";
import { callScript, type World, worldOf } from "../evaluate.ts";
import { type FramePlace, framesOf } from "../frames.ts";
import type { FrameText, ReadTextOptions } from "../page/operations.ts";
import { oneLine, printable, quoted } from "../page-text.ts";
import { refuseHuge } from "../read/read-page.ts";
import { refuseDialog } from "../refuse-dialog.ts";
import type { ReadRequest, ReadResult } from "../requests.ts";
import { requireReference, shortUrl } from "../snapshot/take-snapshot.ts";
import { shownTab } from "../tabs.ts";
import type { AgentPage } from "../target.ts";
import { estimatedTokens } from "../tokens.ts";
import { within } from "../waiting.ts";
import { inClosedRoots } from "./closed-roots.ts";
import { splitMarkdown } from "./parts.ts";

/** Minimum size of a frame whose text is read, in CSS pixels, and of the text in characters. */
const MIN_FRAME = { width: 200, height: 100, characters: 100 } as const;
/** Maximum time for a frame with a process of its own, in milliseconds. */
const FRAME_BOUND_MS = 3_000;
/** Maximum number of frames. */
const MAX_FRAMES = 40;
/** Tokens that the first and the last line of a part need. */
const EDGE_TOKENS = 60;

/** Reads the main text of a page as Markdown. Throws a `Refusal` for an unknown reference. */
export async function readText(
  page: AgentPage,
  state: AgentState,
  { all = false, links = false, max_tokens = READ_TOKENS.default, part = 1, ref, whole = false }: ReadRequest,
): Promise<ReadResult> {
  refuseDialog(page);
  await refuseHuge(page);
  const options = { whole, links };
  const texts = ref === undefined ? await documentTexts(page, options) : [await elementText(page, state, ref, options)];
  const markdown = state.secrets.hide(printable(texts.join("\n\n")));
  const { title, url } = await shownTab(page);
  const head = { url: state.secrets.hide(url), title: state.secrets.hide(oneLine(title)) };
  const parts = all ? [markdown] : splitMarkdown(markdown, Math.max(100, max_tokens - EDGE_TOKENS));
  const at = Math.min(part, parts.length);
  const own = parts[at - 1] ?? "";
  return {
    ...head,
    text: textOf(head, own, at, parts.length),
    markdown: own,
    part: at,
    parts: parts.length,
    tokens: estimatedTokens(markdown),
  };
}

function textOf(
  { title, url }: { readonly title: string; readonly url: string },
  own: string,
  at: number,
  count: number,
): string {
  const place = count > 1 ? ` · part ${at} of ${count}` : "";
  const first = `page ${quoted(title, 100)} ${shortUrl(url)}${place}`;
  const next = at < count ? `part ${at} of ${count}; --part ${at + 1} shows the next` : "";
  const body = own === "" ? "the page has no text" : own;
  return `${[first, body, ...(next === "" ? [] : [next])].join("\n\n")}\n`;
}

/** Text of the page's own document, then those of its frames. */
async function documentTexts(page: AgentPage, options: ReadTextOptions): Promise<string[]> {
  const [main, ...frames] = (await framesOf(page)).slice(0, MAX_FRAMES);
  if (!main) return [];
  const texts = await Promise.all(
    frames.map((frame) => within(frameText(page, frame, options), FRAME_BOUND_MS).catch(() => undefined)),
  );
  const shown = texts.flatMap((text, at) => {
    const isLarge = text && text.width >= MIN_FRAME.width && text.height >= MIN_FRAME.height;
    if (!isLarge || text.markdown.length < MIN_FRAME.characters) return [];
    return [`frame ${shortUrl(frames[at]?.url ?? "")}\n\n${text.markdown}`];
  });
  return [(await frameText(page, main, options)).markdown, ...shown];
}

async function frameText(
  page: AgentPage,
  { frameId, session }: FramePlace,
  options: ReadTextOptions,
): Promise<FrameText> {
  return readIn(page, await worldOf(page, session, frameId), { frameId }, options);
}

async function elementText(page: AgentPage, state: AgentState, ref: string, options: ReadTextOptions): Promise<string> {
  const reference = requireReference(state, ref);
  const { contextId: executionContextId, objectId, session } = (await findElement(page, reference)).element;
  const place = { frameId: reference.frameId, objectId };
  return (await readIn(page, { session, executionContextId }, place, options)).markdown;
}

interface Place {
  readonly frameId: string;
  /** Element to read; the document without it. */
  readonly objectId?: string;
}

async function readIn(
  page: AgentPage,
  world: World,
  { frameId, objectId }: Place,
  options: ReadTextOptions,
): Promise<FrameText> {
  const closed = await inClosedRoots(world.session, frameId, world.executionContextId);
  return callScript<FrameText>(
    page,
    world,
    ["reader", "browserctlReader"],
    [
      objectId === undefined ? { value: null } : { objectId },
      { value: options },
      ...closed.map((id) => ({ objectId: id })),
    ],
  );
}
