import { within } from "../../core/pause.ts";
import type { BrowserConnection } from "./browser-connection.ts";
import { BrowserError } from "./browser-error.ts";
import { CdpClosedError, CdpError, type CdpSession } from "./cdp.ts";
import { evaluateApart } from "./isolated-world.ts";
import { isAccepted, type PageWatch, type WatchedPage } from "./page-watch.ts";

/** The page that a person would be looking at. */
export interface ActivePage {
  targetId: string;
  sessionId: string;
  session: CdpSession;
  crashed: boolean;
  dialog: { type: string; message: string } | undefined;
}

/** Time limit of a query; a page that does not answer counts as possibly visible. */
const QUESTION_BOUND_MS = 1_000;
const OPEN_BOUND_MS = 10_000;

/**
 * Finds the active page: the visible one; among several windows the focused one; otherwise the one that was brought to
 * the front last (a client such as Playwright makes every page believe that it has the focus). Opens `about:blank` when
 * no page is open. Hidden targets, developer tools, frames and workers are not pages.
 *
 * The page may be crashed or blocked by a dialog; {@link usablePage} refuses such a page. Throws `CdpClosedError`.
 */
export async function activePage(connection: BrowserConnection): Promise<ActivePage> {
  return asActive((await shownPage(connection)) ?? (await openPage(connection, connection.pageWatch)));
}

/** {@link activePage}; undefined when no page is open. */
export async function shownPage({ pageWatch }: BrowserConnection): Promise<WatchedPage | undefined> {
  const pages = (await pageWatch.pages()).filter((page) => !page.url.startsWith("devtools://"));
  const [only] = pages;
  if (pages.length <= 1) return only;
  const states = await Promise.all(pages.map((page) => visibility(page)));
  const among = (wanted: Visibility[]) => pages.filter((_page, index) => wanted.includes(states[index] ?? "hidden"));
  const focused = among(["focused"]);
  if (focused.length === 1 && focused[0]) return focused[0];
  const [front] = among(["focused", "visible", "unknown"]);
  return front ?? only;
}

/** Active page. Throws a {@link BrowserError} `page-crashed` or `dialog-open` for a page that is not usable. */
export async function usablePage(connection: BrowserConnection): Promise<ActivePage> {
  const page = await activePage(connection);
  assertUsable(page);
  return page;
}

/** Throws a {@link BrowserError} for a page that is crashed or blocked by a dialog. */
export function assertUsable(page: Pick<ActivePage, "crashed" | "dialog">): void {
  if (page.crashed) {
    throw new BrowserError("page-crashed", "the page has crashed; navigate it somewhere or reload it");
  }
  assertNoDialog(page);
}

/** Throws a {@link BrowserError} `dialog-open` for a page that is blocked by a dialog. */
export function assertNoDialog({ dialog }: Pick<ActivePage, "dialog">): void {
  if (dialog) throw dialogOpen(dialog);
}

/** Characters of a dialog's message that an error quotes. */
const QUOTED_CHARACTERS = 200;

function dialogOpen({ type, message }: NonNullable<ActivePage["dialog"]>): BrowserError {
  const characters = [...message];
  const quoted = characters.slice(0, QUOTED_CHARACTERS).join("");
  const text = quoted && ` ${JSON.stringify(characters.length > QUOTED_CHARACTERS ? `${quoted}…` : quoted)}`;
  const shown = `the page shows ${type === "alert" ? "an" : "a"} ${type} dialog${text} that the connected CDP client has not answered`;
  const wayOut = "answer it there (Page.handleJavaScriptDialog), or disconnect the client: the service then";
  const answer = isAccepted(type) ? "accepts it" : "dismisses it";
  return new BrowserError("dialog-open", `${shown}; ${wayOut} ${answer}`);
}

/**
 * Navigates a page. Resolves when the new document has arrived, or with the reason of a failure, such as
 * `net::ERR_NAME_NOT_RESOLVED` (contract 2.2: best effort). An aborted signal ends the wait, not the navigation.
 */
export async function navigate(
  session: CdpSession,
  url: string,
  signal?: AbortSignal,
): Promise<{ errorText: string | undefined }> {
  const aborted = Promise.withResolvers<{ errorText: string }>();
  const abort = () => aborted.resolve({ errorText: "the navigation took too long" });
  if (signal?.aborted) abort();
  signal?.addEventListener("abort", abort, { once: true });
  try {
    const navigated = session.send("Page.navigate", { url }).then(
      (answer) => ({ errorText: answer.errorText }),
      (error: unknown) => {
        if (error instanceof CdpError) return { errorText: error.message };
        throw error;
      },
    );
    return await Promise.race([navigated, aborted.promise]);
  } finally {
    signal?.removeEventListener("abort", abort);
  }
}

type Visibility = "focused" | "visible" | "hidden" | "unknown";

const VISIBILITY = "document.visibilityState === 'hidden' ? 'hidden' : document.hasFocus() ? 'focused' : 'visible'";

async function visibility(page: WatchedPage): Promise<Visibility> {
  if (page.crashed || page.dialog) return "unknown";
  const result = evaluateApart<Visibility | undefined>(page.session, VISIBILITY).then(
    (value) => value ?? "unknown",
    (error: unknown): Visibility => {
      if (error instanceof CdpError) return page.crashed ? "unknown" : "hidden";
      throw error;
    },
  );
  return (await within(result, QUESTION_BOUND_MS)) ?? "unknown";
}

/** Opens an empty page behind the others, which stay in front. Throws as {@link activePage} does. */
export async function openBehind(connection: BrowserConnection): Promise<ActivePage> {
  const page = await openPage(connection, connection.pageWatch, true);
  connection.pageWatch.openedBehind(page.targetId);
  return asActive(page);
}

/** Open page with a target id; undefined when it is closed. */
export async function openPageOf(
  { pageWatch }: BrowserConnection,
  targetId: string | undefined,
): Promise<WatchedPage | undefined> {
  return (await pageWatch.pages()).find((each) => each.targetId === targetId);
}

async function openPage(connection: BrowserConnection, watch: PageWatch, background = false): Promise<WatchedPage> {
  const bound = AbortSignal.timeout(OPEN_BOUND_MS);
  const created = connection.send("Target.createTarget", { url: "about:blank", ...(background && { background }) });
  const opened = await within(created, OPEN_BOUND_MS);
  const page = opened && (await watch.page(opened.targetId, bound));
  if (page) return page;
  if (connection.isClosed) throw new CdpClosedError();
  throw new BrowserError("page-not-responding", "the browser did not open a page within 10 s");
}

function asActive({ targetId, session, crashed, dialog }: WatchedPage): ActivePage {
  return { targetId, sessionId: session.id, session, crashed, dialog };
}
