import type { Protocol } from "devtools-protocol";
import type { AgentPage, TargetSession } from "./target.ts";
import { within } from "./waiting.ts";

/** Maximum time for a frame with a process of its own, in milliseconds; a frame that takes longer is left out. */
const FRAME_BOUND_MS = 2_000;

/** Frame of a page, and the session of its process. */
export interface FramePlace {
  readonly session: TargetSession;
  readonly frameId: string;
  readonly url: string;
  /** Origin; `null` for an opaque one. */
  readonly origin: string;
}

/** Frames of a page, its own first; that one alone with `onlyMain`. */
export async function framesOf(page: AgentPage, onlyMain = false): Promise<FramePlace[]> {
  const own = placesOf(page.session, (await page.session.send("Page.getFrameTree")).frameTree);
  if (onlyMain) return own.slice(0, 1);
  const remote = (await page.remoteFrames()).map(async ({ session }) => {
    const tree = await within(session.send("Page.getFrameTree"), FRAME_BOUND_MS).catch(() => undefined);
    return tree ? placesOf(session, tree.frameTree) : [];
  });
  return [...own, ...(await Promise.all(remote)).flat()];
}

function placesOf(session: TargetSession, { childFrames = [], frame }: Protocol.Page.FrameTree): FramePlace[] {
  const { id: frameId, securityOrigin, url } = frame;
  const origin = URL.canParse(securityOrigin) ? new URL(securityOrigin).origin : "null";
  return [{ session, frameId, url, origin }, ...childFrames.flatMap((child) => placesOf(session, child))];
}
