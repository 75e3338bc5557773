import { once } from "node:events";
import type { Socket } from "node:net";
import { type Browser, type Page, chromium as playwright } from "playwright-core";
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from "vitest";
import { WebSocket } from "ws";
import type { LiveSource } from "../../../src/service/live-view/live-source.ts";
import { rfbSource } from "../../../src/service/live-view/rfb-source.ts";
import type { Session } from "../../../src/service/sessions/session.ts";
import {
  clickAt,
  copyThere,
  linkOf,
  openLasting,
  openLink,
  placeOf,
  says,
  startViewerBrowser,
  tapper,
} from "../../support/screen/live-viewer.ts";
import { startScreenService } from "../../support/screen/screen-agent.ts";
import type { TestService } from "../../support/service/service.ts";
import { until } from "../../support/until.ts";

const DISPLAY_SIZE = { width: 820, height: 420 };

let service: TestService;
let browser: Browser;
let id: string;
/** The page of the session, as automation drives it. */
let page: Page;
/** View that most tests share. */
let view: Page;
/** Connections of viewers to the display. */
const connections: Socket[] = [];

beforeAll(async () => {
  [browser, service] = await Promise.all([startViewerBrowser(), startScreenService({ liveSource: recordedSource })]);
  // Without bars the page has the size of the display.
  const settings = { kiosk_mode: true, viewport: DISPLAY_SIZE, timeout_seconds: 3_600 };
  const session = await service.create(settings);
  id = session.session_id;
  const driven = await playwright.connectOverCDP(session.cdp_ws_url);
  page = await until(() => driven.contexts()[0]?.pages()[0]);
  view = await openLasting(browser, await linkOf(service, id), { viewport: { width: 860, height: 500 } });
  await says(view, /^Connected/);
});

afterAll(async () => {
  await browser?.close();
  await service?.stop();
});

/** Display of the session; its connections can be broken. */
function recordedSource({ screen: { display, input } }: Session): LiveSource {
  if (!display) throw new Error("the session has no display");
  return rfbSource({
    connect: async () => {
      const connection = await display.connect();
      connections.push(connection);
      return connection;
    },
    type: (text, signal) => input.act("type_text", { text }, signal),
    followPointer: (listener) => display.pointer.follow(listener),
  });
}

const PAGE = `<style>body{margin:0} #t{position:absolute;left:0;top:0;width:500px;height:200px}
#b{position:absolute;left:600px;top:300px;width:200px;height:100px}</style>
<textarea id="t"></textarea><button id="b">press</button>
<script>window.log=[];for(const type of ["keydown","keyup","mousedown","mouseup","mousemove","click","wheel"])
addEventListener(type,(e)=>log.push([type,e.key??e.button,e.clientX,e.clientY].join(" ")),true)</script>`;

async function showPage(): Promise<void> {
  await page.setContent(PAGE);
  await page.focus("#t");
}

/** Opens another live view of the session, which is read-only, over a new page with a text field. */
async function openReadOnly(): Promise<Page> {
  await showPage();
  const other = await openLink(browser, await linkOf(service, id, true));
  await says(other, /^Connected/);
  return other;
}

const typed = (): Promise<string> => page.inputValue("#t");
const events = (...types: string[]): Promise<string[]> =>
  page.evaluate(`log.filter((line) => ${JSON.stringify(types)}.includes(line.split(" ")[0]))`);

async function computer(action: string, json: unknown): Promise<void> {
  const { status, text } = await service.api("POST", `/browsers/${id}/computer/${action}`, { json });
  expect(status, text).toBe(200);
}

/** Clicks into the text field. A key before the page has handled the click would come before it. */
async function clickField(view: Page): Promise<void> {
  const before = (await events("click")).length;
  await clickAt(view, 100, 100);
  await until(
    () => events("click"),
    (clicks) => clicks.length > before,
  );
}

