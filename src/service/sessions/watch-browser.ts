import { within } from "../../core/pause.ts";
import { background, ownedBy } from "../error-owner.ts";
import type { Session } from "./session.ts";

/** Time in milliseconds for a browser to end after its pipe broke; after that it is killed. */
const PIPE_GRACE_MS = 2_000;
/** Time in milliseconds until the end of a display is reported after the end of its browser, which ends with it. */
const SCREEN_GRACE_MS = 200;

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
  const browserEnded = async (): Promise<void> => {
    const exit = await chromium.exited;
    if (current().isReplacing(chromium)) return;
    const screenEnd = screen.display && (await within(screen.display.ended, SCREEN_GRACE_MS));
    return end(screenEnd === undefined ? `the browser ended unexpectedly: ${exit.reason}` : screenEnded(screenEnd));
  };
  const displayEnded = async (): Promise<void> => {
    if (screen.display) await end(screenEnded(await screen.display.ended));
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

function screenEnded(reason: string): string {
  return `its screen ended unexpectedly: ${reason}`;
}
