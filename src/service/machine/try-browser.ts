import { join } from "node:path";
import { ChromiumStartError, type StartFailure } from "../chromium/chromium-process.ts";
import { launchChromium } from "../chromium/launch.ts";
import { restrictsUserNamespaces } from "./find-container.ts";

/** Result of a trial start of a browser. */
export type BrowserTrial =
  /** `sandboxed` is false for root. */
  | { readonly starts: true; readonly sandboxed: boolean }
  | { readonly starts: false; readonly failure: StartFailure; readonly message: string; readonly restricted: boolean };

const START_MS = 15_000;
const VIEWPORT = { width: 800, height: 600 } as const;

/**
 * Starts a browser once, as a session without a container does, and ends it. Its profile and home are in `directory`,
 * which the caller removes. Throws the signal's reason.
 */
export async function tryBrowser(executable: string, directory: string, signal: AbortSignal): Promise<BrowserTrial> {
  try {
    const chromium = await launchChromium({
      executable,
      userDataDir: join(directory, "profile"),
      env: { PATH: "/usr/local/bin:/usr/bin:/bin", HOME: directory },
      viewport: VIEWPORT,
      stealth: false,
      startTimeoutMs: START_MS,
      signal,
    });
    chromium.kill();
    await chromium.exited;
    return { starts: true, sandboxed: chromium.sandboxed };
  } catch (error) {
    if (!(error instanceof ChromiumStartError)) throw error;
    const { failure, message } = error;
    return { starts: false, failure, message, restricted: restrictsUserNamespaces() };
  }
}
