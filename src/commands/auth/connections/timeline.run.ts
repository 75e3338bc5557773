import type { BodyOf, Run } from "../../../cli/declare/body.ts";
import { table } from "../../../cli/declare/command.ts";
import type { AuthConnectionsTimelineResult } from "../../../generated/types.ts";
import { timelineColumns } from "./lib/columns.ts";
import { originsOfLogins, originText, type SentTo } from "./lib/login-origins.ts";
import type { authConnectionsTimeline } from "./timeline.ts";

type Timeline = BodyOf<typeof authConnectionsTimeline>;
type Entry = AuthConnectionsTimelineResult[number] & { readonly sent_to?: SentTo };

const shownColumns = table<Omit<Entry, "sent_to"> & { readonly sent_to?: string }>(timelineColumns);

/** Lists logins and checks; with a local service, each login with the origins that it sent values to. */
export const run: Run<typeof authConnectionsTimeline> = async (body) => {
  const { anyValue, forPeople, rows, wantsValue } = body;
  const entries = await withOrigins(body, await body.list("authConnections.timeline", body.request));
  if (wantsValue && !forPeople) return anyValue(entries);
  const shown = entries.map(({ sent_to, ...entry }) => ({
    ...entry,
    ...(sent_to && { sent_to: sent_to.map(originText).join("; ") }),
  }));
  return rows(shown, shownColumns);
};

/** Adds the origins of logins to their entries, because the API's timeline does not contain them. */
async function withOrigins(body: Timeline, entries: AuthConnectionsTimelineResult): Promise<readonly Entry[]> {
  if (entries.every(({ step }) => step === undefined)) return entries;
  const origins = await originsOfLogins(body, body.request.params.id);
  return entries.map((entry) => {
    const sent_to = origins.get(entry.id);
    return sent_to ? { ...entry, sent_to } : entry;
  });
}
