import type { BodyOf, Run } from "../../cli/declare/body.ts";
import { commandLine } from "../../core/command-line.ts";
import { posixWord } from "../../core/shell-quotes.ts";
import type { Browser } from "../../generated/types.ts";
import { chooseSession, SESSION_VARIABLE } from "./lib/current-session.ts";
import { openLink, opensByItself } from "./lib/open-link.ts";
import type { browsersOpen } from "./open.ts";

type Open = BodyOf<typeof browsersOpen>;

/** Creates a session, makes it the current one of this directory, and opens its live view. */
export const run: Run<typeof browsersOpen> = async (body) => {
  const session = await body.call("browsers.create", body.request);
  await makeCurrent(body, session);
  await openView(body, session);
  return body.record(session);
};

/** Makes the session the current one. If that fails, the session is kept and a note is printed. */
async function makeCurrent(body: Open, { session_id }: Browser): Promise<void> {
  const { env, note, service } = body;
  if (service().contextName === undefined) {
    note(
      `note: no context is in use, so that the session is not stored; export ${SESSION_VARIABLE}=${posixWord(session_id)}`,
    );
    return;
  }
  await chooseSession(body, session_id);
  if (env[SESSION_VARIABLE])
    note(
      `note: commands here take another session: ${SESSION_VARIABLE} is set. To change that: unset ${SESSION_VARIABLE}`,
    );
}

async function openView(body: Open, { browser_live_view_url: url, session_id }: Browser): Promise<void> {
  const { flags, maskInCi, note } = body;
  if (url !== undefined) maskInCi(url);
  if (!(flags.open ?? opensByItself(body))) return;
  if (url === undefined) note("note: the session has no live view: browserctl doctor --only browser names the reason");
  else
    await openLink(url, () =>
      note(`note: the default browser did not start; ${commandLine`browsers view ${session_id}`} prints the link`),
    );
}
