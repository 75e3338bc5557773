import { within } from "../../core/pause.ts";
import { background, ownedBy } from "../error-owner.ts";
import type { Session } from "./session.ts";

/** Time in milliseconds for a browser to end after its pipe broke; after that it is killed. */
const PIPE_GRACE_MS = 2_000;
/** Time in milliseconds until the end of a display is reported after the end of its browser, which ends with it. */
const SCREEN_GRACE_MS = 200;

/** Ends a session when its browser or its display ends by itself. */
export function watchBrowser(session: Session, end: (reason: string) => Promise<void>): void {
  const { chromium, screen } = session;
  const browserEnded = async (): Promise<void> => {
    const exit = await chromium.exited;
    if (session.isReplacing(chromium)) return;
    const screenEnd = session.screen.display && (await within(session.screen.display.ended, SCREEN_GRACE_MS));
    return end(screenEnd === undefined ? `the browser ended unexpectedly: ${exit.reason}` : screenEnded(screenEnd));
  };
  const displayEnded = async (): Promise<void> => {
    if (screen.display) await end(screenEnded(await screen.display.ended));
  };
  const pipeClosed = async (): Promise<void> => {
    await chromium.connection.closed;
    await within(chromium.exited, PIPE_GRACE_MS);
    if (!session.isReplacing(chromium)) chromium.kill();
  };
  ownedBy(session.owner, () => {
    for (const watched of [browserEnded, displayEnded, pipeClosed]) background(watched);
  });
}

function screenEnded(reason: string): string {
  return `its screen ended unexpectedly: ${reason}`;
}
