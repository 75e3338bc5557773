import type { ServerResponse } from "node:http";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { activePage } from "../../../src/service/chromium/pages.ts";
import { closePages, evaluate, withServer } from "../../support/browser/chromium.ts";
import { outcomeInFastTime } from "../../support/service/fast-time.ts";
import { until } from "../../support/until.ts";
import { area, expectCrashReported, expectDialogAnswered } from "./support/input-faults.ts";
import { eventLog, type InputBrowser, startInputBrowser } from "./support/input-page.ts";

let browser: InputBrowser;
beforeAll(async () => {
  browser = await startInputBrowser();
});
afterAll(() => browser.stop());
/** The next test needs a new page. */
const closeAll = (): Promise<void> => closePages(browser.connection);

const long = { text: "a".repeat(1_000), delay: 5 };
const typed = (atLeast: number) => async () => {
  const { session } = await activePage(browser.connection);
  return evaluate<boolean>(session, `t.value.length >= ${atLeast}`).catch(() => false);
};

describe("a dialog while typing", () => {
  afterEach(closeAll);

  test.each([
    ["alert", "keydown"],
    ["prompt", "input"],
  ])("a dialog of type %s on %s that no client listens for is answered, and no key is lost", async (dialog, type) => {
    await expectDialogAnswered(browser, dialog, type);
  });

  test("a dialog that a client leaves open ends the typing with 409, and the next input too", async () => {
    const page = await browser.show(
      `${area}<script>t.onkeydown = (e) => { if (e.key === "b") window.answer = confirm("x") }</script>`,
    );
    const { targetId } = await activePage(browser.connection);
    browser.connection.pageWatch.clientListens(targetId, 1);
    const open = { kind: "dialog-open" };
    // A client has 5 s to answer a dialog.
    expect(await outcomeInFastTime(browser.act("type_text", { text: "abc" }))).toMatchObject(open);
    expect(await outcomeInFastTime(browser.act("click_mouse", { x: 1, y: 1 }))).toMatchObject(open);
    browser.connection.pageWatch.clientListens(targetId, -1);
    await until(() => evaluate<boolean>(page, "window.answer === false"), { what: "the dialog to be answered" });
    await browser.act("type_text", { text: "d" });
  });

  test("a dialog that a client answers in time does not matter", async () => {
    const page = await browser.show(
      `${area}<script>t.onkeydown = (e) => { if (e.key === "b") window.answer = confirm("x") }</script>`,
    );
    const { targetId } = await activePage(browser.connection);
    browser.connection.pageWatch.clientListens(targetId, 1);
    page.on("Page.javascriptDialogOpening", () => {
      page.send("Page.handleJavaScriptDialog", { accept: true }).catch(() => {});
    });
    await browser.act("type_text", { text: "abc" });
    expect(await evaluate(page, "[t.value, window.answer]")).toEqual(["abc", true]);
  });
});

