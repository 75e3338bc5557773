import { describe, expect, test } from "vitest";
import { AgentPage } from "./support/agent-page.ts";

const page = AgentPage.share();

const fruits = ["Apple", "Pear", "Plum", "Fig"];
const items = (tag: string): string => fruits.map((name) => `<${tag}>${name}</${tag}>`).join("");

/** Puts what is dragged at the place of the item of any `[data-list]` below the pointer, on the events of a pointer. */
const sorter = (events: string): string => `<style>[data-list] > * { padding: 6px; width: 120px }</style><script>
  let held;
  const take = (event) => { held = event.currentTarget.matches("[data-list]") ? [...event.currentTarget.children].find((item) => item.contains(event.target)) : event.currentTarget };
  addEventListener("pointermove", (event) => {
    const list = held && document.elementFromPoint(event.clientX, event.clientY)?.closest("[data-list]");
    if (!list) return;
    event.preventDefault();
    const item = [...list.children].find((one) => one !== held && one.contains(document.elementFromPoint(event.clientX, event.clientY)));
    if (!item) { if (list !== held.parentNode && list.children.length === 0) list.append(held); return }
    const box = item.getBoundingClientRect();
    list.insertBefore(held, event.clientY > box.top + box.height / 2 ? item.nextSibling : item);
  });
  addEventListener("pointerup", () => { held = undefined });
  ${events}</script>`;
const onLists = sorter(
  `for (const list of document.querySelectorAll("[data-list]")) list.addEventListener("pointerdown", take)`,
);
const onItems = sorter(
  `for (const item of document.querySelectorAll("[data-list] > *")) item.addEventListener("pointerdown", take)`,
);
const orderOf = (id: string): Promise<string> => page.run(`[...${id}.children].map((item) => item.textContent).join()`);

describe("items of a list without a mark that are dragged", () => {
  test.each([
    ["the list listens", `<ul data-list id=l>${items("li")}</ul>${onLists}`],
    ["each item listens", `<div data-list id=l>${items("div")}</div>${onItems}`],
    [
      "a table listens",
      `<table><tbody data-list id=l>${items("tr").replace(/>(\w+)</g, "><td>$1<")}</table>${onLists}`,
    ],
  ])("%s: an item takes the place of another one, down and up", async (_name, html) => {
    await page.show(html);
    expect(await page.actOn("Apple", "drag", await page.ref("Plum"))).toMatchObject({ ok: true });
    expect(await orderOf("l")).toBe("Pear,Plum,Apple,Fig");
    const result = await page.actOn("Fig", "drag", await page.ref("Pear"));
    expect(result, result.text).toMatchObject({ ok: true });
    expect(await orderOf("l")).toBe("Fig,Pear,Plum,Apple");
  });

  test("a card with a button in it is dragged, into an empty list too", async () => {
    await page.show(
      `<style>section { display: flex } div div { min-height: 90px; min-width: 150px }</style><section><div><div class=c data-list id=todo><p>Write <button>Delete</button></p><p>Read</p></div></div><div><div class=c data-list id=done></div></div></section>${onLists}`,
    );
    const { text } = await page.snapshot();
    expect(text).toMatch(/draggable "Write"/);
    expect(text).toMatch(/list ~"done" \(empty\)/);
    const result = await page.actOn('"Write"', "drag", await page.ref("(empty)"));
    expect(result, result.text).toMatchObject({ ok: true });
    expect(await orderOf("done")).toBe("Write Delete");
    expect(await page.actOn('"Read"', "drag", await page.ref('"Write"'))).toMatchObject({ ok: true });
    expect(await orderOf("todo")).toBe("");
  });

  test("a card that shows another record is not dragged", async () => {
    await page.show(
      `<div data-list id=l><p>Write <button>Delete</button></p><p>Read <button>Delete</button></p></div>${onLists}`,
    );
    const [write, read] = [await page.ref('"Write"'), await page.ref('"Read"')];
    await page.run(`l.firstElementChild.firstChild.data = "Print "`);
    expect(await page.act("drag", write, read)).toMatchObject({ ok: false, code: "changed_ref" });
    expect(await orderOf("l")).toBe("Print Delete,Read Delete");
  });

  test("an item that a finger drags by itself is moved", async () => {
    await page.show(
      `<div id=b style="touch-action:none;position:absolute;left:9px;top:9px;padding:9px">Box</div><button style="position:absolute;left:300px;top:200px">Goal</button><script>
        let at; b.onpointerdown = (event) => { at = event.clientX; b.setPointerCapture(event.pointerId) }
        b.onpointermove = (event) => { if (at) b.style.left = event.clientX - 20 + "px" }; b.onpointerup = () => { at = 0 }</script>`,
    );
    expect(await page.actOn('draggable "Box"', "drag", await page.ref("Goal"))).toMatchObject({ ok: true });
    expect(await page.run("b.offsetLeft")).toBeGreaterThan(250);
  });

  test("two items that are never in view together are not dragged onto each other", async () => {
    const many = Array.from({ length: 80 }, (_none, at) => `<li>Item ${at + 1}</li>`).join("");
    await page.show(`<ul data-list id=l>${many}</ul>${onLists}`);
    const last = await page.snapshot({ find: "Item 80" });
    const ref = last.lines.find((line) => line.ref !== undefined)?.ref ?? "";
    expect(await page.actOn('"Item 1"', "drag", ref)).toMatchObject({ ok: false, code: "not_visible" });
    expect(await page.run("l.firstElementChild.textContent")).toBe("Item 1");
  });

  test("drag and drop of the browser is followed along its way, where both have to be scrolled to", async () => {
    await page.show(
      `<div id=a draggable=true style="margin-top:700px;padding:9px">Card</div><div id=z role=button tabindex=0 style="margin:200px 0 900px;height:100px">Bin</div><script>
        window.seen = 0; z.ondragenter = z.ondragover = (event) => { seen += 1; event.preventDefault() }; z.ondrop = () => { window.dropped = seen }</script>`,
    );
    expect(await page.actOn("Card", "drag", await page.ref("Bin"))).toMatchObject({ ok: true });
    expect(await page.run("window.dropped")).toBeGreaterThan(1);
  });
});

describe("no item that is dragged", () => {
  const paragraphs = fruits.map((name) => `<div style="height:30px">${name}</div>`).join("");
  test.each([
    ["a list of texts", `<ul>${items("li")}</ul>`],
    [
      "a list with a listener of the page around it",
      `<div id=o><ul>${items("li")}</ul></div><script>o.onpointerdown = () => {}; onpointerdown = () => {}</script>`,
    ],
    [
      "slides that reach out of what moves them",
      `<div style="overflow:hidden;width:300px"><div id=o style="display:flex;width:300px">${fruits.map((name) => `<div style="flex:none;width:300px">${name}</div>`).join("")}</div></div><script>o.onpointerdown = () => {}</script>`,
    ],
    [
      "the heads of columns that can be moved",
      `<div role=grid><div role=row>${fruits.map((name) => `<div role=columnheader><div class=h><div>${name}</div></div></div>`).join("")}</div></div><script>for (const head of document.querySelectorAll(".h > div")) head.onpointerdown = () => {}</script>`,
    ],
    [
      "layers in front of each other",
      `<div id=o style="position:relative;height:90px">${paragraphs.replaceAll("height:30px", "position:absolute;inset:0")}</div><script>o.onpointerdown = () => {}</script>`,
    ],
  ])("%s", async (_name, html) => {
    await page.show(html);
    expect((await page.snapshot()).text).not.toMatch(/draggable|clickable|\(empty\)/);
  });
});
