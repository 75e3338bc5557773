import { BrowserError, NetworkError } from "../chromium/browser-error.ts";
import { CdpClosedError } from "../chromium/cdp.ts";
import type { Chromium } from "../chromium/launch.ts";
import type { Session } from "./session.ts";
import { browserRestarted, sessionEnded } from "./session-errors.ts";

/** How long the end of a browser may take to become known after its pipe broke. */
const END_BOUND_MS = 5_000;

/**
 * Does a client's work in a session, as activity of it. When the session ends meanwhile, the answer says when and why
 * (a {@link SessionError} `ended`); when its browser restarts meanwhile, that (`browser-restarted`).
 */
export async function useSession<T>(session: Session, work: (session: Session) => Promise<T>): Promise<T> {
  let used: Chromium | undefined;
  try {
    return await session.use(() => {
      // It may have ended while a restart was waited for.
      if (!session.active) throw sessionEnded(session);
      used = session.chromium;
      return work(session);
    });
  } catch (error) {
    const closed = error instanceof CdpClosedError;
    if (!closed && !(used && session.isReplacing(used) && lostItsPage(error))) throw error;
    await session.browserReplaced();
    if (session.active && session.chromium !== used) throw browserRestarted(session);
    await session.ended(END_BOUND_MS);
    throw session.active ? error : sessionEnded(session);
  }
}

/** The pages of a browser that ends go a moment before the browser: what fails then names them. */
function lostItsPage(error: unknown): boolean {
  if (error instanceof NetworkError) return error.netError.name === "ERR_ABORTED";
  return error instanceof BrowserError && error.kind === "page-closed";
}
