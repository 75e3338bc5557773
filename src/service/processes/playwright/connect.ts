/* Part of Playwright's interface; the package is not bundled but loaded by its path. */
interface Page {
  context(): Context;
  isClosed(): boolean;
}
interface Context {
  pages(): Page[];
  newPage(): Promise<Page>;
  newCDPSession(page: Page): Promise<{ send(name: string): Promise<unknown>; detach(): Promise<void> }>;
}
interface Browser {
  contexts(): Context[];
  newContext(): Promise<Context>;
  isConnected(): boolean;
  close(): Promise<void>;
}
interface Playwright {
  chromium: { connectOverCDP(url: string): Promise<Browser> };
}

/** Browser, context and page that the code of a request works with. */
export interface Connected {
  readonly browser: Browser;
  readonly context: Context;
  readonly page: Page;
}

/** Page for the code: the one with a target id, `only` that one or otherwise any. */
export interface WantedPage {
  readonly targetId: string | null;
  readonly only: boolean;
}

/**
 * Connects Playwright to the session.
 *
 * @param playwright module that was loaded from its directory
 */
export async function connect(playwright: unknown, cdpUrl: string, wanted: WantedPage): Promise<Connected> {
  const browser = await (playwright as Playwright).chromium.connectOverCDP(cdpUrl);
  const context = browser.contexts()[0] ?? (await browser.newContext());
  return { browser, context, page: await pageFor(context, wanted) };
}

/** Page of a connection for the code. Throws for an `only` page that is closed. */
export async function pageFor(context: Context, { targetId, only }: WantedPage): Promise<Page> {
  const pages = context.pages();
  if (targetId !== null && (only || pages.length > 1)) {
    for (const page of pages) if ((await targetIdOf(context, page)) === targetId) return page;
  }
  if (only) throw new Error("the tab of the executor was closed before the code started");
  return pages[0] ?? (await context.newPage());
}

async function targetIdOf(context: Context, page: Page): Promise<string | undefined> {
  const session = await context.newCDPSession(page).catch(() => undefined);
  const answer = (await session?.send("Target.getTargetInfo").catch(() => undefined)) as
    | { targetInfo: { targetId: string } }
    | undefined;
  await session?.detach().catch(() => {});
  return answer?.targetInfo.targetId;
}
