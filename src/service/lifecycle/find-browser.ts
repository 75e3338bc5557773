import { CliError } from "../../core/errors.ts";
import { ChromiumMissingError, ChromiumUnusableError, type FoundBrowser, findChromium } from "../chromium/find.ts";
import { rememberedBrowser } from "./remembered-browser.ts";
import type { ServeOptions } from "./serve-options.ts";

/** Finds the browser of the service. Exit 1: none is installed, or the given one cannot be used. */
export async function findBrowser({ stateDir, browser, env }: ServeOptions): Promise<FoundBrowser> {
  try {
    return await findChromium({ explicit: browser, env, remembered: await rememberedBrowser(stateDir) });
  } catch (error) {
    const hint = "browserctl local setup";
    if (error instanceof ChromiumMissingError) {
      throw new CliError("failed", error.message, { code: "chromium_missing", hint, cause: error });
    }
    if (error instanceof ChromiumUnusableError) {
      throw new CliError("failed", error.message, { code: "browser_unusable", hint, cause: error });
    }
    throw error;
  }
}
