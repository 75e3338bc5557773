import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { ScreenAgent, startScreenService } from "../../support/screen-agent.ts";
import { type PageReport, type ScreenSite, startScreenSite } from "../../support/screen-site.ts";
import type { TestService } from "../../support/service.ts";
import { until } from "../../support/until.ts";

let service: TestService;
let site: ScreenSite;
let agent: ScreenAgent;

beforeAll(async () => {
  [service, site] = await Promise.all([startScreenService(), startScreenSite()]);
  const { session_id } = await service.create({ viewport: { width: 1000, height: 720 } });
  agent = new ScreenAgent(service, site, session_id);
});

afterAll(async () => {
  await Promise.all([service.stop(), site.stop()]);
});

const of = (type: string): PageReport[] => site.reports.filter((report) => report.type === type);

describe("keys", () => {
  beforeEach(() => agent.open("events"));

  test("are those of a keyboard, with held modifiers", async () => {
    await agent.act("press_key", { keys: ["Shift+F8", "KP_Home", "F9"], hold_keys: ["Ctrl"] });
    await site.report("events", "keyup", ({ key }) => key === "Control");
    const pressed = of("keydown").map(({ code, held }) => [code, String(held)]);
    expect(pressed).toEqual([
      ["ControlLeft", "ctrl"],
      ["ShiftLeft", "ctrl,shift"],
      ["F8", "ctrl,shift"],
      ["Numpad7", "ctrl"],
      ["F9", "ctrl"],
    ]);
  });

  test("repeat while they are held, and are released", async () => {
    await agent.act("press_key", { keys: ["x"], duration: 800 });
    await site.report("events", "keyup", ({ key }) => key === "x");
    const repeats = of("keydown").filter(({ key }) => key === "x");
    expect(repeats[0]).toMatchObject({ repeat: false });
    expect(repeats.slice(1).every(({ repeat }) => repeat === true)).toBe(true);
    expect(repeats.length).toBeGreaterThan(3);
  });

  test("that are unknown are refused with a suggestion", async () => {
    const { status, text } = await agent.call("press_key", { keys: ["Retrun"] });
    expect({ status, text }).toMatchObject({ status: 400, text: expect.stringContaining("Return") });
  });
});

describe("the mouse", () => {
  beforeEach(() => agent.open("events"));

  test.each([
    ["left", 0],
    ["middle", 1],
    ["right", 2],
    ["back", 3],
    ["forward", 4],
  ])("has the button %s", async (button, number) => {
    await agent.act("click_mouse", { x: 300, y: 300, button, click_type: "down" });
    await agent.act("click_mouse", { x: 300, y: 300, button, click_type: "up" });
    expect(await site.report("events", "mousedown")).toMatchObject({ button: number, x: 300, y: 213 });
    if (button === "right") await agent.press("Escape");
  });

  test("turns both wheels", async () => {
    await agent.act("scroll", { x: 500, y: 500, delta_x: 2, delta_y: 3 });
    const sum = (axis: "x" | "y"): number => of("wheel").reduce((all, event) => all + Number(event[axis]), 0);
    await until(() => sum("x") === 240 && sum("y") === 360, { what: () => JSON.stringify(of("wheel")) });
  });

  test("moves gradually, with held keys", async () => {
    await agent.act("move_mouse", { x: 100, y: 200, smooth: false });
    await agent.act("move_mouse", { x: 700, y: 600, duration_ms: 200, hold_keys: ["Shift"] });
    await site.report("events", "mousemove", ({ x, y }) => x === 700 && y === 513);
    const moves = of("mousemove").filter(({ held }) => String(held) === "shift");
    expect(moves.length).toBeGreaterThan(4);
    expect((await agent.call("get_mouse_position")).body).toEqual({ x: 700, y: 600 });
  });

  test("outside of the screen is refused with the limit", async () => {
    const { status, text } = await agent.call("click_mouse", { x: 1000, y: 10 });
    expect({ status, text }).toMatchObject({ status: 400, text: expect.stringContaining("from 0 to 999") });
  });
});

test("double and triple clicks count", async () => {
  await agent.open("clicks");
  await agent.click("clicks", "counter", { num_clicks: 3 });
  await site.report("clicks", "counts", ({ click, dblclick, triple }) => click === 3 && dblclick === 1 && triple === 1);
});

describe("the clipboard", () => {
  test("takes what a page copies, and is kept by typing in any script", async () => {
    await agent.open("text");
    await agent.click("text", "input");
    await agent.type("copied");
    await agent.press("Ctrl+a", "Ctrl+c");
    expect(await agent.read()).toBe("copied");
    await agent.press("Ctrl+l");
    await agent.type("Привет, 世界 👋");
    expect(await agent.read()).toBe("copied");
    await agent.press("Ctrl+a", "Ctrl+c");
    expect(decodeURI(await agent.read())).toContain("Привет, 世界 👋");
    await agent.press("Escape");
  });

  test("holds 1 MiB of UTF-8, and is not that of another session", async () => {
    const text = "日本語 and more; ".repeat(50_000);
    const other = (await service.create({ viewport: { width: 800, height: 600 } })).session_id;
    await agent.act("clipboard/write", { text });
    const stranger = new ScreenAgent(service, site, other);
    expect(await stranger.read()).toBe("");
    await stranger.act("clipboard/write", { text: "other" });
    expect((await agent.read()) === text).toBe(true);
    await service.api("DELETE", `/browsers/${other}`);
  });
});

describe("pictures", () => {
  test("show the pointer unless it is hidden", async () => {
    await agent.open("text");
    const region = { x: 600, y: 500, width: 100, height: 100 };
    await agent.act("move_mouse", { x: 650, y: 550, smooth: false });
    const shown = await agent.screenshot(region);
    await agent.act("cursor", { hidden: true });
    const hidden = await agent.screenshot(region);
    await agent.act("cursor", { hidden: false });
    expect(shown).toMatchObject({ width: 100, height: 100 });
    expect(shown.png.equals(hidden.png)).toBe(false);
  });

  test("show the effect of the click before them", async () => {
    await agent.open("clicks");
    const { y } = await site.centre("clicks", "counter", true);
    const region = { x: 0, y: y - 40, width: 400, height: 80 };
    await agent.act("move_mouse", { x: 990, y: 700, smooth: false });
    const before = await agent.screenshot(region);
    await agent.click("clicks", "counter");
    await agent.act("move_mouse", { x: 990, y: 700, smooth: false });
    expect((await agent.screenshot(region)).png.equals(before.png)).toBe(false);
  });

  test("refuse a region outside of the screen", async () => {
    const { status, text } = await agent.call("screenshot", { region: { x: 0, y: 700, width: 10, height: 30 } });
    expect({ status, text }).toMatchObject({ status: 400, text: expect.stringContaining("in a screen of 1000x720") });
  });
});
