import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { activePage } from "../../../src/service/chromium/pages.ts";
import { evaluate, openPage } from "../../support/browser/chromium.ts";
import { until } from "../../support/until.ts";
import { eventLog, type InputBrowser, startInputBrowser } from "./support/input-page.ts";

let browser: InputBrowser;
beforeAll(async () => {
  browser = await startInputBrowser();
});
afterAll(() => browser.stop());

describe("clickMouse", () => {
  test("clickMouse clicks at its point, in CSS pixels of the viewport", async () => {
    const page = await browser.show("");
    await browser.act("click_mouse", { x: 0, y: 0 });
    await browser.act("click_mouse", { x: 799, y: 599 });
    expect(await eventLog(page, "mousedown", "mouseup", "click")).toEqual([
      "mousedown 0,0 0 x1",
      "mouseup 0,0 0 x1",
      "click 0,0 0 x1",
      "mousedown 799,599 0 x1",
      "mouseup 799,599 0 x1",
      "click 799,599 0 x1",
    ]);
    expect(browser.input.mousePosition).toEqual({ x: 799, y: 599 });
  });

  test("clickMouse: two clicks select a word, three a line, and further ones start again", async () => {
    const page = await browser.show(`<p style="margin:0;font:20px/30px monospace">first second third</p>`);
    await browser.act("click_mouse", { x: 110, y: 15, num_clicks: 2 });
    expect((await evaluate<string>(page, "getSelection().toString()")).trim()).toBe("second");
    await browser.act("click_mouse", { x: 110, y: 15, num_clicks: 3 });
    expect((await evaluate<string>(page, "getSelection().toString()")).trim()).toBe("first second third");
    await browser.act("click_mouse", { x: 400, y: 300, num_clicks: 4 });
    expect((await eventLog(page, "click")).slice(-4).map((line) => line.split(" ").at(-1))).toEqual([
      "x1",
      "x2",
      "x3",
      "x1",
    ]);
  });

  test.each([
    ["right", ["mousedown 50,50 2 x1", "contextmenu 50,50 2 x0", "mouseup 50,50 2 x1", "auxclick 50,50 2 x1"]],
    ["middle", ["mousedown 50,50 1 x1", "mouseup 50,50 1 x1", "auxclick 50,50 1 x1"]],
  ] as const)("the %s button", async (button, lines) => {
    const page = await browser.show("");
    await browser.act("click_mouse", { x: 50, y: 50, button });
    const log = await eventLog(page, "mousedown", "mouseup", "click", "auxclick", "contextmenu");
    expect(log.filter((line) => !line.startsWith("contextmenu")).sort()).toEqual(
      lines.filter((line) => !line.startsWith("contextmenu")).toSorted(),
    );
    expect(log.some((line) => line.startsWith("contextmenu"))).toBe(button === "right");
  });

  test("clickMouse: the buttons back and forward go back and forward", async () => {
    const page = await browser.navigate("first");
    await browser.navigate("second");
    const shows = (text: string) => () =>
      evaluate<boolean>(page, `document.body.innerText.includes("${text}")`).catch(() => false);
    await browser.act("click_mouse", { x: 50, y: 50, button: "back" });
    await until(shows("first"), { what: "the first page" });
    await browser.act("click_mouse", { x: 50, y: 50, button: "forward" });
    expect(await until(shows("second"), { what: "the second page" })).toBe(true);
  });

  test("clickMouse presses and releases separately, with the movement in between", async () => {
    const page = await browser.show("");
    await browser.act("click_mouse", { x: 10, y: 10, click_type: "down" });
    await browser.act("move_mouse", { x: 30, y: 30, smooth: false });
    await browser.act("click_mouse", { x: 30, y: 30, click_type: "up" });
    const log = await eventLog(page, "mousedown", "mousemove", "mouseup");
    expect(log).toContain("mousemove 30,30 1");
    expect(log.at(-1)).toBe("mouseup 30,30 0 x1");
  });

  test("clickMouse clicks with keys held", async () => {
    const page = await browser.show("");
    await browser.act("click_mouse", { x: 10, y: 10, hold_keys: ["Ctrl", "Shift"] });
    expect(await eventLog(page, "click", "keyup")).toEqual([
      "click 10,10 0 x1 CS",
      "keyup Shift ShiftLeft 16 1 C",
      "keyup Control ControlLeft 17 1",
    ]);
  });

  test("clickMouse clicks into a frame", async () => {
    const page = await browser.show(
      `<iframe id="f" style="border:0;position:absolute;left:100px;top:100px" srcdoc="<button style='position:absolute;left:0;top:0;width:50px;height:50px' onclick='parent.clicked=true'>x</button>"></iframe>`,
    );
    await browser.act("click_mouse", { x: 120, y: 120 });
    expect(await evaluate(page, "window.clicked")).toBe(true);
  });

  test("clickMouse refuses points outside the viewport, naming the field and the limit", async () => {
    await browser.show("");
    const refused = browser.act("click_mouse", { x: 800, y: 700 });
    await expect(refused).rejects.toMatchObject({ kind: "invalid" });
    expect((await refused.catch((error) => error)).problems).toEqual([
      { path: "x", message: "is 800, and must be from 0 to 799" },
      { path: "y", message: "is 700, and must be from 0 to 599" },
    ]);
    await expect(refused).rejects.toThrow(/^the point is outside the viewport of 800x600$/);
    const problem = (path: string, message: string) => ({ problems: [{ path, message }] });
    const moved = browser.act("move_mouse", { x: 1, y: 600 });
    await expect(moved).rejects.toMatchObject(problem("y", "is 600, and must be from 0 to 599"));
    const scrolled = browser.act("scroll", { x: 900, y: 1, delta_y: 1 });
    await expect(scrolled).rejects.toMatchObject(problem("x", "is 900, and must be from 0 to 799"));
    const drag = browser.act("drag_mouse", {
      path: [
        [1, 1],
        [1, 900],
      ],
    });
    await expect(drag).rejects.toMatchObject(problem("path[1][1]", "is 900, and must be from 0 to 599"));
  });

  test("a window of another size has its own limits for clicks", async () => {
    await browser.show("");
    const { targetId, session } = await openPage(browser.connection, "about:blank", { newWindow: true });
    onTestFinished(async () => void (await browser.connection.send("Target.closeTarget", { targetId })));
    await session.send("Emulation.setDeviceMetricsOverride", {
      width: 300,
      height: 200,
      deviceScaleFactor: 1,
      mobile: false,
    });
    await until(() => evaluate<boolean>(session, "innerWidth === 300"), { what: "the small viewport" });
    await until(async () => (await activePage(browser.connection)).targetId === targetId, {
      what: "the window to be in front",
    });
    await expect(browser.act("click_mouse", { x: 300, y: 0 })).rejects.toThrow("outside the viewport of 300x200");
  });
});

