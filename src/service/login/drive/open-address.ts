import { isAborted, type Navigated, navigateAgain } from "../../../core/navigate-again.ts";
import { pause, within } from "../../../core/pause.ts";
import { type NetError, netErrorOf } from "../../chromium/curl/net-errors.ts";
import { isReplaced } from "../page/page-session.ts";
import { pageText } from "../page/page-text.ts";
import type { DrivenPage } from "./driven-page.ts";
import { LoginError } from "./login-error.ts";

/** Maximum time until the document of an address arrives. */
const OPEN_BOUND_MS = 30_000;
const CHECK_EVERY_MS = 50;
/** Time in milliseconds for the browser to report the address of a document that has arrived. */
const ADDRESS_BOUND_MS = 1_000;

/**
 * Loads an address in a page and resolves when its document has arrived. Dialogs of the previous page are accepted,
 * including the question whether to leave. Throws a {@link LoginError} `unreachable`, also for an address that is not a
 * page but a download, and `http-authentication`.
 */
export async function openAddress(page: DrivenPage, url: string, signal: AbortSignal): Promise<void> {
  if (!URL.canParse(url) || !/^https?:$/.test(new URL(url).protocol)) {
    const message = `cannot open ${JSON.stringify(pageText(url))}: a login page has an address that begins with http:// or https://`;
    throw new LoginError("unreachable", message, { netError: netErrorOf("ERR_INVALID_URL") });
  }
  let answer = await navigateAgain(() => navigated(page, url, signal));
  if (answer && isSameDocument(answer)) {
    // Only the fragment is another one: the browser keeps the document, and its scripts do not start again.
    await navigated(page, "about:blank", signal);
    answer = await navigateAgain(() => navigated(page, url, signal));
  }
  if (!answer) throw unreachable(url, netErrorOf("ERR_TIMED_OUT"));
  const { errorText, isDownload = false } = answer;
  if (errorText === undefined) return;
  const netError = netErrorOf(errorText);
  if (isDownload) throw unreachable(url, netError, "the website sent a download in place of a page");
  if (!isAborted(answer)) throw unreachable(url, netError);
  // The answer has no content: 204 does not change the page.
  if (!(await isEmpty(page, signal))) return;
  throw unreachable(url, netError, "the website sent no page");
}

/** True for an address that the browser has reached without a new document. */
function isSameDocument({ errorText, isDownload, loaderId }: Opened): boolean {
  return errorText === undefined && isDownload !== true && loaderId === undefined;
}

interface Opened extends Navigated {
  /** Document that has arrived; absent when the browser has kept the one before. */
  readonly loaderId?: string;
}

/** Undefined when no document arrives in time. Throws for a document that only HTTP authentication opens. */
async function navigated(page: DrivenPage, url: string, signal: AbortSignal): Promise<Opened | undefined> {
  const end = performance.now() + OPEN_BOUND_MS;
  const challenge = watchChallenge(page);
  const done = page.session.sendOpenly("Page.navigate", { url }).catch((error: unknown): Opened => {
    if (isReplaced(error)) return { errorText: error.message };
    throw error;
  });
  done.catch(() => {});
  try {
    while (performance.now() < end) {
      const answer = await within(done, CHECK_EVERY_MS);
      if (challenge.asks()) throw httpAuthentication(url);
      if (answer) return answer;
      signal.throwIfAborted();
      await page.answerDialog(true);
    }
    return undefined;
  } finally {
    challenge.stop();
  }
}

/**
 * Watches whether the document of a page is answered with a question for HTTP authentication, which a `SendGuard` gets
 * and declines. It comes before the document, unlike the headers of the answer.
 */
function watchChallenge({ session, watched }: DrivenPage): { asks: () => boolean; stop: () => void } {
  let hasAsked = false;
  const stop = session.connection.on("Fetch.authRequired", ({ authChallenge, frameId, resourceType }) => {
    const isOwn = resourceType === "Document" && frameId === watched.targetId;
    if (isOwn && authChallenge.source !== "Proxy") hasAsked = true;
  });
  return { asks: () => hasAsked, stop };
}

function httpAuthentication(url: string): LoginError {
  const message = `"${new URL(url).origin}" asks for a user name and a password by HTTP authentication, in a window of the browser, and no profile keeps such a login; set login_url to a page with a form`;
  return new LoginError("http-authentication", message);
}

/** True for a page that never had a document of a website. */
async function isEmpty({ watched }: DrivenPage, signal: AbortSignal): Promise<boolean> {
  const end = performance.now() + ADDRESS_BOUND_MS;
  while (isBlank(watched.url) && performance.now() < end) await pause(CHECK_EVERY_MS, signal);
  return isBlank(watched.url);
}

function isBlank(url: string): boolean {
  return url === "" || url === "about:blank";
}

function unreachable(url: string, netError: NetError, why?: string): LoginError {
  const reason = why === undefined ? netError.name : `${why}, ${netError.name}`;
  return new LoginError("unreachable", `cannot open "${new URL(url).origin}": ${reason} (${netError.number})`, {
    netError,
  });
}
