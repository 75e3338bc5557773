import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import type { CdpSession } from "../../../src/service/chromium/cdp.ts";
import { activePage, navigate } from "../../../src/service/chromium/pages.ts";
import { evaluate } from "../../support/chromium.ts";
import { type InputBrowser, startInputBrowser } from "../../support/input-page.ts";
import { type ScreenSite, startScreenSite } from "../../support/screen-site.ts";
import { until } from "../../support/until.ts";

let browser: InputBrowser;
let site: ScreenSite;
beforeAll(async () => {
  [browser, site] = await Promise.all([startInputBrowser(), startScreenSite()]);
});
afterAll(() => Promise.all([browser.stop(), site.stop()]));
afterEach(() => site.clear());

/** Height of an option, in CSS pixels. */
const ROW = 24;
const isOpen = `document.querySelector("select:open") !== null`;

interface Point {
  x: number;
  y: number;
}

async function open(path: string): Promise<CdpSession> {
  const { session } = await activePage(browser.connection);
  await navigate(session, site.url + path);
  await site.layout(path);
  return session;
}

const clickAt = (at: Point) => browser.act("click_mouse", at);

/** Opens the list of a select by a click and gives the centre of its first option below it. */
async function openList(page: string, id: string): Promise<Point> {
  const centre = await site.centre(page, id);
  await clickAt(centre);
  const { boxes } = await site.layout(page);
  const box = boxes[id];
  return { x: Math.round((box?.x ?? 0) + 20), y: Math.round((box?.y ?? 0) + (box?.height ?? 0) + 1 + ROW / 2) };
}

const eventsOf = (page: string, ...types: string[]) =>
  site.reports
    .filter((report) => report.page === page && types.includes(report.type))
    .map(({ type, target, value }) => [type, target, value].filter((fact) => fact !== undefined).join(" "));

describe("a click on an option", () => {
  test.each([
    [0, "at"],
    [1, "fr"],
    [3, "gr"],
    [5, "pe"],
  ])("number %i chooses %s, with the events of a person, and not what is beneath", async (index, value) => {
    const page = await open("select");
    await evaluate(page, `country.value = "de"`);
    const first = await openList("select", "country");
    await clickAt({ x: first.x, y: first.y + index * ROW });
    await site.report("select", "change");
    expect(eventsOf("select", "input", "change")).toEqual([`input country ${value}`, `change country ${value}`]);
    expect(site.reports.filter(({ type, trusted }) => type === "change" && !trusted)).toEqual([]);
    expect(await evaluate(page, `[country.value, ${isOpen}]`)).toEqual([value, false]);
    await clickAt(await site.centre("select", "beneath"));
    await site.report("select", "click", ({ target }) => target === "beneath");
    expect(eventsOf("select", "mousedown").filter((line) => line.includes("beneath"))).toHaveLength(1);
  });

  test("that is disabled is refused, and nothing is chosen", async () => {
    const page = await open("select");
    const first = await openList("select", "country");
    await expect(clickAt({ x: first.x, y: first.y + 4 * ROW })).rejects.toMatchObject({
      kind: "picker-open",
      message: expect.stringContaining("press_key"),
    });
    await browser.act("press_key", { keys: ["Escape"] });
    await until(() => evaluate<boolean>(page, `!${isOpen}`), { what: "the list to close" });
    expect(await evaluate(page, "country.value")).toBe("at");
    await clickAt({ x: 450, y: 330 });
    await site.report("select", "click", ({ target }) => target === "beneath");
    expect(eventsOf("select", "input", "change")).toEqual([]);
    expect(eventsOf("select", "click")).toEqual(["click country", "click beneath"]);
  });

  test.each([
    ["dark", ":root { color-scheme: dark }"],
    ["styled", "select { border: 3px solid red; border-radius: 8px; background: #fec; padding: 6px; height: 40px }"],
    ["between pixels", "body { margin: 16.4px }"],
    ["shrunk", "body { transform: scale(0.8); transform-origin: 0 0 }"],
  ])("of a list that is %s", async (_how, css) => {
    const page = await open("select");
    await evaluate(page, `document.head.insertAdjacentHTML("beforeend", "<style>${css}</style>"); reportLayout()`);
    await site.report("select", "layout", ({ boxes }) => boxes !== undefined);
    const first = await openList("select", "country");
    await clickAt({ x: first.x, y: first.y + 2 * ROW });
    expect(await evaluate(page, "country.value")).toBe("de");
  });

  test("of a list with groups and a line", async () => {
    const page = await open("select");
    await evaluate(
      page,
      `country.innerHTML = "<option>A</option><hr><optgroup label=One><option>B</option><option>C</option>" +
      "</optgroup><optgroup label=Two><option>D</option></optgroup>"`,
    );
    const first = await openList("select", "country");
    const chosen = new Set<string>();
    for (let y = first.y; y < first.y + 6 * ROW; y += ROW / 2) {
      const refused = await clickAt({ x: first.x, y }).then(
        () => false,
        (error: { kind: string }) => error.kind === "picker-open",
      );
      const value = await evaluate<string>(page, "country.value");
      if (!refused && value !== "") chosen.add(value);
      if (await evaluate<boolean>(page, isOpen)) continue;
      await openList("select", "country");
    }
    expect([...chosen]).toEqual(["A", "B", "C", "D"]);
    expect(eventsOf("select", "click").filter((line) => line.includes("beneath"))).toEqual([]);
  });

  test("of a long list that has scrolled and lies over the select", async () => {
    const page = await open("select");
    await evaluate(page, `long.value = "30"`);
    await openList("select", "long");
    const at = await site.centre("select", "long");
    // The chosen option is the last that is seen, and the list ends below the select.
    await clickAt({ x: at.x, y: 481 - 3 * ROW });
    expect(await evaluate(page, "long.value")).toBe("28");
    expect(eventsOf("select", "click").filter((line) => line.includes("beneath"))).toEqual([]);
  });

  test.each(["same", "other"])("in a frame of the %s site", async (name) => {
    await open("frames");
    const { boxes } = await site.layout("frames");
    const { x: left = 0, y: top = 0 } = boxes[name] ?? {};
    const control = await site.centre(name, "country");
    const border = 2;
    const at = { x: Math.round(left + border + control.x), y: Math.round(top + border + control.y) };
    await clickAt(at);
    await site.report(name, "click");
    await clickAt({ x: at.x, y: Math.round(at.y + 10 + 2.5 * ROW) });
    await site.report(name, "change", ({ value }) => value === "de");
    expect(eventsOf(name, "click").filter((line) => line.includes("beneath"))).toEqual([]);
  });

  test.each(["open", "closed"])("in a shadow tree that is %s", async (mode) => {
    const page = await open("select");
    await evaluate(
      page,
      `customElements.define("x-choice", class extends HTMLElement {
      constructor() { super(); globalThis.tree = this.attachShadow({ mode: "${mode}" }); tree.append(country.cloneNode(true)); }
    }); country.replaceWith(Object.assign(document.createElement("x-choice"), { id: "country" })); reportLayout()`,
    );
    const first = await openList("select", "country");
    await clickAt({ x: first.x, y: first.y + ROW });
    expect(await evaluate(page, "tree.firstChild.value")).toBe("fr");
  });
});

