import { type Browser, chromium, type Page } from "playwright-core";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { withServer } from "../../support/browser/chromium.ts";
import { outcomeInFastTime } from "../../support/service/fast-time.ts";
import { type Answer, startService, type TestService } from "../../support/service/service.ts";
import { until } from "../../support/until.ts";

let service: TestService;
let session: { session_id: string; cdp_ws_url: string };
let client: Browser;
let page: Page;
beforeAll(async () => {
  service = await startService();
  session = await service.create({ timeout_seconds: 600, viewport: { width: 800, height: 600 } });
  client = await chromium.connectOverCDP(session.cdp_ws_url);
  const [context] = client.contexts();
  const [first] = context?.pages() ?? [];
  page = (await context?.newPage()) ?? (await client.newPage());
  await first?.close();
});
afterAll(async () => {
  await client?.close();
  await service.stop();
});
beforeEach(async () => {
  const html = `<body style="margin:0"><textarea id="t" style="width:300px;height:100px"></textarea>`;
  await page.goto(`data:text/html,${encodeURIComponent(html)}`);
  await page.focus("#t");
});

const call = (name: string, json?: unknown, id = session.session_id): Promise<Answer> =>
  service.api("POST", `/browsers/${id}/computer/${name}`, json === undefined ? {} : { json });
const done = async (name: string, json?: unknown): Promise<void> => {
  const { status, text } = await call(name, json);
  expect([status, text]).toEqual([200, ""]);
};
const value = () => page.inputValue("#t");

/** Result of a call whose time limits end at once. */
async function quickly<T>(call: Promise<T>): Promise<T> {
  const outcome = await outcomeInFastTime(call);
  if (outcome instanceof Error) throw outcome;
  return outcome;
}

describe("over HTTP", () => {
  test("the computer controls type, press, click, move, drag, scroll, and report the position of the mouse", async () => {
    await done("type", { text: "Hello, Wörld!\n日本 😀" });
    expect(await value()).toBe("Hello, Wörld!\n日本 😀");
    await done("press_key", { keys: ["Ctrl+a", "Ctrl+x"] });
    expect(await value()).toBe("");
    await done("click_mouse", { x: 10, y: 20, button: "left", click_type: "click", num_clicks: 1 });
    expect((await call("get_mouse_position")).body).toEqual({ x: 10, y: 20 });
    await done("move_mouse", { x: 400, y: 300, smooth: true, duration_ms: 50 });
    await done("drag_mouse", {
      path: [
        [1, 1],
        [50, 60],
      ],
    });
    expect((await call("get_mouse_position", {})).body).toEqual({ x: 50, y: 60 });
    await page.evaluate("document.body.style.height = '5000px'");
    await done("scroll", { x: 500, y: 500, delta_y: 2 });
    await page.waitForFunction("scrollY === 240");
  });

  test("the computer controls hide the pointer and show it", async () => {
    const cursor = () => page.evaluate("getComputedStyle(document.querySelector('#t')).cursor");
    expect((await call("cursor", { hidden: true })).body).toEqual({ ok: true });
    expect(await cursor()).toBe("none");
    expect((await call("cursor", { hidden: false })).body).toEqual({ ok: true });
    expect(await cursor()).toBe("text");
  });

  test("a session has its own clipboard, which pages share and whose mechanism no client sees", async () => {
    await done("clipboard/write", { text: "from outside\r\n" });
    expect((await call("clipboard/read")).body).toEqual({ text: "from outside\r\n" });
    await done("press_key", { keys: ["Ctrl+v"] });
    expect(await value()).toBe("from outside\n");
    await done("clipboard/write", { text: "" });
    expect((await call("clipboard/read", {})).body).toEqual({ text: "" });
    expect(client.contexts()[0]?.pages()).toHaveLength(1);
    const cdp = await client.newBrowserCDPSession();
    const { targetInfos } = await cdp.send("Target.getTargets", { filter: [{}] });
    expect(targetInfos.filter((info) => info.type === "other")).toEqual([]);
    await cdp.detach();
  });

  test("more than 10 MB for the clipboard is refused", async () => {
    const text = "x".repeat(10 * 2 ** 20 + 1);
    expect(await call("clipboard/write", { text })).toMatchObject({ status: 400, body: { code: "bad_request" } });
    expect(await call("clipboard/write", { text: "x".repeat(33 * 2 ** 20) })).toMatchObject({ status: 413 });
  });

  test("a batch is done in order; the error of one action says which", async () => {
    await done("batch", {
      actions: [
        { type: "click_mouse", click_mouse: { x: 20, y: 20 } },
        { type: "type_text", type_text: { text: "abc" } },
        { type: "press_key", press_key: { keys: ["Left"], hold_keys: ["Shift"] } },
        { type: "sleep", sleep: { duration_ms: 5 } },
        { type: "type_text", type_text: { text: "X" } },
        { type: "set_cursor", set_cursor: { hidden: false } },
      ],
    });
    expect(await value()).toBe("abX");
    const failed = await call("batch", { actions: [{ type: "scroll", scroll: { x: 9_000, y: 1, delta_y: 1 } }] });
    expect(failed.status).toBe(400);
    expect(failed.body.message).toMatch(/^actions\[0\]\.scroll: the point is outside the viewport/);
    expect(failed.body.details).toEqual([
      {
        code: "invalid_input",
        message: "actions[0].scroll.x: is 9000, and must be from 0 to 799",
      },
    ]);
  });
});

