import { afterAll, beforeAll, expect, test } from "vitest";
import { evaluate, withServer } from "../../support/browser/chromium.ts";
import { until } from "../../support/until.ts";
import { type InputBrowser, startInputBrowser } from "./support/input-page.ts";

let browser: InputBrowser;
beforeAll(async () => {
  browser = await startInputBrowser();
});
afterAll(() => browser.stop());

const never = new AbortController().signal;
const read = () => browser.input.clipboardText(never);
const write = (text: string) => browser.input.setClipboardText(text, never);
const hiddenTargets = async () =>
  (await browser.connection.send("Target.getTargets", { filter: [{ type: "other" }] })).targetInfos;

test("the clipboard is empty at first, and after empty text", async () => {
  expect(await read()).toBe("");
  await write("x");
  await write("");
  expect(await read()).toBe("");
});

test("the clipboard returns exactly the written text", async () => {
  const text = "a\r\nb\nc\rd\te\u0000f \u2028 é日本語😀👨‍👩‍👧\u202e <b>&amp;";
  await write(text);
  expect(await read()).toBe(text);
});

test("the clipboard is the page's: text that it copies is read, written text is pasted", async () => {
  const page = await browser.show(`<textarea id="t" autofocus>from the page</textarea>`);
  await browser.act("press_key", { keys: ["Ctrl+a", "Ctrl+c"] });
  expect(await read()).toBe("from the page");
  await write("to the page");
  await browser.act("press_key", { keys: ["Ctrl+v"] });
  expect(await evaluate(page, "t.value")).toBe("to the page");
});

test("a page that copies no text leaves no text on the clipboard", async () => {
  const page = await browser.show(
    `<input value="x" autofocus><script>addEventListener("copy", (e) => { e.preventDefault(); e.clipboardData.setData("text/html", "<b>x</b>") })</script>`,
  );
  await write("before");
  await evaluate(page, "document.querySelector('input').select()");
  await browser.act("press_key", { keys: ["Ctrl+c"] });
  expect(await read()).toBe("");
});

test("the clipboard works on a page that may not use it, and does not touch that page", async () => {
  const { url } = await withServer((_request, response) => {
    response.setHeader("permissions-policy", "clipboard-read=(), clipboard-write=()");
    response.setHeader("content-type", "text/html");
    response.end(`<input id="i" autofocus><script>
      window.log = [];
      for (const type of ["focus", "blur", "focusin", "focusout", "visibilitychange", "paste", "copy", "keydown", "selectionchange"])
        for (const target of [window, document]) target.addEventListener(type, () => log.push(type), true);
    </script>`);
  });
  const page = await browser.show("");
  await page.send("Page.navigate", { url });
  await until(() => evaluate<boolean>(page, "!!window.log && document.activeElement.id === 'i'").catch(() => false), {
    what: "the page",
  });
  const state = () =>
    evaluate<string>(page, "document.hasFocus() + document.visibilityState + document.activeElement.id");
  await browser.act("click_mouse", { x: 20, y: 20 });
  await until(async () => (await state()) === "truevisiblei", { what: "the focus" });
  await evaluate(page, "log.length = 0");
  await write("over it");
  expect(await read()).toBe("over it");
  expect(await evaluate(page, "log")).toEqual([]);
  expect(await state()).toBe("truevisiblei");
});

test("the clipboard uses one hidden page again and again, and a new one when that is gone", async () => {
  await write("kept");
  const [first, ...others] = await hiddenTargets();
  expect(others).toEqual([]);
  expect(await read()).toBe("kept");
  expect((await hiddenTargets()).map(({ targetId }) => targetId)).toEqual([first?.targetId]);
  await browser.connection.send("Target.closeTarget", { targetId: first?.targetId ?? "" });
  expect(await read()).toBe("kept");
  const [second] = await hiddenTargets();
  const { sessionId } = await browser.connection.send("Target.attachToTarget", {
    targetId: second?.targetId ?? "",
    flatten: true,
  });
  const crashed = read();
  browser.connection.send("Page.crash", undefined, sessionId).catch(() => {});
  expect(await crashed).toBe("kept");
  await until(async () => (await read()) === "kept", { what: "a read after the crash" });
});

test("the clipboard carries 10 MB both ways", async () => {
  const text = "0123é日x\n".repeat(10 * 2 ** 17);
  expect(text).toHaveLength(10 * 2 ** 20);
  await write(text);
  expect((await read()) === text).toBe(true);
  await write("");
});

test("the clipboard refuses half a surrogate pair", async () => {
  await expect(write("x\ude00")).rejects.toMatchObject({
    kind: "invalid",
    message: "text: is not valid Unicode: half of a surrogate pair",
  });
});

test("each browser has its own clipboard", async () => {
  const other = await startInputBrowser();
  try {
    await write("mine");
    expect(await other.input.clipboardText(never)).toBe("");
    await other.input.setClipboardText("yours", never);
    expect(await read()).toBe("mine");
  } finally {
    await other.stop();
  }
});
