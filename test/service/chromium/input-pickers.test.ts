import { describe, expect, test } from "vitest";
import { evaluate } from "../../support/browser/chromium.ts";
import { until } from "../../support/until.ts";
import { isOpen, PickerPages, type Point, ROW } from "./support/picker-pages.ts";

const pages = PickerPages.share();

describe("a click on an option", () => {
  test.each([
    [0, "at"],
    [5, "pe"],
  ])("click number %i chooses %s, with the events of a person, and not the element below", async (index, value) => {
    await pages.expectChoice(index, value);
  });

  test("a click on a disabled option is refused, and nothing is chosen", async () => {
    const page = await pages.open("select");
    const first = await pages.openList("select", "country");
    await expect(pages.clickAt({ x: first.x, y: first.y + 4 * ROW })).rejects.toMatchObject({
      kind: "picker-open",
      message: expect.stringContaining("press_key"),
    });
    await pages.browser.act("press_key", { keys: ["Escape"] });
    await until(() => evaluate<boolean>(page, `!${isOpen}`), { what: "the list to close" });
    expect(await evaluate(page, "country.value")).toBe("at");
    await pages.clickAt({ x: 450, y: 330 });
    await pages.site.report("select", "click", ({ target }) => target === "beneath");
    expect(pages.eventsOf("select", "input", "change")).toEqual([]);
    expect(pages.eventsOf("select", "click")).toEqual(["click country", "click beneath"]);
  });

  test.each([
    ["styled", "select { border: 3px solid red; border-radius: 8px; background: #fec; padding: 6px; height: 40px }"],
    ["shrunk", "body { transform: scale(0.8); transform-origin: 0 0 }"],
  ])("a click chooses an option of a list that is %s", async (_how, css) => {
    await pages.expectChoiceWithStyles(css);
  });

  test("a click chooses an option of a list with groups and a line", async () => {
    // The first option, the heading of a group, its options, and the option of the other group.
    const rows = [0, 1, 1.75, 2.75, 4.5];
    expect(await pages.choicesInGroups(rows.map((row) => row * ROW))).toEqual(["A", "B", "C", "D"]);
    expect(pages.eventsOf("select", "click").filter((line) => line.includes("beneath"))).toEqual([]);
  });

  test("a click chooses an option of a long list that has scrolled and covers the select", async () => {
    const page = await pages.open("select");
    await evaluate(page, `long.value = "30"`);
    await pages.openList("select", "long");
    const at = await pages.site.centre("select", "long");
    // The chosen option is the last that is seen, and the list ends below the select.
    await pages.clickAt({ x: at.x, y: 481 - 3 * ROW });
    expect(await evaluate(page, "long.value")).toBe("28");
    expect(pages.eventsOf("select", "click").filter((line) => line.includes("beneath"))).toEqual([]);
  });

  test("a click chooses an option in a frame of the same site, and of another", async () => {
    await pages.open("frames");
    const { boxes } = await pages.site.layout("frames");
    for (const name of ["same", "other"]) {
      const { x: left = 0, y: top = 0 } = boxes[name] ?? {};
      const control = await pages.site.centre(name, "country");
      const border = 2;
      const at = { x: Math.round(left + border + control.x), y: Math.round(top + border + control.y) };
      await pages.clickAt(at);
      await pages.site.report(name, "click");
      await pages.clickAt({ x: at.x, y: Math.round(at.y + 10 + 2.5 * ROW) });
      await pages.site.report(name, "change", ({ value }) => value === "de");
      expect(pages.eventsOf(name, "click").filter((line) => line.includes("beneath"))).toEqual([]);
    }
  });

  test("a click chooses an option in a closed shadow tree", async () => {
    await pages.expectChoiceInShadowTree("closed");
  });
});