test("invalid input is refused with the name of the field", async () => {
  for (const [name, json, start] of [
    ["click_mouse", { x: -1, y: 0 }, "x:"],
    ["click_mouse", { x: 0, y: 0, button: "fourth" }, "button:"],
    ["click_mouse", { x: 800, y: 0 }, "x:"],
    ["move_mouse", { x: 0, y: 0, duration_ms: 49 }, "duration_ms:"],
    ["drag_mouse", { path: [[1, 1]] }, "path:"],
    ["scroll", { x: 0, y: 0, delta_x: 0 }, "delta_y:"],
    ["press_key", { keys: [] }, "keys:"],
    ["press_key", { keys: ["Contrl+a"] }, "keys[0]:"],
    ["type", { text: "x", delay: -1 }, "delay:"],
    ["type", { text: "\ud800" }, "text:"],
    ["type", { text: "x".repeat(20_000), delay: 31 }, "text:"],
    ["type", {}, "text:"],
    ["cursor", { hidden: "yes" }, "hidden:"],
    ["batch", { actions: [{ type: "sleep" }] }, "actions[0]:"],
    ["batch", { actions: [{ type: "press_key", press_key: { keys: ["Nope"] } }] }, "actions[0].press_key.keys[0]:"],
  ] as const) {
    const { status, body } = await call(name, json);
    expect([status, body.code], `${name} ${JSON.stringify(json)}`).toEqual([400, "bad_request"]);
    expect(
      body.details.some((detail: { message: string }) => detail.message.startsWith(start)),
      JSON.stringify(body),
    ).toBe(true);
  }
});

test("typed text is in no log and in no error", async () => {
  const secret = "s3cr3t-passw0rd";
  await done("type", { text: secret });
  for (const json of [{ text: `${secret}\ud800` }, { text: secret, delay: 60_000 }, { text: secret, delay: "x" }]) {
    const answer = await call("type", json);
    expect(answer.status).toBe(400);
    expect(answer.text).not.toContain(secret);
  }
  await done("clipboard/write", { text: secret });
  expect(service.log.join("\n")).not.toContain(secret);
});

test("a client that disconnects stops its typing, and the next client types at once", async () => {
  const gone = new AbortController();
  const path = `/browsers/${session.session_id}/computer/type`;
  const typing = service.api("POST", path, { json: { text: "a".repeat(3_000), delay: 100 }, signal: gone.signal });
  typing.catch(() => {});
  await until(value, (text) => text.length >= 2);
  gone.abort();
  await expect(typing).rejects.toThrow();
  await done("type", { text: "z" });
  expect(await value()).toMatch(/^a{2,20}z$/);
});

