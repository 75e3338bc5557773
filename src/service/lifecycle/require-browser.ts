import { CliError } from "../../core/errors.ts";
import { type BrowserFinding, findBrowser } from "../machine/find-browser.ts";
import type { ServeOptions } from "./serve-options.ts";

const codes = { missing: "chromium_missing", unusable: "browser_unusable" } as const;

/** Browser of the service. Exit 1: none is installed, or the given one cannot be used. */
export async function requireBrowser({
  stateDir,
  browser,
  env,
}: ServeOptions): Promise<NonNullable<BrowserFinding["browser"]>> {
  const found = await findBrowser({ stateDir, explicit: browser, env });
  if (found.browser) return found.browser;
  const { error, problem } = found;
  throw new CliError("failed", error.message, { code: codes[problem], hint: "browserctl local setup", cause: error });
}