describe("a page that goes away", () => {
  afterEach(closeAll);

  test("a page that is closed in the middle of typing is 409, at once", async () => {
    await browser.show(area);
    const { targetId } = await activePage(browser.connection);
    const typing = browser.act("type_text", { text: "a".repeat(8), delay: 60_000 });
    typing.catch(() => {});
    await until(typed(1), { what: "the first key" });
    await browser.connection.send("Target.closeTarget", { targetId });
    await expect(typing).rejects.toMatchObject({
      kind: "page-closed",
      message: "the page was closed before all of the input had reached it",
    });
    // There is a new page for the next input.
    await browser.act("type_text", { text: "a" });
  });

  test("a page may be closed while keys are on their way", async () => {
    await browser.show(area);
    const { targetId } = await activePage(browser.connection);
    const typing = browser.act("type_text", { text: "a".repeat(20_000) });
    typing.catch(() => {});
    await until(typed(10), { what: "the first keys" });
    await browser.connection.send("Target.closeTarget", { targetId });
    await expect(typing).rejects.toMatchObject({ kind: "page-closed" });
  });

  test.each([
    ["typing", () => browser.act("type_text", long)],
    [
      "a drag",
      () =>
        browser.act("drag_mouse", {
          path: [
            [1, 1],
            [700, 500],
          ],
          duration_ms: 5_000,
        }),
    ],
  ])("a page that crashed during %s is 409, and the next input says so too", async (_what, act) => {
    await expectCrashReported(browser, act);
  });

  test("a page that the sent form replaces passes the rest of the text to the next page", async () => {
    const { url } = await withServer((request, response) => {
      response.setHeader("content-type", "text/html");
      response.end(
        request.url === "/"
          ? `<form action="/next"><input id="t" name="q" autofocus></form>`
          : `<input id="t" autofocus>`,
      );
    });
    const page = await browser.show("");
    await page.send("Page.navigate", { url });
    const ready = (path: string) => () =>
      evaluate<boolean>(
        page,
        `location.pathname === "${path}" && document.readyState === "complete" && !!window.t`,
      ).catch(() => false);
    await until(ready("/"), { what: "the form" });
    await evaluate(page, "t.focus()");
    await browser.act("type_text", { text: "one\ntwo" });
    await until(ready("/next"), { what: "the next page" });
    expect(await evaluate(page, "location.search")).toBe("?q=one");
  });

  test("a busy page is waited for; a page that hangs is 504, and never waits forever", async () => {
    const page = await browser.show(
      `${area}<script>t.onkeydown = () => { const t0 = performance.now(); while (performance.now() - t0 < 100); }</script>`,
    );
    await browser.act("type_text", { text: "abc" });
    expect(await evaluate(page, "t.value")).toBe("abc");
    // The page waits for a response like a busy page, but without using the processor.
    const asked = Promise.withResolvers<ServerResponse>();
    const { url } = await withServer((request, response) => {
      if (request.url === "/") response.setHeader("content-type", "text/html").end(area);
      else asked.resolve(response);
    });
    await page.send("Page.navigate", { url });
    const shown = `location.href === "${url}" && document.readyState === "complete"`;
    await until(() => evaluate<boolean>(page, shown).catch(() => false), { what: "the page of the server" });
    const hang = "const request = new XMLHttpRequest(); request.open('GET', '/held', false); request.send()";
    page.send("Runtime.evaluate", { expression: hang }).catch(() => {});
    const response = await asked.promise;
    // The page has 15 s to answer.
    const scrolled = browser.act("scroll", { x: 1, y: 1, delta_y: 1 });
    expect(await outcomeInFastTime(scrolled)).toMatchObject({ kind: "input-not-answered" });
    response.destroy();
  });
});

