import { describe, expect, test } from "vitest";
import { AgentPage } from "./support/agent-page.ts";

const page = AgentPage.share();

const onePixel = "position:absolute;width:1px;height:1px;overflow:hidden;clip:rect(0,0,0,0)";

describe("a control that a page draws with several elements is one line", () => {
  test("a check box around the field that it draws", async () => {
    expect(
      await page.linesOf(
        `<div role=checkbox aria-checked=true aria-label=Terms tabindex=0 style="width:20px;height:20px"><input type=checkbox name=terms tabindex=-1></div>`,
      ),
    ).toEqual(['checkbox "Terms" (checked)']);
    expect(
      await page.linesOf(
        `<div role=checkbox aria-label=Row style="width:20px;height:20px"><input type=checkbox checked aria-label=Row></div>`,
      ),
    ).toEqual(['checkbox "Row" (checked)']);
  });

  test("a switch under its transparent field", async () => {
    expect(
      await page.linesOf(
        `<div style="position:relative;width:40px;height:20px"><input type=checkbox role=switch aria-label=Dark style="position:absolute;inset:0;width:40px;height:20px;margin:0;opacity:0;z-index:1"><div style="position:absolute;inset:0;cursor:pointer"></div></div>`,
      ),
    ).toEqual(['switch "Dark"']);
  });

  test("a slider of one pixel in the handle that is drawn around it", async () => {
    expect(
      await page.linesOf(
        `<div style="position:relative;width:20px;height:20px"><div style="${onePixel}"><input type=range aria-label=Volume value=30></div></div>`,
      ),
    ).toEqual(['slider "Volume" = "30"']);
  });

  test("a field inside of an item of a list", async () => {
    expect(
      await page.linesOf(
        `<ul role=listbox aria-label=Chosen><li role=option aria-label=People><input role=combobox aria-label=People></ul>`,
      ),
    ).toEqual(['listbox "Chosen"', 'combobox "People"']);
  });

  test("an item of a tree whose text stands behind its button", async () => {
    expect(
      await page.linesOf(
        `<ul role=tree><li role=treeitem aria-label=Norway aria-expanded=false><div><button aria-label=toggle>▸</button><span>Norway</span></div></ul>`,
      ),
    ).toEqual(["tree", ' treeitem "Norway" (collapsed)', ' button "toggle"']);
  });

  test("a group whose first text is its name", async () => {
    expect(
      await page.linesOf(`<div role=group aria-labelledby=l><span id=l>Size</span><button>S</button></div>`),
    ).toEqual(['group "Size"', ' button "S"']);
  });
});

describe("a list with a field of one pixel", () => {
  const drawn = `<div id=box style="position:relative;width:200px;height:30px;border:1px solid;cursor:pointer"><div style="${onePixel}"><input id=f aria-label=City aria-haspopup=listbox readonly value=Oslo style="width:200px"></div>
    <div style="${onePixel}"><select tabindex=-1><option>Oslo</select></div><span id=shown>Oslo</span></div><div id=list role=listbox hidden><div role=option>Oslo</div><div role=option>Rome</div></div><script>
    box.onclick = () => { list.hidden = false }; list.onclick = ({ target }) => { shown.textContent = f.value = target.textContent; list.hidden = true }</script>`;

  test("has one line, without the list of the browser and the text that repeats its value", async () => {
    expect(await page.linesOf(drawn)).toEqual(['textbox "City" = "Oslo" (read-only)']);
  });

  test("is opened by what draws it", async () => {
    await page.show(drawn);
    expect((await page.act("select", await page.ref("City"), "Rome")).ok).toBe(true);
    expect(await page.run("f.value")).toBe("Rome");
  });

  test("has crosses that are named by the items of its value", async () => {
    const item = (text: string): string =>
      `<div><span>${text}</span><svg width=14 height=14 style="cursor:pointer"></svg></div>`;
    expect(
      await page.linesOf(
        `<div style="position:relative;width:200px;cursor:text"><div style="${onePixel}"><input role=combobox aria-label=Sizes readonly value="S, L" style="width:100px"></div>${item("S")}${item("L")}</div>`,
      ),
    ).toEqual(['combobox "Sizes" = "S, L" (read-only)', 'clickable ~"S"', 'clickable ~"L"']);
  });

  test("a text of one pixel is not shown", async () => {
    expect(
      await page.linesOf(`<span style="${onePixel};white-space:nowrap">3 results are available</span><p>Shown</p>`),
    ).toEqual([": Shown"]);
  });
});

