import { ChromiumMissingError, ChromiumUnusableError, type FoundBrowser, findChromium } from "../chromium/find.ts";
import { rememberedBrowser } from "./remembered-browser.ts";

export interface BrowserSearch {
  stateDir: string;
  env: NodeJS.ProcessEnv;
  /** Path that the user gave for this call. */
  explicit?: string | undefined;
  /** Time limit of each browser that is asked for its version, in milliseconds; default 10 000. */
  timeoutMs?: number;
}

/** The browser that the service uses on this machine, or the reason why there is none. */
export type BrowserFinding =
  | { readonly browser: FoundBrowser }
  | {
      readonly browser?: undefined;
      /** `missing`: none is installed; `unusable`: the chosen one cannot be used. */
      readonly problem: "missing" | "unusable";
      readonly error: Error;
    };

/** Finds the browser of a state directory: the given one, the one of the environment or of the last setup, an installed one. */
export async function findBrowser({ stateDir, ...search }: BrowserSearch): Promise<BrowserFinding> {
  const remembered = await rememberedBrowser(stateDir);
  try {
    return { browser: await findChromium({ ...search, remembered }) };
  } catch (error) {
    if (error instanceof ChromiumMissingError) return { problem: "missing", error };
    if (error instanceof ChromiumUnusableError) return { problem: "unusable", error };
    throw error;
  }
}