describe("moveMouse", () => {
  test("moveMouse moves like a hand: over time, on a path of many points, slow at the ends", async () => {
    await browser.show("");
    await browser.act("move_mouse", { x: 0, y: 0, smooth: false });
    const page = await browser.show("");
    const start = performance.now();
    await browser.act("move_mouse", { x: 600, y: 400, duration_ms: 400 });
    expect(performance.now() - start).toBeGreaterThanOrEqual(390);
    const points = (await eventLog(page, "mousemove")).map((line) => (line.split(" ")[1] ?? "").split(",").map(Number));
    expect(points.length).toBeGreaterThan(10);
    expect(points.at(-1)).toEqual([600, 400]);
    const xs = points.map(([x = 0]) => x);
    expect(xs).toEqual(xs.toSorted((a, b) => a - b));
    const gaps = xs.slice(1).map((x, index) => x - (xs[index] ?? 0));
    expect(Math.max(...gaps)).toBeGreaterThan((gaps.at(-1) ?? 0) * 2);
    expect(browser.input.mousePosition).toEqual({ x: 600, y: 400 });
  });

  test("moveMouse takes longer for a longer distance, and jumps on request", async () => {
    await browser.show("");
    await browser.act("move_mouse", { x: 0, y: 0, smooth: false });
    const page = await browser.show("");
    const time = async (x: number) => {
      const start = performance.now();
      await browser.act("move_mouse", { x, y: 0 });
      return performance.now() - start;
    };
    expect(await time(10)).toBeGreaterThanOrEqual(100);
    expect(await time(790)).toBeGreaterThanOrEqual(480);
    await evaluate(page, "log.length = 0");
    await browser.act("move_mouse", { x: 5, y: 5, smooth: false, hold_keys: ["Alt"] });
    expect(await eventLog(page, "mousemove")).toEqual(["mousemove 5,5 0 A"]);
  });

  test("the mouse is the same in every page", async () => {
    await browser.show("");
    await browser.act("move_mouse", { x: 123, y: 234, smooth: false });
    const { targetId } = await openPage(browser.connection);
    expect(browser.input.mousePosition).toEqual({ x: 123, y: 234 });
    const page = await browser.show("");
    await browser.act("move_mouse", { x: 125, y: 236, duration_ms: 100 });
    const points = (await eventLog(page, "mousemove")).map((line) => Number((line.split(" ")[1] ?? "").split(",")[0]));
    expect(Math.min(...points)).toBeGreaterThanOrEqual(123);
    await browser.connection.send("Target.closeTarget", { targetId });
  });
});

