import type { BodyOf, Check, Run } from "../../../cli/declare/body.ts";
import { connectionChanges } from "./lib/changes.ts";
import { entrySentence } from "./lib/entry-domains.ts";
import { confirmCredential, settingsProblems } from "./lib/given-settings.ts";
import type { authConnectionsUpdate } from "./update.ts";

const nothing =
  "nothing to change: add --allowed-domain, --auto-reauth, --health-checks, --health-check-interval, --login-url, --record-session, --save-credentials, --stealth, --proxy-id, --credential, --telemetry or another flag";

export const check: Check<typeof authConnectionsUpdate> = (input) =>
  Object.keys(input.request.body).length === 0
    ? [{ path: "--input", message: "changes nothing", sentence: nothing }]
    : settingsProblems(input);

/** Changes a connection. For people it is read before the change, and the differences are shown. */
export const run: Run<typeof authConnectionsUpdate> = async (body) => {
  const { call, consented, note, quiet, record, request, wantsValue } = body;
  const { name } = request.body.credential ?? {};
  // Programs get the record, and --quiet prints only ids.
  const isShown = !wantsValue && !quiet;
  const isAsked = name !== undefined && !consented;
  const before = isShown || isAsked ? await call("authConnections.get", { params: request.params }) : undefined;
  if (before && isAsked) await confirmCredential(body, name, before.domain);
  const after = await call("authConnections.update", request);
  if (!before || !isShown) return record(after);
  const changes = connectionChanges(before, after);
  const what = `auth connection ${after.id} (${after.domain})`;
  if (changes.length === 0) return body.done(`Nothing changed: ${what} had these settings.`, after);
  const sentence = changes.some(({ field }) => field === "allowed_domains") ? entrySentence(after) : undefined;
  if (sentence !== undefined) note(sentence);
  return showChanges(body, `Changed ${what}:`, changes);
};

async function showChanges(
  { palette, rows, text, tty, width }: BodyOf<typeof authConnectionsUpdate>,
  heading: string,
  changes: ReturnType<typeof connectionChanges>,
) {
  const { changeColumns, changesText } = await import("./lib/show-changes.ts");
  if (!tty.stdout) return rows(changes, changeColumns);
  return text(changesText({ heading, changes, width, palette: await palette() }));
}