test("a dialog that the client leaves open ends the typing with 409, one it answers does not", async () => {
  await page.evaluate(
    `document.querySelector("textarea").addEventListener("keydown", (event) => { if (event.key === "b") alert("stop") }); 0`,
  );
  page.once("dialog", (dialog) => void dialog.accept());
  await done("type", { text: "abc" });
  expect(await value()).toBe("abc");
  const opened = page.waitForEvent("dialog");
  const refused = await quickly(call("type", { text: "abc" }));
  expect(refused).toMatchObject({
    status: 409,
    body: { code: "dialog_open", message: expect.stringContaining("alert dialog") },
  });
  expect(refused.headers.get("x-should-retry")).toBe("false");
  await (await opened).accept();
});

test("input that a dialog blocks quotes the dialog and names the way out; curl continues", async () => {
  const opened = page.waitForEvent("dialog");
  const asking = page.evaluate(`confirm("Delete \\"a\\"?\\n" + "x".repeat(300))`);
  const dialog = await opened;
  const batch = { actions: [{ type: "type_text", type_text: { text: "a" } }] };
  const code = { code: "return 1", timeout_sec: 5 };
  const answers = await quickly(
    Promise.all([
      call("screenshot"),
      call("click_mouse", { x: 1, y: 1 }),
      call("batch", batch),
      service.api("POST", `/browsers/${session.session_id}/playwright/execute`, { json: code }),
    ]),
  );
  for (const { status, body } of answers) {
    expect([status, body.code]).toEqual([409, "dialog_open"]);
    expect(body.message).toContain(`a confirm dialog "Delete \\"a\\"?\\nx`);
    expect(body.message).toContain(`${"x".repeat(200 - 12)}…"`);
    expect(body.message).toContain("Page.handleJavaScriptDialog");
    expect(body.message).toContain("disconnect the client: the service then dismisses it");
  }
  const { url } = await withServer((_request, response) => response.end("still here"));
  const curl = await service.api("POST", `/browsers/${session.session_id}/curl`, { json: { url } });
  expect([curl.status, curl.body.body]).toEqual([200, "still here"]);
  await dialog.dismiss();
  expect(await asking).toBe(false);
});

test("a network failure of curl has its own body", async () => {
  const path = `/browsers/${session.session_id}/curl`;
  const answer = await service.api("POST", path, { json: { url: "http://127.0.0.1:1/" } });
  expect(answer).toMatchObject({ status: 502, body: { code: "network_error", net_error: -312 } });
  expect(answer.headers.get("x-should-retry")).toBe("false");
});

test("a page that the client closes in the middle is named", async () => {
  const other = await client.contexts()[0]?.newPage();
  await other?.setContent(`<input id="i">`);
  await other?.bringToFront();
  await other?.focus("#i");
  const typing = call("type", { text: "a".repeat(1_000), delay: 50 });
  await until(
    () => other?.inputValue("#i"),
    (text) => (text?.length ?? 0) >= 2,
  );
  await other?.close();
  expect(await typing).toMatchObject({ status: 409, body: { code: "page_closed" } });
  await page.focus("#t");
  await done("type", { text: "x" });
});

test("the mouse of a new session is at 0, 0; deleted during typing, it answers 404, and so does what waits", async () => {
  const other = await service.create();
  const position = (): Promise<Answer> => call("get_mouse_position", undefined, other.session_id);
  expect((await position()).body).toEqual({ x: 0, y: 0 });
  const second = await chromium.connectOverCDP(other.cdp_ws_url);
  const field = second.contexts()[0]?.pages()[0] ?? page;
  await field.setContent(`<input id="i">`);
  await field.focus("#i");
  const typing = call("type", { text: "a".repeat(1_000), delay: 500 }, other.session_id);
  await until(
    () => field.inputValue("#i"),
    (text) => text.length >= 1,
  );
  const waiting = call("clipboard/read", undefined, other.session_id);
  await service.api("DELETE", `/browsers/${other.session_id}`);
  for (const answer of [await typing, await waiting, await position()]) {
    expect(answer).toMatchObject({
      status: 404,
      body: { code: "browser_deleted", message: expect.stringContaining("it was deleted") },
    });
  }
  await second.close();
});
