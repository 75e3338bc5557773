import { BrowserError, NetworkError } from "../chromium/browser-error.ts";
import { CdpClosedError } from "../chromium/cdp.ts";
import type { Chromium } from "../chromium/launch.ts";
import { background } from "../error-owner.ts";
import type { Session } from "./session.ts";
import { browserRestarted, sessionEnded } from "./session-errors.ts";

/** Maximum time until the end of a browser is reported after its pipe broke, in milliseconds. */
const END_BOUND_MS = 5_000;

/**
 * Runs a client's work in a session, as its activity. Throws a {@link SessionError}: `ended`, with time and reason,
 * when the session ends during the work; `browser-restarted` when its browser restarts.
 */
export async function useSession<T>(session: Session, work: (session: Session) => Promise<T>): Promise<T> {
  let used: Chromium | undefined;
  try {
    return await session.use(() => {
      // The session may have ended during the wait for a restart.
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

/** Passes items on; reading them counts as activity of the session until the reader stops. */
export async function* asActivity<T>(session: Session, items: AsyncGenerator<T>): AsyncGenerator<T> {
  const done = Promise.withResolvers<void>();
  background(session.use(() => done.promise));
  try {
    yield* items;
  } finally {
    done.resolve();
  }
}

/** True for a page error that may be caused by the end of the browser: its pages end just before it. */
function lostItsPage(error: unknown): boolean {
  if (error instanceof NetworkError) return error.netError.name === "ERR_ABORTED";
  return error instanceof BrowserError && error.kind === "page-closed";
}
