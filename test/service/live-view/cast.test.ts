import { once } from "node:events";
import { type Browser, type Page, chromium as playwright } from "playwright-core";
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from "vitest";
import { WebSocket } from "ws";
import { sessionSource } from "../../../src/service/live-view/live-source.ts";
import type { Session } from "../../../src/service/sessions/session.ts";
import {
  clickAt,
  copyThere,
  linkOf,
  openLasting,
  placeOf,
  says,
  startViewerBrowser,
  tapper,
} from "../../support/screen/live-viewer.ts";
import { startService, type TestService } from "../../support/service/service.ts";
import { until } from "../../support/until.ts";

let service: TestService;
let browser: Browser;
let driven: Browser;
let id: string;
/** The page of the session, as automation drives it. */
let page: Page;
let session: Session;

beforeAll(async () => {
  const liveSource = (watched: Session) => {
    session = watched;
    return sessionSource(watched);
  };
  [browser, service] = await Promise.all([startViewerBrowser(), startService({ liveSource })]);
  const created = await service.create({ viewport: { width: 800, height: 500 }, timeout_seconds: 3_600 });
  id = created.session_id;
  driven = await playwright.connectOverCDP(created.cdp_ws_url);
  page = await until(() => driven.contexts()[0]?.pages()[0]);
});

afterAll(async () => {
  await browser?.close();
  await driven?.close();
  await service?.stop();
});

beforeEach(async () => {
  await page.setContent(PAGE);
});

const PAGE = `<style>body{margin:0;background:#ff0000} #t{position:absolute;left:0;top:0;width:300px;height:100px}
#b{position:absolute;left:400px;top:300px;width:100px;height:50px}
#s{position:absolute;left:400px;top:20px;width:100px;height:24px}</style>
<textarea id="t"></textarea><button id="b">press</button>
<select id="s"><option>one<option>two<option>three</select>
<script>window.log=[];for(const type of ["keydown","mousedown","mouseup","mousemove","click","dblclick","wheel"])
addEventListener(type,(e)=>log.push([type,e.key??e.button,e.clientX,e.clientY].join(" ")),true)</script>`;

const RED = [255, 0, 0];
const VIEW_SIZE = { width: 860, height: 580 };
const NOWHERE = "about:blank";

/** View of all tests, and its rights: a separate renderer for each test costs a second of CPU time. */
let lasting: Page | undefined;
let isReadOnly = false;

/** Shows the session in the view: opens a link if the view has left or has other rights. */
async function sharedView(readOnly = false): Promise<Page> {
  if (!lasting) lasting = await openLasting(browser, await linkOf(service, id, readOnly), { viewport: VIEW_SIZE });
  else if (readOnly !== isReadOnly || lasting.url() === NOWHERE)
    await lasting.goto(await linkOf(service, id, readOnly));
  isReadOnly = readOnly;
  await says(lasting, /^Connected/);
  await shows(lasting, 700, 450, ...RED);
  return lasting;
}

/** Lets the view leave the session. */
async function leaveView(): Promise<void> {
  await lasting?.goto(NOWHERE);
}

const typed = (): Promise<string> => page.inputValue("#t");
const events = (...types: string[]): Promise<string[]> =>
  page.evaluate(`log.filter((line) => ${JSON.stringify(types)}.includes(line.split(" ")[0]))`);
const clicked = (): Promise<string[]> =>
  until(
    () => events("click"),
    (clicks) => clicks.length > 0,
  );

/** Waits until the view shows a colour at a point of the page; a JPEG keeps it roughly. */
async function shows(view: Page, x: number, y: number, ...wanted: number[]) {
  const pixel = `(() => { const canvas = document.querySelector("#screen canvas");
    return canvas ? [...canvas.getContext("2d").getImageData(${x}, ${y}, 1, 1).data] : [] })()`;
  const isShown = async (): Promise<boolean> => {
    const colour = await view.evaluate<number[]>(pixel);
    return wanted.every((part, index) => Math.abs(part - (colour[index] ?? Number.NaN)) < 20);
  };
  await expect.poll(isShown, { message: `the view shows ${wanted} at ${x},${y}` }).toBe(true);
}

