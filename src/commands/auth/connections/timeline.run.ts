import type { BodyOf, Run } from "../../../cli/declare/body.ts";
import { table } from "../../../cli/declare/command.ts";
import { commandLine } from "../../../core/command-line.ts";
import type { AuthConnectionsTimelineResult } from "../../../generated/types.ts";
import { timelineColumns } from "./lib/columns.ts";
import { factsOfLogins, originText, type SentTo } from "./lib/login-facts.ts";
import type { authConnectionsTimeline } from "./timeline.ts";

type Timeline = BodyOf<typeof authConnectionsTimeline>;
type Entry = AuthConnectionsTimelineResult[number] & {
  readonly sent_to?: SentTo;
  readonly has_screenshot?: true;
};

const shownColumns = table<Omit<Entry, "sent_to" | "has_screenshot"> & { readonly sent_to?: string }>(timelineColumns);

/** Lists logins and checks; with a local service, each login with its origins and whether it has a screenshot. */
export const run: Run<typeof authConnectionsTimeline> = async (body) => {
  const { anyValue, forPeople, note, rows, wantsValue } = body;
  const entries = await withLocalFacts(body, await body.list("authConnections.timeline", body.request));
  if (wantsValue && !forPeople) return anyValue(entries);
  if (entries.some((entry) => entry.has_screenshot)) {
    note(
      `The page of a failed login: ${commandLine`auth connections screenshot ${body.request.params.id} --out failed.png`}`,
    );
  }
  const shown = entries.map(({ has_screenshot: _, sent_to, ...entry }) => ({
    ...entry,
    ...(sent_to && { sent_to: sent_to.map(originText).join("; ") }),
  }));
  return rows(shown, shownColumns);
};

/** Adds to logins what the API's timeline does not contain: the origins that got values, and whether there is a screenshot. */
async function withLocalFacts(body: Timeline, entries: AuthConnectionsTimelineResult): Promise<readonly Entry[]> {
  if (entries.every(({ step }) => step === undefined)) return entries;
  const { id } = body.request.params;
  const facts = await factsOfLogins(body, id);
  return entries.map((entry) => {
    const { has_screenshot, sent_to } = facts.get(entry.id) ?? {};
    return { ...entry, ...(sent_to && { sent_to }), ...(has_screenshot && { has_screenshot }) };
  });
}