const dragAndDrop = `
  <div id="a" draggable="true" style="width:100px;height:100px;background:red">a</div>
  <div id="b" style="position:absolute;left:300px;top:300px;width:100px;height:100px;background:blue">b</div>
  <script>
    window.drags = [];
    for (const type of ["dragstart", "dragenter", "dragover", "drop", "dragend"])
      document.addEventListener(type, (e) => {
        if (drags.at(-1) !== type + " " + e.target.id) drags.push(type + " " + e.target.id);
        if (type === "dragstart") e.dataTransfer.setData("text/plain", "dragged");
        if (type === "dragenter" || type === "dragover") e.preventDefault();
        if (type === "drop") window.dropped = e.dataTransfer.getData("text/plain");
      });
  </script>`;

describe("dragMouse", () => {
  test.each([true, false])("dragMouse moves through every point with the button down, smooth: %s", async (smooth) => {
    const page = await browser.show("");
    const path = [
      [10, 10],
      [200, 10],
      [200, 200],
    ];
    await browser.act("drag_mouse", { path, smooth, steps_per_segment: 5, step_delay_ms: 1, duration_ms: 200 });
    const log = await eventLog(page, "mousedown", "mousemove", "mouseup");
    expect(log.filter((line) => !line.startsWith("mousemove"))).toEqual([
      "mousedown 10,10 0 x1",
      "mouseup 200,200 0 x1",
    ]);
    const moves = log.slice(log.indexOf("mousedown 10,10 0 x1") + 1, -1);
    expect(moves.length).toBeGreaterThanOrEqual(10);
    expect(moves).toContain("mousemove 200,10 1");
    expect(moves.at(-1)).toBe("mousemove 200,200 1");
  });

  test("dragMouse selects text, waits before it moves, and uses other buttons", async () => {
    const page = await browser.show(`<p style="margin:0;font:20px/30px monospace">first second third</p>`);
    await browser.act("drag_mouse", {
      path: [
        [1, 15],
        [300, 15],
      ],
    });
    expect((await evaluate<string>(page, "getSelection().toString()")).startsWith("first second")).toBe(true);
    await evaluate(
      page,
      "getSelection().empty(); window.at = {}; for (const n of ['mousedown', 'mousemove']) addEventListener(n, (e) => at[n + e.buttons] ??= performance.now()); 0",
    );
    await browser.act("drag_mouse", {
      path: [
        [300, 300],
        [310, 310],
      ],
      button: "right",
      delay: 120,
      duration_ms: 50,
    });
    expect(await evaluate(page, "at.mousemove2 - at.mousedown2")).toBeGreaterThan(110);
  });

  test.each([true, false])(
    "dragMouse drags and drops data that the page allows to drag, smooth: %s",
    async (smooth) => {
      const page = await browser.show(dragAndDrop);
      await browser.act("drag_mouse", {
        path: [
          [50, 50],
          [350, 350],
        ],
        smooth,
        steps_per_segment: 8,
        step_delay_ms: 5,
      });
      await until(() => evaluate<boolean>(page, "drags.includes('dragend a')"), { what: "the end of the drag" });
      expect(await evaluate(page, "window.dropped")).toBe("dragged");
      const drags = await evaluate<string[]>(page, "drags");
      expect(drags.filter((line) => line.endsWith(" b") || line === "dragstart a" || line === "dragend a")).toEqual([
        "dragstart a",
        "dragenter b",
        "dragover b",
        "drop b",
        "dragend a",
      ]);
      // The mouse works as before.
      await browser.act("click_mouse", { x: 500, y: 500 });
      expect(await eventLog(page, "click")).toEqual(["click 500,500 0 x1"]);
    },
  );

  test("dragMouse drags and drops in single steps, unless the page prevents it", async () => {
    const page = await browser.show(dragAndDrop);
    await browser.act("click_mouse", { x: 50, y: 50, click_type: "down" });
    await browser.act("move_mouse", { x: 60, y: 60 });
    await browser.act("move_mouse", { x: 350, y: 350 });
    await browser.act("click_mouse", { x: 350, y: 350, click_type: "up" });
    await until(() => evaluate<boolean>(page, "drags.includes('dragend a')"), { what: "the end of the drag" });
    expect(await evaluate(page, "window.dropped")).toBe("dragged");
    const other = await browser.show(`${dragAndDrop}<script>a.ondragstart = (e) => e.preventDefault()</script>`);
    await browser.act("drag_mouse", {
      path: [
        [50, 50],
        [350, 350],
      ],
    });
    expect(await eventLog(other, "mouseup")).toEqual(["mouseup 350,350 0 x1"]);
    expect(await evaluate(other, "window.dropped ?? null")).toBeNull();
  });

  test("dragMouse refuses more movements than a page accepts", async () => {
    const path = Array.from({ length: 1_000 }, () => [1, 1]);
    const refused = browser.act("drag_mouse", { path, smooth: false, steps_per_segment: 100, step_delay_ms: 0 });
    await expect(refused).rejects.toThrow("makes 99900 movements; at most 20000 are allowed");
    const long = browser.act("drag_mouse", { path, smooth: false, step_delay_ms: 100 });
    await expect(long).rejects.toThrow("path and step_delay_ms together take 999 s; at most 600 s are allowed");
    expect((await long.catch((error) => error)).problems).toEqual([
      {
        path: "path",
        message: "makes 9990 movements; path and step_delay_ms together take 999 s; at most 600 s are allowed",
      },
      {
        path: "step_delay_ms",
        message: "is 100 ms; path and step_delay_ms together take 999 s; at most 600 s are allowed",
      },
    ]);
  });
});

