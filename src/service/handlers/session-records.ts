import { pageKeyOf } from "../access/page-grants.ts";
import type { RequestAuth } from "../http/authenticate.ts";
import type { LiveViews } from "../live-view/live-views.ts";
import type { StoredSession } from "../sessions/browser-table.ts";
import { cdpUrl } from "../sessions/cdp-url.ts";
import { type BrowserRecord, browserRecord } from "../sessions/session-record.ts";
import type { SessionNeeds } from "./session-needs.ts";

/** Dependencies of the records of sessions. */
export type RecordNeeds = SessionNeeds & { readonly liveViews: LiveViews };

/** Function that converts a session to its API record, with the addresses of this service. */
export function sessionRecords(context: RecordNeeds): (session: StoredSession, auth: RequestAuth) => BrowserRecord {
  const { clock, liveViews } = context;
  return (session, { token }) => {
    const addresses = { cdp: cdpUrl(context, session.id), liveView: liveViews.url(session, pageKeyOf(token)) };
    return browserRecord(session, addresses, clock.now());
  };
}
