import type { BodyOf, Run } from "../../cli/declare/body.ts";
import { CliError, usageError } from "../../core/errors.ts";
import type { Browser } from "../../generated/types.ts";
import { openLink, opensByItself } from "./lib/open-link.ts";
import type { browsersView } from "./view.ts";

type View = BodyOf<typeof browsersView>;

export const run: Run<typeof browsersView> = async (body) => {
  const { anyValue, call, flags, maskInCi, request, text, wantsValue } = body;
  const session = await call("browsers.get", request);
  const readOnly = flags.readOnly === true;
  const url = readOnly ? await readOnlyLink(body, session) : linkOf(session);
  maskInCi(url);
  if (flags.open ?? opensByItself(body)) await openLink(url, body.note, flags.open ? "add --no-open" : undefined);
  const { session_id } = session;
  return wantsValue ? anyValue({ session_id, url, read_only: readOnly }) : text(`${url}\n`);
};

/** Link of the record. Exit 1 for a session without a live view. */
function linkOf(session: Browser): string {
  const { browser_live_view_url: url, headless, deleted_at } = session;
  if (url !== undefined) return url;
  const name = session.name ?? session.session_id;
  if (deleted_at !== undefined) {
    throw new CliError("failed", `session "${name}" has ended and has no live view`, { code: "no_live_view" });
  }
  if (!headless) throw new CliError("failed", `session "${name}" has no live view`, { code: "no_live_view" });
  throw new CliError("failed", `session "${name}" is headless and has no live view`, {
    code: "no_live_view",
    hint: "browserctl browsers create --no-headless",
  });
}

async function readOnlyLink(body: View, session: Browser): Promise<string> {
  linkOf(session);
  const { call, client } = body;
  if (!(await client()).isLocal) {
    const problems = [{ path: "--read-only", message: "works with the local service only" }];
    throw usageError(problems, "browserctl browsers view --help");
  }
  const link = await call("local.liveView", { params: { id: session.session_id }, body: { read_only: true } });
  return link.url;
}
