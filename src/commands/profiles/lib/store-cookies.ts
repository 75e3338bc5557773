import type { Needs } from "../../../cli/declare/body.ts";
import type { LocalFile } from "../../../client/form.ts";
import type { LocalCookie } from "../../../local-profiles/read-cookies.ts";

/** Cookies that one call adds to a browser, so that its body stays small. */
const COOKIES_OF_CALL = 200;

/** Creates a profile of the local service, which imports one. */
export async function importProfile(
  { upload }: Needs<"upload">,
  name: string,
  cookies: readonly LocalCookie[],
): Promise<string> {
  const bytes = Buffer.from(`${JSON.stringify({ cookies, origins: [] })}\n`);
  const file: LocalFile = {
    bytes: bytes.length,
    filename: "profile.json",
    shownPath: "the cookies of the browser",
    open: async function* () {
      yield bytes;
    },
  };
  return (await upload("local.profileImport", { query: { name } }, file, { label: `Creating profile ${name}` })).id;
}

/**
 * Creates a profile of a hosted service, whose API imports none: a session adds the cookies to its browser, and saves the
 * profile when it ends.
 */
export async function saveProfile(
  { call, defer }: Needs<"call" | "defer">,
  name: string,
  cookies: readonly LocalCookie[],
): Promise<string> {
  const { id } = await call("profiles.create", { body: { name } });
  const session = await call("browsers.create", { body: { profile: { id, save_changes: true }, headless: true } });
  const params = { id: session.session_id };
  const end = (): Promise<unknown> => call("browsers.delete", { params: { id_or_name: session.session_id } });
  const keep = defer(async () => void (await end().catch(() => {})));
  for (let at = 0; at < cookies.length; at += COOKIES_OF_CALL) {
    const part = cookies.slice(at, at + COOKIES_OF_CALL);
    const code = `await context.addCookies(${JSON.stringify(part)});`;
    await call("playwright.execute", { params, body: { code } });
  }
  keep();
  await end();
  return id;
}
