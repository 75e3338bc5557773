import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { ScreenAgent, startScreenService } from "../../support/screen-agent.ts";
import { type ScreenSite, startScreenSite } from "../../support/screen-site.ts";
import type { TestService } from "../../support/service.ts";
import { until } from "../../support/until.ts";

/** The work of an agent that has only pictures, mouse, keyboard and clipboard. */
describe("an agent on a real screen", () => {
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

  beforeEach(() => site.clear());

  test("goes to an address by the address bar", async () => {
    await agent.open("select");
    expect((await site.layout("select")).offset).toEqual({ x: 0, y: 87 });
  });

  test("chooses in a select by mouse, and nothing beneath hears of it", async () => {
    await agent.open("select");
    await agent.click("select", "country");
    await agent.still();
    const { x, y } = await site.centre("select", "country", true);
    await agent.act("click_mouse", { x, y: y + 60 });
    const { value, trusted } = await site.report("select", "change");
    expect({ trusted, chosen: typeof value === "string" && value !== "at" }).toEqual({ trusted: true, chosen: true });
    expect(site.reports.filter(({ target }) => target === "beneath")).toEqual([]);
  });

  test("accepts an alert that it sees", async () => {
    await agent.open("dialogs");
    await agent.click("dialogs", "alert");
    await site.report("dialogs", "opening");
    expect(await agent.screenshot()).toMatchObject({ width: 1000, height: 720 });
    await agent.press("Return");
    await site.report("dialogs", "answered");
  });

  test("answers a permission prompt", async () => {
    await agent.open("permission");
    const prompt = { x: 150, y: 100, width: 280, height: 140 };
    const before = await agent.screenshot(prompt);
    await agent.click("permission", "notifications");
    // A prompt that is opening when a key comes never gets the keyboard: an agent sees it first.
    await until(async () => !(await agent.screenshot(prompt)).png.equals(before.png));
    await agent.still();
    // Chromium ignores keys for a moment after a prompt has come.
    const reported = (): boolean => site.reports.some(({ type }) => type === "permission");
    await until(async () => reported() || (await agent.press("Escape").then(reported)));
    expect(await site.report("permission", "permission")).toMatchObject({ answer: "default" });
  });

  test.each([
    ["Latin", "The quick brown fox, 1234567890! \"§'$%&/()=?"],
    ["Cyrillic", "Съешь же ещё этих мягких французских булок, да выпей чаю"],
    ["Japanese", "いろはにほへと ちりぬるを 日本語の文章"],
    ["emoji", "👩‍👩‍👧‍👦 🏳️‍🌈 👍🏽"],
  ])("types %s exactly", async (_name, text) => {
    await agent.open("text");
    await agent.click("text", "input");
    await agent.type(text);
    await site.report("text", "input", ({ value }) => value === text);
  });

  test("drags a card to another column", async () => {
    await agent.open("drag");
    const [from, to] = [await site.centre("drag", "card-1", true), await site.centre("drag", "done", true)];
    await agent.act("drag_mouse", {
      path: [
        [from.x, from.y],
        [to.x, to.y],
      ],
    });
    expect(await site.report("drag", "drop")).toMatchObject({ card: "card-1", column: "done" });
  });

  test("uploads a file by the file chooser", async () => {
    await service.api("PUT", `/browsers/${agent.id}/fs/write_file?path=/home/user/report.txt`, {
      bytes: "from the session",
    });
    await agent.open("file");
    const tabs = { x: 0, y: 0, width: 1000, height: 20 };
    const before = await agent.screenshot(tabs);
    await agent.click("file", "file");
    // The title bar of the dialog covers the tabs.
    await until(async () => !(await agent.screenshot(tabs)).png.equals(before.png));
    await agent.still();
    await agent.type("/home/user/report.txt");
    await agent.still();
    // The button of the dialog, which fills the screen: Return would close it without the file.
    await agent.act("click_mouse", { x: 950, y: 692 });
    const { files } = await site.report("file", "files");
    expect(files).toEqual([{ name: "report.txt", size: 16, text: "from the session" }]);
  });

  test("opens a second tab and comes back", async () => {
    await agent.open("text");
    await agent.press("Ctrl+t");
    await agent.open("select");
    await agent.press("Ctrl+w");
    site.clear();
    await agent.press("F5");
    await site.layout("text");
  });
});
