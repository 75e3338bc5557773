import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { Client } from "../../support/browser/cdp-client.ts";
import { writeFakeBrowser } from "../../support/browser/fake-browser.ts";
import { ScreenAgent, startScreenService } from "../../support/screen/screen-agent.ts";
import { type ScreenSite, startScreenSite } from "../../support/screen/screen-site.ts";
import {
  type Answer,
  callApi,
  processesOf,
  startService,
  type TestService,
  tempDir,
} from "../../support/service/service.ts";
import { serviceProgram } from "../../support/service/service-program.ts";
import { writtenState } from "../../support/service/written-state.ts";
import { until } from "../../support/until.ts";

let service: TestService;
let site: ScreenSite;
let agent: ScreenAgent;
let cdpUrl: string;

beforeAll(async () => {
  [service, site] = await Promise.all([startScreenService(), startScreenSite()]);
  const session = await service.create({ viewport: { width: 900, height: 700 }, timeout_seconds: 3600 });
  agent = new ScreenAgent(service, site, session.session_id);
  cdpUrl = session.cdp_ws_url;
});

afterAll(async () => {
  await Promise.all([service.stop(), site.stop()]);
});

const call = (method: string, path: string, json: unknown, signal?: AbortSignal): Promise<Answer> =>
  service.api(method, `/browsers/${agent.id}${path}`, { json, ...(signal && { signal }) });

async function resize(width: number, height: number): Promise<void> {
  const { status, text } = await call("PATCH", "", { viewport: { width, height } });
  expect(status, text).toBe(200);
}

describe("input in the middle of something else", () => {
  test("a click comes before keys, and before a text without keys, whatever the window manager does", async () => {
    await agent.open("text");
    const signal = async (name: string): Promise<void> => {
      const { status, text: answer } = await call("POST", "/process/exec", {
        command: "pkill",
        args: [name, "openbox"],
      });
      expect(status, answer).toBe(200);
    };
    await signal("-STOP");
    try {
      await agent.click("text", "input");
      await agent.type("typed");
      await site.report("text", "input", ({ value }) => value === "typed");
      await agent.click("text", "textarea");
      await agent.type("написано");
      await site.report("text", "input", ({ value }) => value === "написано");
    } finally {
      await signal("-CONT");
    }
  });

  test("the clipboard is restored when the client of a text has disconnected", async () => {
    await agent.act("clipboard/write", { text: "mine" });
    await agent.press("Ctrl+l");
    await agent.still();
    const region = { x: 100, y: 40, width: 400, height: 45 };
    const before = await agent.screenshot(region);
    const client = new AbortController();
    // The address bar gets each line from the clipboard.
    const typed = { text: "наполовину\nготово", delay: 30_000 };
    const typing = expect(call("POST", "/computer/type", typed, client.signal)).rejects.toThrow("aborted");
    await until(async () => !(await agent.screenshot(region)).png.equals(before.png));
    client.abort();
    await typing;
    expect(await agent.read()).toBe("mine");
    await agent.press("Escape");
  });

  describe("in a page that reports events", () => {
    beforeAll(() => agent.open("events"));

    test("a button that is down while the display becomes smaller is released inside", async () => {
      await agent.act("click_mouse", { x: 850, y: 650, click_type: "down" });
      await resize(700, 500);
      expect((await agent.call("get_mouse_position")).body).toEqual({ x: 699, y: 499 });
      const outside = await agent.call("click_mouse", { x: 850, y: 650, click_type: "up" });
      expect([outside.status, outside.body.message]).toEqual([400, "the point is outside the screen of 700x500"]);
      await agent.act("click_mouse", { x: 300, y: 300, click_type: "up" });
      await site.report("events", "mouseup", ({ x, y }) => x === 300 && y === 213);
      await agent.act("move_mouse", { x: 310, y: 310, smooth: false });
      await site.report("events", "mousemove", ({ x, buttons }) => x === 310 && buttons === 0);
      await resize(900, 700);
    });

    test("keys and the button of a drag are released when the client that held them has disconnected", async () => {
      site.clear();
      const client = new AbortController();
      const keys = { keys: ["y"], hold_keys: ["Shift"], duration: 30_000 };
      const pressing = expect(call("POST", "/computer/press_key", keys, client.signal)).rejects.toThrow("aborted");
      await site.report("events", "keydown", ({ repeat }) => repeat === true);
      client.abort();
      await pressing;
      await site.report("events", "keyup", ({ key }) => key === "Y");
      await site.report("events", "keyup", ({ key }) => key === "Shift");
      const path = [
        [100, 200],
        [600, 400],
      ];
      const other = new AbortController();
      const drag = call("POST", "/computer/drag_mouse", { path, duration_ms: 10_000 }, other.signal);
      const dragging = expect(drag).rejects.toThrow("aborted");
      await site.report("events", "mousemove", ({ buttons }) => buttons === 1);
      other.abort();
      await dragging;
      await site.report("events", "mouseup");
    });
  });
});

