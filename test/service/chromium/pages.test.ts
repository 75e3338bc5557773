import { describe, expect, test } from "vitest";
import type { BrowserConnection } from "../../../src/service/chromium/browser-connection.ts";
import { CdpError } from "../../../src/service/chromium/cdp.ts";
import { activePage, navigate, usablePage } from "../../../src/service/chromium/pages.ts";
import { evaluate, openPage, shareChromium, withChromium, withServer } from "../../support/browser/chromium.ts";
import { until } from "../../support/until.ts";

const shared = shareChromium();

async function crash(connection: BrowserConnection): Promise<void> {
  const page = await activePage(connection);
  page.session.send("Page.crash").catch(() => {});
  await until(async () => (await activePage(connection)).crashed, { what: "the crash" });
}

describe("activePage", () => {
  test("activePage is the shown tab of the focused window", async () => {
    const { connection } = shared;
    const start = await activePage(connection);
    const tab = await openPage(connection);
    await until(async () => (await activePage(connection)).targetId === tab.targetId, { what: "the new tab" });
    await openPage(connection, "about:blank", { background: true });
    await until(async () => (await activePage(connection)).targetId === tab.targetId, { what: "the tab in front" });
    await connection.send("Target.activateTarget", { targetId: start.targetId });
    await until(async () => (await activePage(connection)).targetId === start.targetId, { what: "the first tab" });
    const window = await openPage(connection, "about:blank", { newWindow: true });
    await until(async () => (await activePage(connection)).targetId === window.targetId, { what: "the new window" });
    connection.pageWatch.broughtToFront(start.targetId);
    expect((await activePage(connection)).targetId).toBe(window.targetId);
    await connection.send("Target.closeTarget", { targetId: window.targetId });
    await until(async () => (await activePage(connection)).targetId === start.targetId, { what: "the first window" });
  });

  test("activePage is right when all pages believe that they are shown", async () => {
    const { connection } = shared;
    const first = await activePage(connection);
    const second = await openPage(connection);
    for (const session of [first.session, second.session])
      await session.send("Emulation.setFocusEmulationEnabled", { enabled: true });
    expect((await activePage(connection)).targetId).toBe(second.targetId);
    connection.pageWatch.broughtToFront(first.targetId);
    expect((await activePage(connection)).targetId).toBe(first.targetId);
  });

  test("activePage ignores hidden targets, and opens a page when none is left", async () => {
    const { connection } = shared;
    const start = await activePage(connection);
    await connection.send("Target.createTarget", { url: "about:blank", hidden: true, background: true });
    await connection.send("Target.closeTarget", { targetId: start.targetId });
    await until(async () => (await connection.pageWatch.pages()).length === 0, { what: "the page to close" });
    const page = await activePage(connection);
    expect(await evaluate(page.session, "location.href")).toBe("about:blank");
    expect(await evaluate(page.session, "`${innerWidth}x${innerHeight}`")).toBe("800x600");
  });

  test("activePage answers while a page is busy", async () => {
    const { connection } = await withChromium();
    const first = await activePage(connection);
    const busy = await openPage(connection);
    await until(async () => (await evaluate(first.session, "document.visibilityState")) === "hidden", {
      what: "the other page",
    });
    busy.session.send("Runtime.evaluate", { expression: "for (;;);" }).catch(() => {});
    expect((await activePage(connection)).targetId).toBe(busy.targetId);
  });

  test("a command to a page that closes in the meantime fails at once", async () => {
    const { connection } = shared;
    const { targetId, session } = await openPage(connection);
    const pending = session.send("Runtime.evaluate", { expression: "new Promise(() => {})", awaitPromise: true });
    await connection.send("Target.closeTarget", { targetId });
    await expect(pending).rejects.toBeInstanceOf(CdpError);
  });

  test("a crashed page is named as such, and can be navigated again", async () => {
    const { connection } = shared;
    await crash(connection);
    await expect(usablePage(connection)).rejects.toMatchObject({ kind: "page-crashed" });
    const { session } = await activePage(connection);
    expect(await navigate(session, "data:text/html,back", AbortSignal.timeout(10_000))).toEqual({
      errorText: undefined,
    });
    await until(async () => !(await activePage(connection)).crashed, { what: "the page to be well" });
    await until(() => evaluate<boolean>(session, "document.body?.textContent === 'back'"), { what: "the new page" });
    expect((await usablePage(connection)).sessionId).toBe(session.id);
  });
});

describe("dialogs that nobody can answer", () => {
  test.each([
    ["alert('x')", undefined],
    ["confirm('x')", false],
    ["prompt('x')", null],
  ])("the dialog of %s, which nobody can answer, is answered", async (expression, value) => {
    const { connection } = shared;
    const { session } = await activePage(connection);
    await connection.pageWatch.pages();
    expect(await evaluate(session, expression)).toBe(value);
    expect((await usablePage(connection)).dialog).toBeUndefined();
  });

  test("a beforeunload dialog that nobody can answer does not stop a navigation", async () => {
    const { connection } = shared;
    const { session } = await activePage(connection);
    await navigate(
      session,
      "data:text/html,<button>x</button><script>onbeforeunload = (e) => e.preventDefault()</script>",
    );
    const click = { x: 20, y: 20, button: "left" as const, clickCount: 1 };
    await until(() => evaluate<boolean>(session, "document.readyState === 'complete' && !!onbeforeunload"), {
      what: "the page",
    });
    const dialogs: string[] = [];
    session.on("Page.javascriptDialogOpening", ({ type }) => dialogs.push(type));
    await session.send("Input.dispatchMouseEvent", { type: "mousePressed", ...click });
    await session.send("Input.dispatchMouseEvent", { type: "mouseReleased", ...click });
    const answer = await navigate(session, "data:text/html,next", AbortSignal.timeout(10_000));
    expect(answer.errorText).toBeUndefined();
    expect(dialogs).toEqual(["beforeunload"]);
    await until(() => evaluate<boolean>(session, "document.body?.textContent === 'next'"), { what: "the next page" });
  });

  test("a dialog is left to a client that listens, and reported to others", async () => {
    const { connection } = shared;
    const page = await activePage(connection);
    connection.pageWatch.clientListens(page.targetId, 1);
    const asked = evaluate(page.session, "confirm('sure?')");
    await until(async () => (await activePage(connection)).dialog, { what: "the dialog" });
    await expect(usablePage(connection)).rejects.toMatchObject({ kind: "dialog-open" });
    connection.pageWatch.clientListens(page.targetId, -1);
    expect(await asked).toBe(false);
  });
});

describe("navigate", () => {
  test("navigate gives the reason why a page did not load", async () => {
    const { connection } = shared;
    const { session } = await activePage(connection);
    const signal = AbortSignal.timeout(20_000);
    expect(await navigate(session, "http://127.0.0.1:1/", signal)).toEqual({ errorText: "net::ERR_UNSAFE_PORT" });
    expect((await navigate(session, "nonsense", signal)).errorText).toMatch(/invalid URL/i);
  });

  test("navigate ends with its signal when the server does not answer", async () => {
    const { url } = await withServer(() => {});
    const { connection } = shared;
    const { session } = await activePage(connection);
    const answer = await navigate(session, url, AbortSignal.timeout(200));
    expect(answer.errorText).toBe("the navigation took too long");
  });
});
