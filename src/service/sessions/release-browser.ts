import type { Session, SharedBrowser } from "./session.ts";
import { sessionEnded } from "./session-errors.ts";

/** Maximum time until the work of clients in an ended session has stopped, in milliseconds. */
const QUIET_MS = 2_000;

/** Browser of a session, if another session may use it next: it runs, and is the one that was started. */
export function reusableBrowser(session: Session): SharedBrowser | undefined {
  const { changed, chromium, shared } = session;
  const isSame = shared?.chromium === chromium && !session.isReplacing(chromium);
  return isSame && !changed && !chromium.ended ? shared : undefined;
}

/**
 * Ends what an ended session has in a browser that goes on for others: its processes, and the work of its clients. False
 * when some of the work still runs after the bound.
 */
export async function leaveBrowser(session: Session): Promise<boolean> {
  const own = session.hooks.filter((hook) => !session.shared?.hooks.includes(hook));
  await Promise.all([session.processes.close(sessionEnded(session)), ...own.map((hook) => hook.releasing?.())]);
  return await session.quiet(QUIET_MS);
}