describe("windows", () => {
  /** Waits until the popup has its place and size. Chromium itself gives it one line less; title bar and address are above. */
  const popup = () =>
    site.layout("text", ({ viewport: { width, height }, offset }) => width === 400 && height === 299 && offset.y > 110);

  /**
   * Opens the popup, and again when none appears: a page that is loaded a second time loses a click. The window manager may
   * move it more than once, and gives it the keys last.
   */
  const openPopup = async () => {
    await until(async () => {
      await agent.click("screen", "popup");
      return await until(() => site.reports.some(({ page }) => page === "text"), { boundMs: 8_000 }).catch(() => false);
    });
    await popup();
    await agent.still();
  };

  beforeAll(() => agent.open("screen"));

  test("a locked pointer reports movements", async () => {
    await agent.click("screen", "lock");
    await site.report("screen", "lock", ({ on }) => on === true);
    await agent.act("move_mouse", { x: 500, y: 500, smooth: false });
    // Movements that a busy page has not handled yet are joined. The lock itself may be a movement of zero.
    await site.report("screen", "movement", ({ x, y }) => x !== 0 || y !== 0);
    await agent.act("move_mouse", { x: 530, y: 520, smooth: false });
    await site.report("screen", "movement", ({ x, y }) => x === 30 && y === 20);
    await agent.press("Escape");
    await site.report("screen", "lock", ({ on }) => on === false);
  });

  test("full screen by key and by the page fills the display, also another size, and ends", async () => {
    await agent.press("F11");
    await site.filled("screen", 900, 700);
    await resize(800, 600);
    await site.filled("screen", 800, 600);
    await agent.press("F11");
    await site.filled("screen", 800, 513);
    site.clear();
    await resize(900, 700);
    await site.filled("screen", 900, 613);
    await agent.click("screen", "fullscreen");
    await site.report("screen", "fullscreen", ({ on }) => on === true);
    await site.filled("screen", 900, 700);
    await agent.press("Escape");
    await site.report("screen", "fullscreen", ({ on }) => on === false);
  });

  test("a popup keeps its size, gets the keys, and returns them when it is closed", async () => {
    await agent.reload("screen");
    await openPopup();
    const isTyped = () =>
      site.reports.some(({ page, type, value }) => page === "text" && type === "input" && value === "in the popup");
    // The other window may still have the keyboard.
    await until(async () => {
      await agent.click("text", "input");
      await agent.press("Ctrl+a");
      await agent.type("in the popup");
      return await until(isTyped, { boundMs: 8_000 }).catch(() => false);
    });
    await agent.press("Ctrl+w");
    await agent.reload("screen");
  });

  test("a popup goes behind the window that is clicked, comes back, and is closed by its title bar", async () => {
    await openPopup();
    await agent.act("click_mouse", { x: 20, y: 650 });
    await agent.reload("screen");
    await openPopup();
    const { offset, viewport } = await popup();
    await agent.act("click_mouse", { x: offset.x + viewport.width - 11, y: offset.y - 46 });
    await agent.reload("screen");
    const client = await Client.open(cdpUrl);
    await until(async () => {
      const { targetInfos } = await client.send<{ targetInfos: { type: string }[] }>("Target.getTargets");
      return targetInfos.filter(({ type }) => type === "page").length === 1;
    });
  });

  test("a second window fills the display, also after full screen, and returns the keys when it is closed", async () => {
    await agent.open("clicks");
    await agent.click("clicks", "link", { hold_keys: ["Shift"] });
    await site.filled("text", 900, 613);
    await agent.press("Ctrl+w");
    await agent.reload("clicks");
  });
});

test("a dialog that stays open does not prevent pictures, input or the end of the session", async () => {
  await agent.open("dialogs");
  await agent.click("dialogs", "alert");
  await site.report("dialogs", "opening");
  expect(await agent.screenshot()).toMatchObject({ width: 900, height: 700 });
  const { status, body } = await call("POST", "/playwright/execute", { code: "return await page.title()" });
  expect([status, body.code, body.message]).toEqual([409, "dialog_open", expect.stringContaining("an alert dialog")]);
  await agent.act("move_mouse", { x: 300, y: 300 });
  await resize(800, 600);
  expect(await agent.screenshot()).toMatchObject({ width: 800, height: 600 });
  expect((await service.api("DELETE", `/browsers/${agent.id}`)).status).toBe(204);
});

test("a killed service leaves no process of a display, and its next start leaves no file of it", async () => {
  const stateDir = await tempDir();
  onTestFinished(() => rmSync(stateDir, { recursive: true, force: true }));
  const service = { stateDir, version: "0.1.0", port: 0, screen: "real", handleSignals: false };
  const options = JSON.stringify({ ...service, browser: writeFakeBrowser() });
  const child = spawn(process.execPath, [await serviceProgram("serve-process"), options], { stdio: "ignore" });
  onTestFinished(() => void child.kill("SIGKILL"));
  const state = await until(() => writtenState(stateDir));
  const created = await callApi(state.base_url, state.token, "POST", "/browsers", { json: {} });
  expect(created.status, created.text).toBe(200);
  const root = state.temp_dir ?? "";
  const [name = ""] = readdirSync(join(stateDir, "sessions"));
  const socket = join(stateDir, "sessions", name, "screen", "rfb");
  expect(existsSync(socket)).toBe(true);
  const ended = once(child, "exit");
  child.kill("SIGKILL");
  await ended;
  await until(async () => (await processesOf(stateDir, root)).length === 0, { what: "the end of all processes" });
  await (await startService({ stateDir })).stop();
  expect(existsSync(root)).toBe(false);
});