const paint = (colour: string): Promise<void> => page.evaluate(`document.body.style.background = "${colour}"`);

describe("a viewer of a session without a display", () => {
  test("a viewer sees the page and its changes", async () => {
    const view = await sharedView();
    expect(await view.getAttribute("html", "data-client")).toBe("cast");
    await paint("#00ff00");
    await shows(view, 700, 450, 0, 255, 0);
    await page.goto("data:text/html,<body style='background:blue'>");
    await shows(view, 700, 450, 0, 0, 255);
  });

  test("a viewer sees the last picture of a page that changes fast", async () => {
    const view = await sharedView();
    await page.evaluate(`new Promise((done) => { let n = 0; const step = () => {
      document.body.style.background = n % 2 ? "#00ff00" : "#0000ff";
      if (++n < 20) requestAnimationFrame(step); else done();
    }; step(); })`);
    await shows(view, 700, 450, 0, 255, 0);
  });

  test("a viewer clicks, types, and turns the wheel", async () => {
    const view = await sharedView();
    await clickAt(view, 450, 320);
    expect((await clicked())[0]).toMatch(/^click 0 (449|450|451) (319|320|321)$/);
    await clickAt(view, 100, 50);
    await until(
      () => events("click"),
      (clicks) => clicks.length === 2,
    );
    await view.keyboard.type("Hello, World! 42 @~|");
    await view.keyboard.insertText("Привет 日本 😀");
    await view.keyboard.press("Enter");
    await until(typed, (text) => text === "Hello, World! 42 @~|Привет 日本 😀\n");
    await view.keyboard.press("Control+a");
    await view.keyboard.press("Backspace");
    await until(typed, (text) => text === "");
    await view.mouse.wheel(0, 240);
    await until(
      () => events("wheel"),
      (turns) => turns.length > 0,
    );
  });

  test("a viewer clicks twice, drags, and moves", async () => {
    const view = await sharedView();
    const place = await placeOf(view, 600, 400);
    await view.mouse.dblclick(place.x, place.y);
    await until(
      () => events("dblclick"),
      (all) => all.length === 1,
    );
    expect((await events("click")).length).toBe(2);
    const [from, to] = [await placeOf(view, 100, 300), await placeOf(view, 250, 400)];
    await view.mouse.move(from.x, from.y);
    await view.mouse.down();
    await view.mouse.move(to.x, to.y, { steps: 4 });
    await view.mouse.up();
    const last = await until(
      () => events("mousedown", "mouseup"),
      (all) => all.length === 6,
    );
    expect(last.slice(-2).map((line) => line.replace(/\d+/g, (n) => `${Math.round(Number(n) / 10) * 10}`))).toEqual([
      "mousedown 0 100 300",
      "mouseup 0 250 400",
    ]);
  });

  test("a viewer that leaves releases a button that it holds", async () => {
    const { viewer } = await connectRaw(false);
    viewer.send(JSON.stringify({ type: "press", x: 600, y: 400, button: "left" }));
    viewer.send(JSON.stringify({ type: "move", x: 640, y: 400 }));
    await expect.poll(() => events("mousedown")).toHaveLength(1);
    expect(await events("mouseup")).toEqual([]);
    viewer.close();
    await expect.poll(() => events("mouseup")).toHaveLength(1);
  });

  test("a viewer pastes text of its own machine, and gets copied text", async () => {
    const view = await sharedView();
    await clickAt(view, 100, 50);
    await clicked();
    await copyThere(view, "Вставка 日本 😀");
    await view.keyboard.press("Control+v");
    await until(typed, (text) => text === "Вставка 日本 😀");
    await page.fill("#t", "Копия 漢字");
    await view.keyboard.press("Control+a");
    await view.keyboard.press("Control+c");
    await until(
      () => view.evaluate("navigator.clipboard.readText()"),
      (text) => text === "Копия 漢字",
    );
  });

  test("a read-only viewer sees the page and changes nothing", async () => {
    const view = await sharedView(true);
    await clickAt(view, 100, 50);
    await view.keyboard.type("abc");
    const { viewer } = await connectRaw(true);
    viewer.send(JSON.stringify({ type: "click", x: 450, y: 320, button: "left", count: 1 }));
    viewer.send(JSON.stringify({ type: "text", text: "abc" }));
    viewer.ping();
    await once(viewer, "pong");
    // A second picture is sent when the view has confirmed the first, so that all earlier messages have arrived.
    await paint("#00ff00");
    await shows(view, 700, 450, 0, 255, 0);
    await paint("#0000ff");
    await shows(view, 700, 450, 0, 0, 255);
    const acting = await connectRaw(false);
    acting.viewer.send(JSON.stringify({ type: "click", x: 450, y: 320, button: "left", count: 1 }));
    await clicked();
    expect((await events("click")).length).toBe(1);
    expect(await events("keydown")).toEqual([]);
    expect(await typed()).toBe("");
  });

  test("a viewer sees the open list of a select, and chooses from it", async () => {
    const view = await sharedView();
    await clickAt(view, 450, 32);
    // The highlight of the list.
    await shows(view, 490, 57, 25, 103, 210);
    await clickAt(view, 450, 105);
    await until(
      () => page.inputValue("#s"),
      (value) => value === "three",
    );
    await shows(view, 490, 105, 255, 0, 0);
  });

  test("a viewer follows a new tab, and goes back when it is closed", async () => {
    const view = await sharedView();
    const tab = await page.context().newPage();
    await tab.goto("data:text/html,<body style='background:blue'>");
    await shows(view, 700, 450, 0, 0, 255);
    await tab.close();
    await shows(view, 700, 450, 255, 0, 0);
  });

  test("a viewer follows the size of the viewport", async () => {
    const view = await sharedView();
    const path = `/browsers/${id}`;
    const resize = (width: number, height: number) =>
      service.api("PATCH", path, { json: { viewport: { width, height, force: true } } });
    expect((await resize(640, 480)).status).toBe(200);
    await until(
      () => view.getAttribute("#screen canvas", "width"),
      (width) => width === "640",
    );
    await clickAt(view, 450, 320);
    expect((await clicked())[0]).toMatch(/^click 0 (449|450|451) (319|320|321)$/);
    await resize(800, 500);
    await until(
      () => view.getAttribute("#screen canvas", "width"),
      (width) => width === "800",
    );
  });

  test("a viewer on a phone taps, and scrolls with a finger", async () => {
    const view = await sharedView();
    const cdp = await view.context().newCDPSession(view);
    onTestFinished(async () => {
      await cdp.detach();
      await view.setViewportSize(VIEW_SIZE);
    });
    await cdp.send("Emulation.setTouchEmulationEnabled", { enabled: true });
    await view.setViewportSize({ width: 390, height: 844 });
    const place = await placeOf(view, 450, 320);
    await tapper(cdp)(place);
    await clicked();
    const touch = (type: "touchStart" | "touchMove" | "touchEnd", y?: number) =>
      cdp.send("Input.dispatchTouchEvent", { type, touchPoints: y === undefined ? [] : [{ x: place.x, y }] });
    const scroll = [touch("touchStart", place.y), ...[10, 20, 30].map((by) => touch("touchMove", place.y - by))];
    await Promise.all([...scroll, touch("touchEnd")]);
    await until(
      () => events("wheel"),
      (turns) => turns.length > 0,
    );
    expect((await events("click")).length).toBe(1);
  });

  test("a viewer that acknowledges nothing gets no more pictures, and does not delay others", async () => {
    const stuck = await connectRaw(false);
    await until(() => stuck.pictures() === 1);
    const view = await sharedView();
    for (const [red, green, blue] of [
      [0, 255, 0],
      [0, 0, 255],
      [255, 0, 0],
    ] as const) {
      await paint(`rgb(${red},${green},${blue})`);
      await shows(view, 700, 450, red, green, blue);
    }
    expect(stuck.pictures()).toBe(1);
    stuck.viewer.send(JSON.stringify({ type: "drawn" }));
    await until(() => stuck.pictures() === 2);
  });

  test("a viewer answers a dialog", async () => {
    const view = await sharedView();
    await driven.close();
    try {
      const { connection } = session.chromium;
      const [shown] = await connection.pageWatch.pages();
      const asked = shown?.session.send("Runtime.evaluate", { expression: "prompt('Your name?', 'Ada')" });
      const banner = view.locator("#dialog");
      await banner.waitFor({ state: "visible" });
      expect(await banner.textContent()).toContain("The page asks for a text: Your name?");
      expect(await view.inputValue("#dialog-text")).toBe("Ada");
      await view.fill("#dialog-text", "Grace");
      await view.getByRole("button", { name: "Accept" }).click();
      expect((await asked)?.result.value).toBe("Grace");
      await banner.waitFor({ state: "hidden" });
      const confirmed = shown?.session.send("Runtime.evaluate", { expression: "confirm('Sure?')" });
      await view.getByRole("button", { name: "Dismiss" }).click();
      expect((await confirmed)?.result.value).toBe(false);
      const left = shown?.session.send("Runtime.evaluate", { expression: "confirm('Sure?')" });
      await banner.waitFor({ state: "visible" });
      await leaveView();
      // The service answers a dialog that nobody can answer any more.
      expect((await left)?.result.value).toBe(false);
    } finally {
      const { cdp_ws_url: url } = (await service.api("GET", `/browsers/${id}`)).body;
      driven = await playwright.connectOverCDP(url);
      page = await until(() => driven.contexts()[0]?.pages()[0]);
    }
  });

  test("the last viewer that leaves stops the cast", async () => {
    const cast = castOf(session);
    await leaveView();
    await until(() => !cast.isCasting);
    const [first, second] = [await connectRaw(false), await connectRaw(false)];
    await until(() => first.pictures() > 0 && second.pictures() > 0);
    const left = once(first.viewer, "close");
    first.viewer.close();
    await left;
    expect(cast.isCasting).toBe(true);
    second.viewer.close();
    await until(() => !cast.isCasting);
  });

  test.each([
    ["no JSON", "hello", "a message is not JSON"],
    ["null", "null", "a message must be an object"],
    [
      "another type",
      '{"type":"run"}',
      "type must be one of drawn, text, key, move, click, press, release, wheel, clipboard, answer",
    ],
    ["half a character", '{"type":"text","text":"\\ud800"}', "text must be a text that is valid Unicode"],
    [
      "a long text",
      JSON.stringify({ type: "text", text: "x".repeat(8_193) }),
      "text has 8193 characters; at most 8192",
    ],
    ["a point outside", '{"type":"move","x":-1,"y":0}', "x must be a number from 0 to 100000"],
    [
      "no button",
      '{"type":"press","x":1,"y":0,"button":"all"}',
      "button must be one of left, middle, right, back, forward",
    ],
    ["no answer", '{"type":"answer"}', "accept must be true or false"],
    ["bytes", Buffer.from("RFB"), "a message must be JSON, and not binary"],
  ])("a viewer is ended when it sends %s", async (_what, sent, reason) => {
    const { viewer } = await connectRaw(false);
    const closed = once(viewer, "close");
    viewer.send(sent);
    const [code, text] = await closed;
    expect([code, String(text)]).toEqual([4400, reason]);
  });

  // The last test: it ends the session.
  test("a viewer is told when the session ends", async () => {
    const view = await sharedView();
    await service.api("DELETE", `/browsers/${id}`);
    expect(await says(view, /ended/)).toBe("The session has ended. Create another: browserctl browsers create");
  });
});

function castOf({ screen }: Session) {
  if (screen.kind === "real") throw new Error("the session has a display");
  return screen.cast;
}

/** Connects a viewer that draws nothing, and counts its pictures. */
async function connectRaw(readOnly: boolean): Promise<{ viewer: WebSocket; pictures: () => number }> {
  const opened = await fetch(await linkOf(service, id, readOnly));
  const cookie = opened.headers.getSetCookie()[0]?.split(";")[0] ?? "";
  const address = `ws://127.0.0.1:${service.port}/browsers/${id}/live/socket`;
  const viewer = new WebSocket(address, { headers: { cookie, origin: service.baseUrl } });
  onTestFinished(() => viewer.terminate());
  let pictures = 0;
  viewer.on("message", (_data, binary) => {
    if (binary) pictures += 1;
  });
  await once(viewer, "open");
  return { viewer, pictures: () => pictures };
}
