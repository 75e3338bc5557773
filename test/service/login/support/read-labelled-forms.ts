import type { WatchedPage } from "../../../../src/service/chromium/page-watch.ts";
import { PageFrames } from "../../../../src/service/login/page/frames.ts";
import { PageSession } from "../../../../src/service/login/page/page-session.ts";
import { readPage } from "../../../../src/service/login/page/read-page.ts";
import { evaluate, openPage, withServer } from "../../../support/browser/chromium.ts";
import type { LoginBrowser } from "../../../support/browser/login-browser.ts";
import { type FormVerdict, formVerdict } from "./form-verdict.ts";
import { type LabelledPage, MARK, pageHtml } from "./labelled-form.ts";

/** Number of tabs that show pages at once. */
const TABS = 3;

/** Shows each record as a page of a website and compares its reading with the labels, in the order of the records. */
export async function readLabelledForms(
  { connection }: LoginBrowser,
  pages: readonly LabelledPage[],
  onFinished: (end: () => void) => void,
): Promise<FormVerdict[]> {
  const { url } = await withServer((_, response) => {
    response.setHeader("content-type", "text/html").end("<!doctype html>");
  }, onFinished);
  const verdicts: FormVerdict[] = [];
  const rest = [...pages.entries()];
  const tab = async (): Promise<void> => {
    const { targetId, session: plain } = await openPage(connection, "about:blank", { background: true });
    const none = { crashed: false, dialog: undefined, shownOrder: 0, openOrder: 0 };
    const watched: WatchedPage = { targetId, session: plain, url: "", ...none };
    const session = new PageSession(plain.connection, plain.id, watched);
    await session.send("Page.enable");
    const loaded = new Promise<void>((resolve) => session.on("Page.loadEventFired", () => resolve()));
    const { frameId } = await session.send("Page.navigate", { url });
    await loaded;
    const frames = new PageFrames(connection, session, () => session);
    for (let next = rest.shift(); next; next = rest.shift()) {
      const [at, page] = next;
      const path = page.url && URL.canParse(page.url) ? new URL(page.url).pathname : "/";
      // A document that is drawn anew, as by an application of one page, costs less than one that is loaded.
      await evaluate(session, `history.replaceState(null, "", ${JSON.stringify(path)})`);
      await session.send("Page.setDocumentContent", { frameId, html: pageHtml(page) });
      const read = await frames.read();
      const expression = `browserctlLogin.elements.map((element) => element.getAttribute("${MARK}"))`;
      const contextId = read[0]?.contextId ?? 0;
      const { result } = await session.send("Runtime.evaluate", { expression, contextId, returnByValue: true });
      verdicts[at] = formVerdict(page, readPage(read), result.value as (string | null)[]);
    }
    frames.close();
  };
  await Promise.all(Array.from({ length: TABS }, tab));
  return verdicts;
}