describe("a viewer that acts", () => {
  beforeEach(async () => {
    await showPage();
    await clickField(view);
  });

  test("a viewer of a display clicks, presses keys and turns the wheel", async () => {
    await clickAt(view, 700, 350);
    await until(
      () => events("click"),
      (clicks) => clicks.length === 2,
    );
    expect((await events("click"))[1]).toMatch(/^click 0 (699|700|701) (349|350|351)$/);
    await clickField(view);
    await view.keyboard.type("Hello, World! 42 @~|");
    await expect.poll(typed).toBe("Hello, World! 42 @~|");
    await view.keyboard.press("Control+a");
    await view.keyboard.press("Backspace");
    await expect.poll(typed).toBe("");
    await view.mouse.wheel(0, 240);
    await until(
      () => events("wheel"),
      (turns) => turns.length > 0,
    );
  });

  test("a viewer of a display types texts of other scripts exactly", async () => {
    const text = "Приёж — 日本 😀👨‍👩‍👧 ñ€";
    for (const { segment } of new Intl.Segmenter().segment(text)) await view.keyboard.insertText(segment);
    await expect.poll(typed).toBe(text);
  });

  test("a viewer of a display types keys of a Cyrillic layout between Latin ones, in order", async () => {
    const cdp = await view.context().newCDPSession(view);
    const key = async (key: string, code: string): Promise<void> => {
      await cdp.send("Input.dispatchKeyEvent", { type: "keyDown", key, code, text: key, windowsVirtualKeyCode: 71 });
      await cdp.send("Input.dispatchKeyEvent", { type: "keyUp", key, code, windowsVirtualKeyCode: 71 });
    };
    const text = "aпbрcи";
    for (const each of text) await key(each, "KeyG");
    await expect.poll(typed).toBe(text);
  });

  test("a viewer of a display types the text that an input method composes", async () => {
    const cdp = await view.context().newCDPSession(view);
    await view.keyboard.type("a");
    await cdp.send("Input.imeSetComposition", { text: "に", selectionStart: 1, selectionEnd: 1 });
    await cdp.send("Input.imeSetComposition", { text: "日本", selectionStart: 2, selectionEnd: 2 });
    await cdp.send("Input.insertText", { text: "日本" });
    await view.keyboard.type("b");
    await expect.poll(typed).toBe("a日本b");
  });

  test("a viewer of a display pastes text from its own machine", async () => {
    const text = 'Вставка 日本 😀 "quoted" & <b>';
    await copyThere(view, text);
    await view.keyboard.press("Control+v");
    await expect.poll(typed).toBe(text);
    await view.keyboard.press("Shift+Insert");
    await expect.poll(typed).toBe(text + text);
  });

  test("a viewer of a display pastes a text of 1 MiB, and says that a larger one is too large", async () => {
    const text = "0123456789abcde\n".repeat(2 ** 16);
    // Laying out the text takes a text field seconds.
    await page.evaluate(`document.querySelector("#t").addEventListener("paste", (event) => {
      event.preventDefault();
      window.isWhole = event.clipboardData.getData("text") === "0123456789abcde\\n".repeat(2 ** 16);
    })`);
    await copyThere(view, text);
    await view.keyboard.press("Control+v");
    await until(() => page.evaluate<boolean>("window.isWhole === true"));
    await copyThere(view, `${text}x`);
    await view.keyboard.press("Control+v");
    expect(await says(view, /^Not sent/)).toBe("Not sent: the text has 1048577 bytes; at most 1048576 are possible");
  });

  test("a viewer of a display gets text copied in the session, and sends text by the dialog", async () => {
    await page.fill("#t", "Копия 漢字 🎉");
    await view.keyboard.press("Control+a");
    await view.keyboard.press("Control+c");
    await until(
      () => view.evaluate("navigator.clipboard.readText()"),
      (text) => text === "Копия 漢字 🎉",
    );
    await view.click("#show-clipboard");
    expect(await view.inputValue("#clipboard-text")).toBe("Копия 漢字 🎉");
    await view.fill("#clipboard-text", "из диалога");
    await view.click("#clipboard-send");
    await clickField(view);
    await view.keyboard.press("Control+a");
    await view.keyboard.press("Control+v");
    await expect.poll(typed).toBe("из диалога");
  });
});