describe("one at a time", () => {
  test("two concurrent typings do not mix", async () => {
    const page = await browser.show(area);
    await Promise.all(["a", "b", "c"].map((letter) => browser.act("type_text", { text: letter.repeat(15) })));
    expect(await evaluate(page, "t.value")).toBe(["a", "b", "c"].map((letter) => letter.repeat(15)).join(""));
  });

  test("a batch holds the turn, stops at its first error and says which", async () => {
    const page = await browser.show(area);
    const batch = browser.input.batch(
      {
        actions: [
          { type: "type_text", type_text: { text: "one" } },
          { type: "sleep", sleep: { duration_ms: 100 } },
          { type: "type_text", type_text: { text: "two" } },
          { type: "click_mouse", click_mouse: { x: 5_000, y: 0 } },
          { type: "type_text", type_text: { text: "never" } },
        ],
      },
      new AbortController().signal,
    );
    const later = browser.act("type_text", { text: "three" });
    await expect(batch).rejects.toMatchObject({
      kind: "invalid",
      message: expect.stringContaining("actions[3].click_mouse: the point is outside the viewport"),
      problems: [{ path: "actions[3].click_mouse.x", message: expect.any(String) }],
    });
    await later;
    expect(await evaluate(page, "t.value")).toBe("onetwothree");
  });

  test.each([
    [
      "an unknown key",
      { type: "press_key", press_key: { keys: ["a", "Foo"] } },
      `actions[1].press_key: keys[1]: there is no key "Foo"`,
    ],
    [
      "nothing to scroll",
      { type: "scroll", scroll: { x: 0, y: 0 } },
      "actions[1].scroll: nothing to scroll: delta_x and delta_y are both 0",
    ],
    [
      "parameters of another type",
      { type: "sleep", scroll: { x: 0, y: 0, delta_y: 1 } },
      "actions[1].sleep: is missing; the parameters of type sleep are the property of the same name, not scroll",
    ],
    [
      "a text that takes too long",
      { type: "type_text", type_text: { text: "x".repeat(100), delay: 60_000 } },
      "actions[1].type_text: text and delay together take 6000 s; at most 600 s are allowed",
    ],
  ] as const)("a batch with something wrong does nothing at all: %s", async (_what, wrong, message) => {
    const page = await browser.show(area);
    const actions = [{ type: "type_text" as const, type_text: { text: "x" } }, wrong] as never;
    await expect(browser.input.batch({ actions }, new AbortController().signal)).rejects.toMatchObject({
      kind: "invalid",
      message: expect.stringContaining(message),
    });
    expect(await evaluate(page, "t.value")).toBe("");
  });

  test("a batch may not take longer than ten minutes in total", async () => {
    const actions = Array.from({ length: 11 }, () => ({ type: "sleep" as const, sleep: { duration_ms: 60_000 } }));
    await expect(browser.input.batch({ actions }, new AbortController().signal)).rejects.toThrow(
      "actions: together take 660 s",
    );
  });

  test("a client that disconnects while typing stops it; one that disconnects while waiting does nothing", async () => {
    const page = await browser.show(area);
    const [first, second] = [new AbortController(), new AbortController()];
    const typing = browser.act("type_text", { text: "A".repeat(1_000), delay: 20 }, first.signal);
    typing.catch(() => {});
    const waiting = browser.act("type_text", { text: "never" }, second.signal);
    await until(typed(3), { what: "the first keys" });
    second.abort(new Error("second gone"));
    await expect(waiting).rejects.toThrow("second gone");
    first.abort(new Error("first gone"));
    await expect(typing).rejects.toThrow("first gone");
    const value = await evaluate<string>(page, "t.value");
    await browser.act("type_text", { text: "z" });
    // No key stayed down, and no text came later.
    expect(await evaluate(page, "t.value")).toBe(`${value}z`);
    const [downs, ups] = [await eventLog(page, "keydown"), await eventLog(page, "keyup")];
    expect(ups).toHaveLength(downs.length);
  });

  test("a client that disconnects during a drag leaves no button down", async () => {
    const page = await browser.show("");
    const gone = new AbortController();
    const drag = browser.act(
      "drag_mouse",
      {
        path: [
          [1, 1],
          [700, 500],
        ],
        duration_ms: 5_000,
      },
      gone.signal,
    );
    drag.catch(() => {});
    await until(async () => (await eventLog(page, "mousemove")).length > 3, { what: "the movement" });
    gone.abort(new Error("gone"));
    await expect(drag).rejects.toThrow("gone");
    await until(async () => (await eventLog(page, "mouseup")).length === 1, { what: "the release" });
  });
});

// The last test: it ends the browser.
test("the end of the browser ends running and waiting input", async () => {
  await browser.show(area);
  const acts = [browser.act("type_text", { text: "aa", delay: 60_000 }), browser.act("type_text", { text: "b" })];
  const ends = Promise.allSettled(acts);
  const { session } = await activePage(browser.connection);
  await until(() => evaluate<boolean>(session, "t.value === 'a'"), { what: "the first key" });
  await browser.stop();
  for (const end of await ends) expect(end).toMatchObject({ status: "rejected", reason: { name: "CdpClosedError" } });
});
