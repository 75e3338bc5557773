import type { Foundation } from "../foundation.ts";
import type { RequestAuth } from "../http/authenticate.ts";
import type { LiveViews } from "../live-view/live-views.ts";
import type { StoredSession } from "../sessions/browser-table.ts";
import { cdpUrl } from "../sessions/cdp-address.ts";
import type { SessionManager } from "../sessions/session-manager.ts";
import { type BrowserRecord, browserRecord } from "../sessions/session-record.ts";

/** Dependencies of the operations inside a session. */
export type SessionNeeds = Foundation & { readonly sessions: SessionManager };

/** Dependencies of the records of sessions. */
export type RecordNeeds = SessionNeeds & { readonly liveViews: LiveViews };

/** Function that converts a session to its API record, with the addresses of this service. */
export function sessionRecords(context: RecordNeeds): (session: StoredSession, auth: RequestAuth) => BrowserRecord {
  const { clock, liveViews } = context;
  return (session, { token }) => {
    const addresses = { cdp: cdpUrl(context, session.id), liveView: liveViews.url(session, token.keyId) };
    return browserRecord(session, addresses, clock.now());
  };
}