describe("a viewer", () => {
  beforeEach(showPage);

  test("a viewer of a display leaves no key and no button pressed", async () => {
    const { viewer } = await connectRaw(false);
    const key = (keysym: number): number[] => [4, 1, 0, 0, 0, 0, keysym >> 8, keysym & 255];
    const press = [5, 1, 700 >> 8, 700 & 255, 350 >> 8, 350 & 255];
    viewer.send(Buffer.from([...key(CONTROL), ...key(ARROW_LEFT), ...press]));
    await until(
      () => events("keydown", "mousedown"),
      (all) => all.length === 3,
    );
    expect(await events("keyup", "mouseup")).toEqual([]);
    viewer.terminate();
    const released = await until(
      () => events("keyup", "mouseup"),
      (all) => all.length === 3,
    );
    const names = released.map((line) => line.split(" ", 2).join(" "));
    expect(names.toSorted()).toEqual(["keyup ArrowLeft", "keyup Control", "mouseup 0"]);
  });

  test("a viewer on a phone taps, scales the screen to its width, and types by its keyboard", async () => {
    const cdp = await view.context().newCDPSession(view);
    const size = view.viewportSize() ?? DISPLAY_SIZE;
    onTestFinished(async () => {
      await cdp.detach();
      await view.setViewportSize(size);
      await view.reload();
      await says(view, /^Connected/);
    });
    const tap = tapper(cdp);
    await cdp.send("Emulation.setTouchEmulationEnabled", { enabled: true });
    await view.setViewportSize({ width: 390, height: 600 });
    await view.reload();
    await says(view, /^Connected/);
    await tap(await placeOf(view, 700, 350));
    await expect.poll(() => events("click")).toHaveLength(1);
    const box = await view.locator("#screen canvas").boundingBox();
    expect(box?.width).toBe(390);
    expect(box?.height).toBeCloseTo((390 * DISPLAY_SIZE.height) / DISPLAY_SIZE.width, 0);
    expect(await view.evaluate("document.activeElement.id")).not.toBe("keys");
    await tap(await placeOf(view, 100, 100));
    await expect.poll(() => events("click")).toHaveLength(2);
    const { x = 0, y = 0 } = (await view.locator("#show-keyboard").boundingBox()) ?? {};
    await tap({ x: x + 5, y: y + 5 });
    await expect.poll(() => view.evaluate("document.activeElement.id")).toBe("keys");
    await view.keyboard.insertText("телефон");
    await until(typed, (text) => text === "телефон");
    expect(await view.evaluate("document.documentElement.scrollWidth")).toBe(390);
  });

  test("a viewer reconnects when its connection breaks or it is reloaded, and sees no hidden pointer", async () => {
    const pointer = (of: Page): Promise<string> =>
      of.evaluate('getComputedStyle(document.querySelector("#screen canvas")).cursor');
    const shape = (cursor: string): boolean => cursor.startsWith("url(");
    const none = (cursor: string): boolean => cursor === "none";
    // The display draws its pointer into the picture of a viewer that does not move it. The button has one colour there.
    const drawn = (of: Page, x: number, y: number): Promise<boolean> =>
      of.evaluate(`(() => {
        const context = document.querySelector("#screen canvas").getContext("2d");
        return new Set(new Uint32Array(context.getImageData(${x - 10}, ${y - 10}, 20, 20).data.buffer)).size > 1;
      })()`);
    const hide = async (hidden: boolean): Promise<void> => {
      const { status } = await service.api("POST", `/browsers/${id}/computer/cursor`, { json: { hidden } });
      expect(status).toBe(200);
    };
    // Chromium shows no pointer after keys, until it moves to another place.
    await clickAt(view, 600, 300);
    await until(() => pointer(view), shape);
    await hide(true);
    onTestFinished(() => hide(false));
    await until(() => pointer(view), none);
    const later = await openReadOnly();
    await until(() => pointer(later), none);
    const lost = says(view, /again|Connecting/);
    for (const socket of connections) socket.destroy();
    await lost;
    await says(view, /^Connected$/);
    await until(() => pointer(view), none);
    await clickAt(view, 650, 330);
    await until(
      () => events("click"),
      (clicks) => clicks.length > 0,
    );
    await says(later, /^Connected/);
    expect(await drawn(later, 650, 330)).toBe(false);
    await hide(false);
    await clickAt(view, 650, 370);
    await until(() => pointer(view), shape);
    await until(() => drawn(later, 650, 370), { what: "the pointer in the picture of a read-only viewer" });
    expect(new URL(view.url()).search).toBe("");
    await view.reload();
    await says(view, /^Connected$/);
  });

  test("a viewer cannot change the size of the display", async () => {
    const size = view.viewportSize() ?? DISPLAY_SIZE;
    onTestFinished(() => view.setViewportSize(size));
    await view.setViewportSize({ width: 640, height: 480 });
    const canvas = view.locator("#screen canvas");
    await until(
      () => canvas.boundingBox(),
      (box) => box !== null && box.width <= 640 && box.height < 480,
    );
    const { viewer, received } = await connectRaw(false);
    const before = received().length;
    const resize = Buffer.from([251, 0, 2, 128, 1, 224, 1, 0, ...Buffer.alloc(8), 2, 128, 1, 224, 0, 0, 0, 0]);
    viewer.send(Buffer.concat([resize, ONE_PIXEL]));
    await until(() => received().length > before);
    await clickAt(view, 700, 350);
    await until(
      () => events("click"),
      (clicks) => clicks.length === 1,
    );
    expect(await page.evaluate("[screen.width, screen.height]")).toEqual([DISPLAY_SIZE.width, DISPLAY_SIZE.height]);
  });

  test("a read-only viewer of a display sees the screen and changes nothing", async () => {
    const watching = await openReadOnly();
    expect(await watching.textContent("#status")).toBe("Connected, read-only");
    expect(await watching.locator("button:visible").allTextContents()).toEqual(["Full screen"]);
    await clickAt(watching, 100, 100);
    await watching.keyboard.type("abc");
    await computer("click_mouse", { x: 700, y: 350 });
    await until(
      () => events("click"),
      (clicks) => clicks.length === 1,
    );
    expect(await typed()).toBe("");
    expect(await events("keydown")).toEqual([]);
  });

  test("a read-only viewer gets no text of the clipboard, whatever it requests", async () => {
    const acting = await connectRaw(false);
    const watchers = [await connectRaw(true), await connectRaw(true, NO_ENCODINGS), await connectRaw(true, EXTENDED)];
    await page.fill("#t", "copied secret");
    for (const keys of [["Ctrl+a"], ["Ctrl+c"]]) await computer("press_key", { keys });
    await until(() => acting.received().includes("copied secret"));
    for (const { viewer: watching, received } of watchers) {
      const before = received().length;
      // Requests the text, as a client with an extended clipboard does.
      watching.send(Buffer.from([6, 0, 0, 0, 0xff, 0xff, 0xff, 0xfc, 2, 0, 0, 1]));
      watching.send(ONE_PIXEL);
      await until(() => received().length > before);
      expect(received().includes("copied secret")).toBe(false);
    }
  });

  // The last test: it ends the session.
  test("a viewer of a display is told when the session ends, and how to get another", async () => {
    await service.api("DELETE", `/browsers/${id}`);
    expect(await says(view, /ended/)).toBe("The session has ended. Create another: browserctl browsers create");
    expect(await view.locator("button:visible").count()).toBe(0);
    await view.reload();
    expect(await view.textContent("pre")).toBe("browserctl browsers create");
  });
});

