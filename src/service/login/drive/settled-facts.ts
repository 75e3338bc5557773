import type { ReadFrame } from "../page/frames.ts";
import type { PageFacts } from "../page/page-facts.ts";
import { readPage } from "../page/read-page.ts";
import type { PageRequests } from "./page-requests.ts";

/** Facts of a page that is not read any further, with the status of its document. */
export function settledFacts(
  frames: readonly ReadFrame[],
  requests: PageRequests,
  { popup, settled }: Pick<PageFacts, "popup" | "settled">,
): PageFacts {
  const [main] = frames;
  const status = main && requests.documentStatus(main.frameId);
  return { ...readPage(frames).facts, ...(status !== undefined && { status }), popup, settled };
}
