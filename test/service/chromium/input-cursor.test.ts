import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { CdpSession } from "../../../src/service/chromium/cdp.ts";
import { evaluate, openPage, withServer } from "../../support/browser/chromium.ts";
import { until } from "../../support/until.ts";
import { type InputBrowser, startInputBrowser } from "./support/input-page.ts";

let browser: InputBrowser;
beforeAll(async () => {
  browser = await startInputBrowser();
});
afterAll(() => browser.stop());

const body = `<style>#a { cursor: pointer !important }</style><a id="a" href="about:blank" style="cursor:help">a link</a><p>text</p>`;
const dataUrl = `data:text/html,${encodeURIComponent(body)}`;
const cursors = (session: CdpSession, document = "document") =>
  evaluate<string[]>(
    session,
    `[...${document}.querySelectorAll("html, a, p")].map((each) => getComputedStyle(each).cursor)`,
  );
const hidden = async (session: CdpSession, document?: string) =>
  (await cursors(session, document).catch(() => [])).join() === "none,none,none";
const shown = async (session: CdpSession, document?: string) =>
  (await cursors(session, document).catch(() => [])).join() === "auto,pointer,auto";
const set = (isHidden: boolean) => browser.act("set_cursor", { hidden: isHidden });

/** Page with a frame of another site, which has its own process, and a frame of the same site. */
async function framed() {
  const { url } = await withServer((request, response) => {
    response.setHeader("content-type", "text/html");
    const other = `http://localhost:${new URL(url).port}/inner`;
    if (request.url === "/")
      response.end(`${body}<iframe id="same" src="/inner"></iframe><iframe src="${other}"></iframe>`);
    else response.end(`<!doctype html><title>${request.headers.host}</title>${body}`);
  });
  return url;
}

describe("Cursor", () => {
  test("the pointer is hidden on the open page, and shown again", async () => {
    const page = await browser.show(body);
    expect(await shown(page)).toBe(true);
    await set(true);
    expect(await cursors(page)).toEqual(["none", "none", "none"]);
    await set(true);
    expect(await evaluate(page, "document.adoptedStyleSheets.length")).toBe(1);
    await set(false);
    expect(await cursors(page)).toEqual(["auto", "pointer", "auto"]);
    expect(await evaluate(page, "document.adoptedStyleSheets.length")).toBe(0);
  });

  test("the pointer is hidden on pages opened later, in the next document, and in the background", async () => {
    const first = await browser.show(body);
    const { targetId: behind, session: second } = await openPage(browser.connection, "about:blank", {
      background: true,
    });
    await set(true);
    await browser.show(body);
    await until(() => hidden(first), { what: "the next document" });
    await second.send("Page.navigate", { url: dataUrl });
    await until(() => hidden(second), { what: "the page in the background" });
    const { targetId, session: third } = await openPage(browser.connection, dataUrl);
    await until(() => hidden(third), { what: "the new page" });
    await set(false);
    const pointers = await until(
      () => Promise.all([shown(first), shown(second), shown(third)]),
      (all) => all.every(Boolean),
    );
    expect(pointers).toEqual([true, true, true]);
    for (const id of [targetId, behind]) await browser.connection.send("Target.closeTarget", { targetId: id });
  });

  test("the pointer is hidden in present and later frames, of the same site and of another", async () => {
    const url = await framed();
    const page = await browser.show("");
    await page.send("Page.navigate", { url });
    const other = await until(() => otherSite(url), { what: "the frame of the other site" });
    await until(() => shown(other), { what: "the frame's document" });
    await set(true);
    await until(() => hidden(page), { what: "the page" });
    await until(() => hidden(page, "same.contentDocument"), { what: "the frame of the same site" });
    await until(() => hidden(other), { what: "the frame of the other site" });
    await evaluate(other, "window.old = true");
    await page.send("Page.reload");
    const again = await until(
      async () => {
        const session = await otherSite(url);
        const isNew = session && (await evaluate<boolean>(session, "window.old !== true").catch(() => false));
        return isNew && (await hidden(session)) ? session : undefined;
      },
      { what: "the frame that came later" },
    );
    await set(false);
    await until(() => shown(again), { what: "the pointer in the frame" });
    expect(await until(() => shown(page, "same.contentDocument"), { what: "the pointer in the other frame" })).toBe(
      true,
    );
  });

  test("a hidden pointer survives a crash of the page", async () => {
    const page = await browser.show(body);
    await set(true);
    page.send("Page.crash").catch(() => {});
    await until(
      () =>
        browser.act("press_key", { keys: ["a"] }).then(
          () => false,
          (error) => error.kind === "page-crashed",
        ),
      { what: "the crash" },
    );
    await page.send("Page.navigate", { url: dataUrl });
    await until(() => hidden(page), { what: "the page after the crash" });
    await set(false);
    expect(await until(() => shown(page), { what: "the pointer" })).toBe(true);
  });

  test("hiding the pointer does not wait for a busy page", async () => {
    const page = await browser.show(body);
    page
      .send("Runtime.evaluate", {
        expression: "window.go = false; while (!window.go) if (performance.now() > 600000) break;",
      })
      .catch(() => {});
    await set(true);
    await page.send("Runtime.terminateExecution");
    expect(await until(() => hidden(page), { what: "the page when it has time" })).toBe(true);
    await set(false);
  });
});

/** A session in the frame that is on `localhost`. */
async function otherSite(url: string): Promise<CdpSession | undefined> {
  const { connection } = browser;
  const { targetInfos } = await connection.send("Target.getTargets", { filter: [{ type: "iframe" }] });
  const frame = targetInfos.find((info) => info.url.startsWith(`http://localhost:${new URL(url).port}/`));
  if (!frame) return undefined;
  // The frame may be replaced at this moment.
  const attached = await connection
    .send("Target.attachToTarget", { targetId: frame.targetId, flatten: true })
    .catch(() => undefined);
  return attached && connection.session(attached.sessionId);
}
