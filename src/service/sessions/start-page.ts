import { untilAborted } from "../../core/abort.ts";
import { activePage, navigate } from "../chromium/pages.ts";
import type { Session } from "./session.ts";

/** Maximum time that the creation of a session waits for the start page. */
const START_PAGE_MS = 3_000;

/**
 * Opens the start page of a session, best effort (contract 2.2 `start_url`). Resolves when the document starts to
 * arrive, or with the reason of a failure. assumed: waits up to 3 s, so that a screenshot taken next shows the page;
 * after that the page continues to load.
 */
export async function openStartPage(session: Session, url: string, signal: AbortSignal): Promise<string | undefined> {
  const bound = AbortSignal.any([signal, AbortSignal.timeout(START_PAGE_MS)]);
  try {
    const page = await untilAborted(activePage(session.chromium.connection), bound);
    return (await navigate(page.session, url, bound)).errorText;
  } catch (error) {
    const isLate = bound.aborted && !signal.aborted;
    return isLate ? `the browser did not open a page within ${START_PAGE_MS / 1000} s` : (error as Error).message;
  }
}