describe("scrollAt", () => {
  test("scrollAt scrolls only the element under the point", async () => {
    const page = await browser.show(
      `<div id="d" style="width:200px;height:200px;overflow:auto"><div style="width:3000px;height:3000px">x</div></div><div style="height:5000px"></div>`,
    );
    const at = () => evaluate<string>(page, "[d.scrollLeft, d.scrollTop, scrollY].join()");
    await browser.act("scroll", { x: 100, y: 100, delta_y: 2 });
    await until(async () => (await at()) === "0,240,0", { what: "two notches down" });
    await browser.act("scroll", { x: 100, y: 100, delta_x: 1, delta_y: -1 });
    await until(async () => (await at()) === "120,120,0", { what: "one right, one up" });
    await browser.act("scroll", { x: 500, y: 400, delta_y: 3 });
    await until(async () => (await at()) === "120,120,360", { what: "the document" });
    expect(await eventLog(page, "wheel")).toEqual(["wheel 0,240", "wheel 120,-120", "wheel 0,360"]);
    expect(browser.input.mousePosition).toEqual({ x: 500, y: 400 });
  });

  test("scrollAt carries held keys, and refuses a wheel that is not turned", async () => {
    const page = await browser.show("");
    await browser.act("scroll", { x: 1, y: 1, delta_y: 1, hold_keys: ["Shift"] });
    expect((await eventLog(page, "wheel"))[0]?.endsWith(" S")).toBe(true);
    await expect(browser.act("scroll", { x: 1, y: 1 })).rejects.toThrow(
      "nothing to scroll: delta_x and delta_y are both 0",
    );
  });
});