const CONTROL = 0xffe3;
const ARROW_LEFT = 0xff51;
const ONE_PIXEL = Buffer.from([3, 0, 0, 0, 0, 0, 0, 1, 0, 1]);

/**
 * Messages by which a client declares its capabilities: raw pixels; nothing; an extended clipboard with all features.
 */
const RAW_PIXELS = Buffer.from([2, 0, 0, 1, 0, 0, 0, 0]);
const NO_ENCODINGS = Buffer.alloc(0);
const EXTENDED = Buffer.concat([
  Buffer.from([2, 0, 0, 2, 0, 0, 0, 0, 0xc0, 0xa1, 0xe5, 0xce]),
  Buffer.from([6, 0, 0, 0, 0xff, 0xff, 0xff, 0xf8, 0x1f, 0, 0, 1, 0, 0x10, 0, 0]),
]);

/** Connects a client without extensions, which gets the display's clipboard without a request. */
async function connectRaw(
  readOnly: boolean,
  encodings = RAW_PIXELS,
): Promise<{ viewer: WebSocket; received: () => Buffer }> {
  const opened = await fetch(await linkOf(service, id, readOnly));
  const cookie = opened.headers.getSetCookie()[0]?.split(";")[0] ?? "";
  const address = `ws://127.0.0.1:${service.port}/browsers/${id}/live/socket`;
  const viewer = new WebSocket(address, { headers: { cookie, origin: service.baseUrl } });
  onTestFinished(() => viewer.terminate());
  const chunks: Buffer[] = [];
  viewer.on("message", (data: Buffer) => chunks.push(data));
  await once(viewer, "open");
  viewer.send(Buffer.concat([Buffer.from("RFB 003.008\n"), Buffer.from([1, 1]), encodings, ONE_PIXEL]));
  const received = (): Buffer => Buffer.concat(chunks);
  // Greeting, security, size and name, and the first pixel.
  await until(() => received().length > 60);
  return { viewer, received };
}
