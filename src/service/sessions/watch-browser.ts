import { within } from "../../core/pause.ts";
import { background, ownedBy } from "../error-owner.ts";
import type { Session } from "./session.ts";

/** Time in milliseconds for a browser to end after its pipe broke; after that it is killed. */
const PIPE_GRACE_MS = 2_000;

/**
 * Reports the end of a session's browser or display that ends by itself.
 *
 * @param current session that uses the browser now
 */
export function watchBrowser(
  { chromium, owner, screen }: Session,
  current: () => Session,
  end: (reason: string) => Promise<void>,
): void {
  const displayEnded = async (): Promise<void> => {
    if (screen.display) await end(`its screen ended unexpectedly: ${await screen.display.ended}`);
  };
  const browserEnded = async (): Promise<void> => {
    const exit = await chromium.exited;
    if (current().isReplacing(chromium)) return;
    // A browser ends with its display, and the end of the browser may be known first.
    const lost = screen.display !== undefined && !(await screen.display.isConnected());
    return lost ? displayEnded() : end(`the browser ended unexpectedly: ${exit.reason}`);
  };
  const pipeClosed = async (): Promise<void> => {
    await chromium.connection.closed;
    await within(chromium.exited, PIPE_GRACE_MS);
    if (!current().isReplacing(chromium)) chromium.kill();
  };
  ownedBy(owner, () => {
    for (const watched of [browserEnded, displayEnded, pipeClosed]) background(watched);
  });
}