describe("beside an open list", () => {
  test("beside an open list, a right click, press, scroll and drag are refused; a click closes it, the next reaches the page", async () => {
    const page = await pages.open("select");
    await pages.openList("select", "country");
    const beneath = { x: 450, y: 330 };
    const path = [
      [450, 330],
      [460, 340],
    ];
    for (const act of [
      () => pages.browser.act("click_mouse", { ...beneath, button: "right" }),
      () => pages.browser.act("click_mouse", { ...beneath, click_type: "down" }),
      () => pages.browser.act("scroll", { ...beneath, delta_y: 1 }),
      () => pages.browser.act("drag_mouse", { path }),
    ]) {
      await expect(act()).rejects.toMatchObject({ kind: "picker-open" });
      expect(await evaluate(page, isOpen)).toBe(true);
    }
    expect(pages.eventsOf("select", "mousedown", "mouseup").filter((line) => line.includes("beneath"))).toEqual([]);
    await pages.clickAt(beneath);
    expect(await evaluate(page, isOpen)).toBe(false);
    await pages.clickAt(beneath);
    await pages.site.report("select", "click", ({ target }) => target === "beneath");
    expect(
      pages.eventsOf("select", "mousedown", "mouseup", "click").filter((line) => line.includes("beneath")),
    ).toEqual(["mousedown beneath", "mouseup beneath", "click beneath"]);
  });
});

test("keys choose in an open list: Down, first letters, Return, Escape", async () => {
  const page = await pages.open("select");
  await pages.openList("select", "country");
  await pages.browser.act("press_key", { keys: ["Down", "Down", "Return"] });
  expect(await evaluate(page, "country.value")).toBe("de");
  await pages.openList("select", "country");
  await pages.browser.act("type_text", { text: "gr" });
  await pages.browser.act("press_key", { keys: ["Return"] });
  expect(await evaluate(page, "country.value")).toBe("gr");
  await pages.openList("select", "country");
  await pages.browser.act("press_key", { keys: ["Escape"] });
  expect(await evaluate(page, `[country.value, ${isOpen}]`)).toEqual(["gr", false]);
});

test("a click while the picker of a date, time or colour field is open is refused", async () => {
  const page = await pages.open("pickers");
  const { boxes } = await pages.site.layout("pickers");
  for (const id of ["date", "time", "colour"]) {
    pages.site.clear();
    const { x = 0, y = 0, width = 0, height = 0 } = boxes[id] ?? {};
    const button = { x: Math.round(id === "colour" ? x + 10 : x + width - 12), y: Math.round(y + height / 2) };
    await pages.clickAt(button);
    await until(() => evaluate<boolean>(page, `document.querySelector("input:open") !== null`), { what: "the picker" });
    await expect(pages.clickAt({ x: 100, y: 300 })).rejects.toMatchObject({
      kind: "picker-open",
      message: expect.stringContaining("Escape"),
    });
    // A picker that is still loading takes no keys.
    const closed = async () => {
      await pages.browser.act("press_key", { keys: ["Escape"] });
      return evaluate<boolean>(page, `document.querySelector("input:open") === null`);
    };
    await until(closed, { what: "the end of the picker" });
    await pages.clickAt({ x: 500, y: 500 });
    await pages.site.report("pickers", "click", ({ target }) => target === "beneath");
    expect(pages.eventsOf("pickers", "click").filter((line) => line.includes("beneath"))).toHaveLength(1);
  }
});

test("a customizable select is part of the page and takes clicks itself", async () => {
  const page = await pages.open("select");
  await pages.change(
    page,
    `document.head.insertAdjacentHTML("beforeend",
    "<style>#country, #country::picker(select) { appearance: base-select }</style>")`,
  );
  await pages.clickAt(await pages.site.centre("select", "country"));
  await until(() => evaluate<boolean>(page, isOpen), { what: "the list" });
  const option = `(() => { const box = country.options[1].getBoundingClientRect();
    return { x: Math.round(box.x + box.width / 2), y: Math.round(box.y + box.height / 2) }; })()`;
  await pages.clickAt(await evaluate<Point>(page, option));
  expect(await evaluate(page, "country.value")).toBe("fr");
});
