import { activePage, navigate } from "../chromium/pages.ts";
import type { Session } from "./session.ts";

/** The answer of a create waits this long for the start page. */
const BOUND_MS = 3_000;

/**
 * Opens the start page of a new session, best effort (contract 2.2 `start_url`): resolves when the document has begun
 * to arrive, with the reason when it did not. assumed: it is waited for up to 3 s, so that a screenshot taken next shows
 * it; then it goes on loading.
 */
export async function openStartPage(session: Session, url: string, signal: AbortSignal): Promise<string | undefined> {
  const bound = AbortSignal.any([signal, AbortSignal.timeout(BOUND_MS)]);
  try {
    const page = await activePage(session.chromium.connection);
    return (await navigate(page.session, url, bound)).errorText;
  } catch (error) {
    return (error as Error).message;
  }
}