describe("a click beside an open list", () => {
  test("closes it and does not reach the page; the next one does", async () => {
    const page = await open("select");
    await openList("select", "country");
    const beneath = { x: 450, y: 330 };
    await clickAt(beneath);
    expect(await evaluate(page, isOpen)).toBe(false);
    await clickAt(beneath);
    await site.report("select", "click", ({ target }) => target === "beneath");
    expect(eventsOf("select", "mousedown", "mouseup", "click").filter((line) => line.includes("beneath"))).toEqual([
      "mousedown beneath",
      "mouseup beneath",
      "click beneath",
    ]);
  });

  test.each([
    ["a right click", () => browser.act("click_mouse", { x: 450, y: 330, button: "right" })],
    ["a press", () => browser.act("click_mouse", { x: 450, y: 330, click_type: "down" })],
    ["a scroll", () => browser.act("scroll", { x: 450, y: 330, delta_y: 1 })],
    [
      "a drag",
      () =>
        browser.act("drag_mouse", {
          path: [
            [450, 330],
            [460, 340],
          ],
        }),
    ],
  ])("%s is refused", async (_what, act) => {
    const page = await open("select");
    await openList("select", "country");
    await expect(act()).rejects.toMatchObject({ kind: "picker-open" });
    expect(await evaluate(page, isOpen)).toBe(true);
    expect(eventsOf("select", "mousedown", "mouseup").filter((line) => line.includes("beneath"))).toEqual([]);
  });
});

test("keys choose in an open list: Down, first letters, Return, Escape", async () => {
  const page = await open("select");
  await openList("select", "country");
  await browser.act("press_key", { keys: ["Down", "Down", "Return"] });
  expect(await evaluate(page, "country.value")).toBe("de");
  await openList("select", "country");
  await browser.act("type_text", { text: "gr" });
  await browser.act("press_key", { keys: ["Return"] });
  expect(await evaluate(page, "country.value")).toBe("gr");
  await openList("select", "country");
  await browser.act("press_key", { keys: ["Escape"] });
  expect(await evaluate(page, `[country.value, ${isOpen}]`)).toEqual(["gr", false]);
});

test.each(["date", "time", "colour"])("a click while the picker of a %s field is open is refused", async (id) => {
  const page = await open("pickers");
  const { boxes } = await site.layout("pickers");
  const { x = 0, y = 0, width = 0, height = 0 } = boxes[id] ?? {};
  const button = { x: Math.round(id === "colour" ? x + 10 : x + width - 12), y: Math.round(y + height / 2) };
  await clickAt(button);
  await until(() => evaluate<boolean>(page, `document.querySelector("input:open") !== null`), { what: "the picker" });
  await expect(clickAt({ x: 100, y: 300 })).rejects.toMatchObject({
    kind: "picker-open",
    message: expect.stringContaining("Escape"),
  });
  // A picker that is still loading takes no keys.
  const closed = async () => {
    await browser.act("press_key", { keys: ["Escape"] });
    return evaluate<boolean>(page, `document.querySelector("input:open") === null`);
  };
  await until(closed, { what: "the end of the picker" });
  await clickAt({ x: 500, y: 500 });
  await site.report("pickers", "click", ({ target }) => target === "beneath");
  expect(eventsOf("pickers", "click").filter((line) => line.includes("beneath"))).toHaveLength(1);
});

test("a customizable select is a part of the page and takes clicks itself", async () => {
  const page = await open("select");
  await evaluate(
    page,
    `document.head.insertAdjacentHTML("beforeend",
    "<style>#country, #country::picker(select) { appearance: base-select }</style>"); reportLayout()`,
  );
  await clickAt(await site.centre("select", "country"));
  await until(() => evaluate<boolean>(page, isOpen), { what: "the list" });
  const option = `(() => { const box = country.options[1].getBoundingClientRect();
    return { x: Math.round(box.x + box.width / 2), y: Math.round(box.y + box.height / 2) }; })()`;
  await clickAt(await evaluate<Point>(page, option));
  expect(await evaluate(page, "country.value")).toBe("fr");
});
