import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { ScreenAgent, startScreenService } from "../../support/screen/screen-agent.ts";
import { type PageReport, type ScreenSite, startScreenSite } from "../../support/screen/screen-site.ts";
import type { TestService } from "../../support/service/service.ts";
import { until } from "../../support/until.ts";

let service: TestService;
let site: ScreenSite;
/** Agent that has only pictures, mouse, keyboard and clipboard of a session. */
let agent: ScreenAgent;

beforeAll(async () => {
  [service, site] = await Promise.all([startScreenService(), startScreenSite()]);
  const { session_id } = await service.create({ viewport: { width: 1000, height: 720 }, timeout_seconds: 36_000 });
  agent = new ScreenAgent(service, site, session_id);
});

afterAll(async () => {
  await Promise.all([service.stop(), site.stop()]);
});

/** Clicks an element and waits until a region of the screen has changed and is still again. */
async function clickUntilSeen(page: string, element: string, region: Record<string, number>): Promise<void> {
  const before = await agent.screenshot(region);
  await agent.click(page, element);
  await until(async () => !(await agent.screenshot(region)).png.equals(before.png));
  await agent.still();
}

const of = (type: string): PageReport[] => site.reports.filter((report) => report.type === type);

describe("in a page with a text field", () => {
  beforeAll(async () => {
    await agent.open("text");
    await agent.click("text", "input");
  });

  test("the page is below the bars, whose address bar opened it", async () => {
    const { offset } = await site.layout("text", ({ offset }) => offset.x === 0 && offset.y === 87);
    expect(offset).toEqual({ x: 0, y: 87 });
  });

  test.each([
    ["Latin", "The quick brown fox, 1234567890! \"§'$%&/()=?"],
    ["Cyrillic", "Съешь же ещё этих мягких французских булок, да выпей чаю"],
    ["Japanese", "いろはにほへと ちりぬるを 日本語の文章"],
    ["emoji", "👩‍👩‍👧‍👦 🏳️‍🌈 👍🏽"],
  ])("typing on a display gives %s exactly", async (_name, text) => {
    await agent.press("Ctrl+a");
    await agent.type(text);
    await site.report("text", "input", ({ value }) => value === text);
  });

  test("the clipboard takes text that the page copies, and is kept by typing in any script", async () => {
    await agent.press("Ctrl+a");
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

  test("pictures show the pointer unless it is hidden", async () => {
    const region = { x: 600, y: 500, width: 100, height: 100 };
    await agent.act("move_mouse", { x: 650, y: 550, smooth: false });
    const shown = await agent.screenshot(region);
    await agent.act("cursor", { hidden: true });
    const hidden = await agent.screenshot(region);
    await agent.act("cursor", { hidden: false });
    expect(shown).toMatchObject({ width: 100, height: 100 });
    expect(shown.png.equals(hidden.png)).toBe(false);
  });

  test("a key opens a second tab; a click chooses in its select, not below; and the first tab comes back", async () => {
    await agent.press("Ctrl+t");
    await agent.open("select");
    await agent.click("select", "country");
    await agent.still();
    const { x, y } = await site.centre("select", "country", true);
    await agent.act("click_mouse", { x, y: y + 60 });
    const { value, trusted } = await site.report("select", "change");
    expect({ trusted, chosen: typeof value === "string" && value !== "at" }).toEqual({ trusted: true, chosen: true });
    expect(site.reports.filter(({ target }) => target === "beneath")).toEqual([]);
    await agent.press("Ctrl+w");
    await agent.reload("text");
  });
});

test("the clipboard holds 1 MiB of UTF-8", async () => {
  const text = "日本語 and more; ".repeat(50_000);
  await agent.act("clipboard/write", { text });
  expect((await agent.read()) === text).toBe(true);
});

describe("in a page that reports events", () => {
  beforeAll(() => agent.open("events"));
  beforeEach(() => site.clear());

  test("keys on a display are those of a keyboard, with held modifiers", async () => {
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

  test("keys on a display repeat while they are held, and are released", async () => {
    await agent.act("press_key", { keys: ["x"], duration: 800 });
    await site.report("events", "keyup", ({ key }) => key === "x");
    const repeats = of("keydown").filter(({ key }) => key === "x");
    expect(repeats[0]).toMatchObject({ repeat: false });
    expect(repeats.slice(1).every(({ repeat }) => repeat === true)).toBe(true);
    expect(repeats.length).toBeGreaterThan(3);
  });

  test("the mouse of a display turns both wheels", async () => {
    await agent.act("scroll", { x: 500, y: 500, delta_x: 2, delta_y: 3 });
    const sum = (axis: "x" | "y"): number => of("wheel").reduce((all, event) => all + Number(event[axis]), 0);
    await until(() => sum("x") === 240 && sum("y") === 360, { what: () => JSON.stringify(of("wheel")) });
  });

  test("the mouse of a display moves gradually, with held keys", async () => {
    await agent.act("move_mouse", { x: 100, y: 200, smooth: false });
    await agent.act("move_mouse", { x: 700, y: 600, duration_ms: 1000, hold_keys: ["Shift"] });
    await site.report("events", "mousemove", ({ x, y }) => x === 700 && y === 513);
    // A busy browser joins movements, so that the number that a page sees varies.
    const between = of("mousemove").filter(
      ({ x, held }) => String(held) === "shift" && Number(x) > 100 && Number(x) < 700,
    );
    expect(between).not.toEqual([]);
    expect((await agent.call("get_mouse_position")).body).toEqual({ x: 700, y: 600 });
  });

  test.each([
    ["left", 0],
    ["middle", 1],
    ["forward", 4],
    ["right", 2],
    // The last one: it goes back to the previous page.
    ["back", 3],
  ])("the mouse of a display has the button %s", async (button, number) => {
    const menu = { x: 320, y: 320, width: 60, height: 60 };
    const before = await agent.screenshot(menu);
    await agent.act("click_mouse", { x: 300, y: 300, button, click_type: "down" });
    await agent.act("click_mouse", { x: 300, y: 300, button, click_type: "up" });
    expect(await site.report("events", "mousedown")).toMatchObject({ button: number, x: 300, y: 213 });
    if (button !== "right") return;
    await until(async () => !(await agent.screenshot(menu)).png.equals(before.png));
    await agent.press("Escape");
    await until(async () => (await agent.screenshot(menu)).png.equals(before.png));
  });
});

test("three clicks are a double and a triple click, and a picture shows the effect of the click before it", async () => {
  await agent.open("clicks");
  await agent.click("clicks", "counter", { num_clicks: 3 });
  await site.report("clicks", "counts", ({ click, dblclick, triple }) => click === 3 && dblclick === 1 && triple === 1);
  const { y } = await site.centre("clicks", "counter", true);
  const region = { x: 0, y: y - 40, width: 400, height: 80 };
  await agent.act("move_mouse", { x: 990, y: 700, smooth: false });
  await agent.still();
  const before = await agent.screenshot(region);
  await agent.click("clicks", "counter");
  await agent.act("move_mouse", { x: 990, y: 700, smooth: false });
  expect((await agent.screenshot(region)).png.equals(before.png)).toBe(false);
});

test("a key that is unknown is refused with a suggestion", async () => {
  const { status, text } = await agent.call("press_key", { keys: ["Retrun"] });
  expect({ status, text }).toMatchObject({ status: 400, text: expect.stringContaining("Return") });
});

test("a point or a region outside of the screen is refused with the limit", async () => {
  const click = await agent.call("click_mouse", { x: 1000, y: 10 });
  expect(click).toMatchObject({ status: 400, text: expect.stringContaining("from 0 to 999") });
  const picture = await agent.call("screenshot", { region: { x: 0, y: 700, width: 10, height: 30 } });
  expect(picture).toMatchObject({ status: 400, text: expect.stringContaining("in a screen of 1000x720") });
});

test("a visible alert is accepted by a key", async () => {
  await agent.open("dialogs");
  await agent.click("dialogs", "alert");
  await site.report("dialogs", "opening");
  expect(await agent.screenshot()).toMatchObject({ width: 1000, height: 720 });
  await agent.press("Return");
  await site.report("dialogs", "answered");
});

test("a permission prompt is answered by a key", async () => {
  await agent.open("permission");
  const prompt = { x: 150, y: 100, width: 280, height: 140 };
  // A prompt that is opening when a key arrives never gets the keyboard: an agent waits until it is visible.
  await clickUntilSeen("permission", "notifications", prompt);
  // Chromium ignores keys for a moment after a prompt has opened.
  const reported = (): boolean => site.reports.some(({ type }) => type === "permission");
  await until(async () => reported() || (await agent.press("Escape").then(reported)));
  expect(await site.report("permission", "permission")).toMatchObject({ answer: "default" });
});

test.each(["card-1", "card-2"])("%s is dragged to another column, also in a page that is busy", async (card) => {
  await agent.open("drag");
  const [from, to] = [await site.centre("drag", card, true), await site.centre("drag", "done", true)];
  await agent.act("drag_mouse", {
    path: [
      [from.x, from.y],
      [to.x, to.y],
    ],
  });
  expect(await site.report("drag", "drop")).toMatchObject({ card, column: "done" });
});

test("a file is uploaded by the file chooser", async () => {
  await service.api("PUT", `/browsers/${agent.id}/fs/write_file?path=/home/user/report.txt`, {
    bytes: "from the session",
  });
  await agent.open("file");
  const tabs = { x: 0, y: 0, width: 1000, height: 20 };
  // The title bar of the dialog covers the tabs.
  await clickUntilSeen("file", "file", tabs);
  await agent.type("/home/user/report.txt");
  await agent.still();
  // The button of the dialog, which fills the screen: Return would close it without the file.
  await agent.act("click_mouse", { x: 950, y: 692 });
  const { files } = await site.report("file", "files");
  expect(files).toEqual([{ name: "report.txt", size: 16, text: "from the session" }]);
});