describe("select in a list that a page draws", () => {
  const options = (names: string): string =>
    `<input id=f role=combobox aria-label=City aria-expanded=false><div id=list role=listbox hidden>${names}</div>`;

  test("finds an option by what it shows", async () => {
    await page.show(
      `${options("<div role=option aria-label='Not selected, Rome'>Rome</div><div role=option aria-labelledby='no o' id=o>Oslo<i id=no style='position:absolute;left:-999px'>Not selected</i></div>")}<script>f.onclick = () => { list.hidden = false }; list.onclick = ({ target }) => { f.value = target.firstChild.data }</script>`,
    );
    expect((await page.act("select", await page.ref("City"), "Oslo")).ok).toBe(true);
    expect(await page.run("f.value")).toBe("Oslo");
  });

  test("opens it by Alt and the arrow where the arrow alone chooses the next option", async () => {
    await page.show(
      `${options("<div role=option>Rome</div>")}<script>f.onkeydown = ({ altKey, key }) => { if (key !== "ArrowDown") return; if (altKey) { list.hidden = false; f.setAttribute("aria-expanded", true) } else f.value = "wrong" }; list.onclick = ({ target }) => { f.value = target.textContent }</script>`,
    );
    expect((await page.act("select", await page.ref("City"), "Rome")).ok).toBe(true);
    expect(await page.run("f.value")).toBe("Rome");
  });

  test("opens it by the arrow alone where the page leaves Alt and the arrow to the browser, which scrolls by them", async () => {
    await page.show(
      `${options("<div role=option>Rome</div>")}<div style="height:3000px"></div><script>f.onkeydown = ({ altKey, key }) => { if (key === "ArrowDown" && !altKey && scrollY === 0) { list.hidden = false; f.setAttribute("aria-expanded", true) } }; list.onclick = ({ target }) => { f.value = target.textContent }</script>`,
    );
    expect((await page.act("select", await page.ref("City"), "Rome")).ok).toBe(true);
    expect(await page.run("f.value")).toBe("Rome");
  });

  test("takes several options where the value has space for the last one alone", async () => {
    await page.show(
      `<div>1 <span id=last></span></div><div id=f role=combobox aria-label=City tabindex=0 style="width:200px;height:20px"></div><div id=list role=listbox aria-multiselectable=true hidden><div role=option aria-selected=false>Rome</div><div role=option aria-selected=false>Oslo</div></div><script>f.onclick = () => { list.hidden = false; f.setAttribute("aria-expanded", true) }; list.onclick = ({ target }) => { target.setAttribute("aria-selected", true); f.textContent = target.textContent }</script>`,
    );
    expect(await page.act("select", await page.ref("City"), ["Rome", "Oslo"])).toMatchObject({ ok: true });
    expect(await page.run("list.querySelectorAll('[aria-selected=true]').length")).toBe(2);
  });
});

test("a field that completes a word and selects the rest is filled, and says what it shows", async () => {
  await page.show(
    `<input id=f aria-label=Country><script>f.oninput = () => { if (f.value === "Ital") { f.value = "Italy"; f.setSelectionRange(4, 5) } }</script>`,
  );
  const result = await page.act("fill", await page.ref("Country"), "Ital");
  expect(result.text).toContain('it shows "Italy"');
});

test("what is in front is named without its styles", async () => {
  await page.show(
    `<button>Save</button><div id=c style="position:fixed;inset:0"><style>.a { color: red }</style>Cookies</div>`,
  );
  expect((await page.act("click", await page.ref("Save"))).text).toContain('is covered by "Cookies"');
});

test("rows in an element with a listener are rows", async () => {
  const cell = (text: string): string => `<b role=cell style="display:inline-block;width:40px">${text}</b>`;
  const lines = await page.linesOf(
    `<div id=t style="width:200px">${["Anna", "Berta"].map((name) => `<div role=row>${cell(name)}${cell("31")}</div>`).join("")}</div><script>t.onclick = () => {}</script>`,
  );
  expect(lines.join()).not.toContain("clickable");
});
