import { describe, expect, test } from "vitest";
import { AgentPage } from "./support/agent-page.ts";

const page = AgentPage.share();

const cross = '<span style="cursor:pointer">×</span>';
const options = "<option>Oslo<option selected>Rome<option>Bern";
const hidden = "position:absolute;width:1px;height:1px;border:0;padding:0;clip:rect(0,0,0,0)";

describe("the value of a list that a page draws around its field", () => {
  test("is the text in front of the field, and not a hint or a message", async () => {
    const drawn = (text: string): string =>
      `<div style="display:grid;width:200px"><div style="grid-area:1/1">${text}</div><div style="grid-area:1/1"><input role=combobox aria-label=City style="width:2px;border:0;opacity:0"></div></div>`;
    expect(await page.linesOf(drawn("Oslo"))).toEqual(['combobox "City" = "Oslo"']);
    expect(await page.linesOf(drawn('<i class="x-placeholder">Select</i>'))).toEqual([": Select", 'combobox "City"']);
    expect(await page.linesOf(drawn("<i aria-live=polite>One result</i>"))).toContain('combobox "City"');
  });

  test("is the items beside the field that can be removed, whose crosses are named by them", async () => {
    expect(
      await page.linesOf(
        `<div><div><span>Oslo</span>${cross}</div><div><span>Rome</span>${cross}</div><input role=combobox aria-label=Tags></div>`,
      ),
    ).toEqual(['clickable ~"Oslo ×"', 'clickable ~"Rome ×"', 'combobox "Tags" = "Oslo, Rome"']);
  });

  test("names crosses that have a name of their own by the items they remove", async () => {
    const item = (text: string): string => `<span>${text}<button aria-label=Remove>×</button></span>`;
    expect(
      await page.linesOf(
        `<div style="position:relative">${item("Oslo")}${item("e")}<input role=combobox aria-label=Tags></div>`,
      ),
    ).toEqual(['button ~"Remove Oslo"', 'button ~"Remove e"', 'combobox "Tags" = "Oslo, e"']);
  });

  test("is not a text beside the field, or an item of another field", async () => {
    expect(await page.linesOf(`<p>Where to: <input role=combobox aria-label=City></p>`)).toEqual([
      ": Where to:",
      'combobox "City"',
    ]);
    expect(
      await page.linesOf(
        `<div><div><span>Oslo</span>${cross}<input aria-label=Note></div><div><input role=combobox aria-label=Tags></div></div>`,
      ),
    ).toContain('combobox "Tags"');
  });

  test("is what a button shows that is named by a label and by that", async () => {
    const opener = (ids: string): string =>
      `<span id=l onclick="b.focus()">City</span><button id=b aria-haspopup=listbox aria-labelledby="${ids}"><span id=v>Oslo</span></button>`;
    for (const ids of ["v l", "l b"]) expect(await page.linesOf(opener(ids))).toEqual(['button ~"City" = "Oslo"']);
    expect(await page.linesOf(opener("b"))).toEqual(['clickable "City"', 'button "Oslo"']);
  });

  test("is neither the title of a picture nor the name that a font of icons draws", async () => {
    expect(
      await page.linesOf(
        `<button role=combobox aria-label=City>Oslo<svg width=9 height=9><title>Open</title></svg></button>`,
      ),
    ).toEqual(['combobox "City" = "Oslo"']);
    const icon = (name: string): string =>
      `<i class="x-icon material-icons" aria-hidden=true style="position:absolute">${name}</i>`;
    expect(
      await page.linesOf(
        `<p>arrow_drop_down ${icon("event")}</p><div style="position:relative">${icon("arrow_drop_down")}<input role=combobox aria-label=City></div>`,
      ),
    ).toEqual([": arrow_drop_down", 'combobox "City"']);
    expect(await page.linesOf(`<button>${icon("play_arrow")}</button>`)).toEqual(['button ~"play arrow"']);
  });

  test("gives way to what was typed", async () => {
    const lines = await page.linesOf(
      `<div style="position:relative"><b style="position:absolute">Oslo</b><input role=combobox aria-label=City value=Be></div>`,
    );
    expect(lines).toContain('combobox "City" = "Be"');
  });
});

test("a field for text in whose place a page draws another one gives its label", async () => {
  const drawn = `<ul><li><input role=combobox></ul>`;
  expect(
    await page.linesOf(
      `<label for=to>To</label><div><div><textarea id=to style="position:absolute;opacity:0;left:-5000px"></textarea>${drawn}</div></div>`,
    ),
  ).toContain('combobox ~"To"');
  expect(
    await page.linesOf(`<div><textarea style="position:absolute;left:-5000px"></textarea>${drawn}</div>`),
  ).toContain("combobox");
});

describe("a list in whose place a page draws another one", () => {
  test("gives its label and its chosen options to the field that is drawn beside it", async () => {
    expect(
      await page.linesOf(
        `<label for=s>City</label><select id=s style="${hidden}">${options}</select><span><span role=combobox tabindex=0 style="display:block;width:99px">Rome</span></span>`,
      ),
    ).toEqual(['combobox ~"City" = "Rome"']);
  });

  test("gives them to the field in a combobox that does not take the focus itself", async () => {
    expect(
      await page.linesOf(
        `<label for=s>Tags</label><select id=s multiple style="display:none">${options.replace("Bern", "Bern<option selected>Lima")}</select><span><span role=combobox aria-expanded=false tabindex=-1><ul><li>${cross}Rome<li>${cross}Lima<li><input type=search role=searchbox></ul></span></span>`,
      ),
    ).toEqual([": Tags", 'clickable ~"× Rome"', 'clickable ~"× Lima"', 'searchbox ~"Tags" = "Rome, Lima" (collapsed)']);
  });

  test("does not give them to the fields of a form beside it", async () => {
    const lines = await page.linesOf(
      `<label for=s>City</label><select id=s hidden>${options}</select><div><input aria-label=Name><input aria-label=Street></div>`,
    );
    expect(lines).toContain('textbox "Name"');
    expect(lines.join()).not.toContain("Rome");
  });

  test("stands beside its own drawing, also where the drawings come first", async () => {
    const pair = (drawn: string, list: string): string => `<b>${drawn}</b>${list}`;
    const box = (name: string): string => `<span role=combobox aria-label=${name} tabindex=0>?</span>`;
    const list = (value: string): string => `<select hidden><option>${value}</select>`;
    const last = pair(box("A"), list("One")) + pair(box("B"), list("Two"));
    expect(await page.linesOf(last)).toEqual(['combobox "A" = "One"', 'combobox "B" = "Two"']);
    const first = pair("", list("One")) + pair(box("A"), list("Two")) + pair(box("B"), "");
    expect(await page.linesOf(first)).toEqual(['combobox "A" = "One"', 'combobox "B" = "Two"']);
  });
});

describe("an act on a list that a page draws", () => {
  const list = `<label for=f>Tags</label><div id=d style="width:200px;height:30px;cursor:pointer"><span id=v></span><input id=f role=combobox style="width:2px;border:0;opacity:0"></div><ul id=l role=listbox hidden><li role=option>Oslo<li role=option>Rome<li role=option>Bern</ul><script>
    window.chosen = []; d.onmousedown = (event) => { event.preventDefault(); l.hidden = !l.hidden };
    l.onclick = ({ target }) => { chosen.push(target.textContent.trim()); l.hidden = true }</script>`;

  test("presses what draws it, because its label would only give it the focus", async () => {
    await page.show(list);
    expect(await page.actOn("Tags", "select", "Rome")).toMatchObject({ ok: true });
    expect(await page.run("chosen.join()")).toBe("Rome");
  });

  test("chooses several options one after the other", async () => {
    await page.show(list);
    const result = await page.actOn("Tags", "select", ["Rome", "Oslo"]);
    expect(result).toMatchObject({ ok: true });
    expect(result.text).toContain('chose "Rome, Oslo"');
    expect(await page.run("chosen.join()")).toBe("Rome,Oslo");
  });

  test("is not pressed again while it is open, under a layer that closes it", async () => {
    await page.show(`<div id=c role=combobox tabindex=0 aria-label=Sizes aria-expanded=false style="width:200px;border:1px solid">None</div><script>
      window.taken = [];
      c.onclick = () => {
        c.setAttribute("aria-expanded", "true");
        document.body.insertAdjacentHTML("beforeend", '<div id=layer style="position:fixed;inset:0"><ul role=listbox style="margin-top:80px"><li role=option>S<li role=option>M<li role=option>L</ul></div>');
        layer.onclick = (event) => event.target.matches("li") ? taken.push(event.target.textContent) : (layer.remove(), c.setAttribute("aria-expanded", "false"));
      };</script>`);
    expect(await page.actOn("Sizes", "select", ["S", "L"])).toMatchObject({ ok: true });
    const ref = (await page.snapshot()).lines.find(({ text }) => text.includes("Sizes"))?.ref;
    expect(await page.act("select", ref, "M")).toMatchObject({ ok: true });
    expect(await page.run("taken.join()")).toBe("S,L,M");
  });

  test("is not pressed again while it is open as a menu of items to check", async () => {
    const items = ["S", "M", "L"].map((size) => `<div role=menuitemcheckbox>${size}</div>`).join("");
    await page.show(`<button id=c role=combobox aria-label=Sizes aria-expanded=false>None</button><div role=menu id=m hidden>${items}</div><script>
      c.onclick = () => { m.hidden = !m.hidden; c.setAttribute("aria-expanded", !m.hidden); };
      m.onclick = ({ target }) => { target.setAttribute("aria-checked", "true"); };</script>`);
    expect(await page.actOn("Sizes", "select", ["S", "L"])).toMatchObject({ ok: true });
    expect(await page.run("document.querySelectorAll('[aria-checked]').length")).toBe(2);
  });

  test("is opened by the key for it where the mouse opens it only by another button", async () => {
    await page.show(`<input id=c role=combobox aria-label=Person aria-expanded=false><ul role=listbox id=l hidden><li role=option>Ada<li role=option>Alan</ul><script>
      c.onkeydown = ({ key }) => { if (key === "ArrowDown") { l.hidden = false; c.setAttribute("aria-expanded", "true"); } };
      l.onclick = ({ target }) => { c.value = target.textContent; };</script>`);
    expect(await page.actOn("Person", "select", "Alan")).toMatchObject({ ok: true });
    expect(await page.run("c.value")).toBe("Alan");
  });

  test("is pressed through what it shows, in a box without a height, but not on a cross", async () => {
    await page.show(`<div style="position:relative;height:30px;cursor:pointer"><div style="height:0">
      <div style="position:absolute;opacity:0"><input id=c role=combobox readonly aria-label=Sizes style="width:200px;height:24px"></div>
      <div id=chips style="position:absolute;width:200px;height:24px"><b>S</b><button aria-label=Remove style="position:absolute;left:90px;width:20px" onclick="chips.textContent = ''">×</button></div>
      </div></div><ul role=listbox id=l hidden><li role=option>L</ul><script>
      chips.parentNode.parentNode.onclick = () => { l.hidden = false; };
      l.onclick = () => { chips.insertAdjacentHTML("beforeend", "<b>L</b>"); };</script>`);
    expect((await page.snapshot()).text).not.toContain("covered");
    expect(await page.actOn("Sizes", "select", "L")).toMatchObject({ ok: true });
    expect(await page.run("[...chips.querySelectorAll('b')].map((b) => b.textContent).join()")).toBe("S,L");
  });

  test("takes the next option when the first one has changed its row", async () => {
    await page.show(`<ul><li>Colours <span id=chips></span><input id=c role=combobox aria-label=Colours><button>Clear</button><li>Sizes <input role=combobox aria-label=Sizes><button>Clear</button></ul><div id=list role=listbox hidden><div role=option>red</div><div role=option>blue</div></div><script>
      c.onclick = () => { list.hidden = false; };
      list.onclick = ({ target }) => { chips.insertAdjacentHTML("beforeend", "<b>" + target.textContent + "</b> "); list.hidden = true; };</script>`);
    expect(await page.actOn("Colours", "select", ["red", "blue"])).toMatchObject({ ok: true });
    expect(await page.run("chips.textContent")).toBe("red blue ");
  });

  test("takes the next option when its only name was a hint that has gone with the first one", async () => {
    const items = ["red", "green", "blue"].map((colour) => `<li role=option>${colour}`).join("");
    await page.show(`<span id=chips></span><input id=c role=combobox placeholder=Colours><ul id=list role=listbox hidden>${items}</ul><script>
      c.onclick = () => { list.hidden = false; };
      list.onclick = ({ target }) => { chips.append(target.textContent + " "); c.removeAttribute("placeholder"); list.hidden = true; };</script>`);
    expect(await page.actOn("Colours", "select", ["red", "blue"])).toMatchObject({ ok: true });
    expect(await page.run("chips.textContent")).toBe("red blue ");
  });

  test("says when the last of several options has replaced the others", async () => {
    await page.show(
      `<label for=s>City</label><select id=s style="${hidden}"><option>Oslo<option>Rome<option>Bern</select><span><span id=d role=combobox tabindex=0 style="display:block;width:99px">Oslo</span></span><ul id=l role=listbox hidden><li role=option>Rome<li role=option>Bern</ul><script>
      d.onclick = () => { l.hidden = false };
      l.onclick = ({ target }) => { s.value = d.textContent = target.textContent.trim(); l.hidden = true }</script>`,
    );
    expect(await page.actOn("City", "select", ["Rome", "Bern"])).toMatchObject({
      ok: false,
      code: "not_kept",
      text: expect.stringContaining('shows "Bern": it takes one option'),
    });
    expect(await page.actOn("City", "select", ["Rome"])).toMatchObject({ ok: true });
  });
});

describe("an editor", () => {
  test("that keeps its own selection is filled after it was told by the keys to select everything", async () => {
    await page.show(
      `<div id=e contenteditable role=textbox aria-label=Notes><p>Old</p><ul><li>Milk</ul></div><script>
        let all = false; let text = "Old Milk"; const draw = () => { e.textContent = text };
        e.onkeydown = (event) => { if (event.ctrlKey) all = event.key === "a" };
        e.onbeforeinput = (event) => { event.preventDefault(); text = (all ? "" : text) + (event.data ?? ""); all = false; draw() }</script>`,
    );
    expect(await page.actOn("Notes", "fill", "New")).toMatchObject({ ok: true });
    expect(await page.run("e.textContent")).toBe("New");
  });

  test("shows its text, and not the numbers of its lines", async () => {
    const lines = await page.linesOf(
      `<div style="display:flex"><div aria-hidden=true><div>1</div><div>2</div></div><div contenteditable role=textbox aria-label=Code><div>let a</div><div>let b</div></div></div><p><span aria-hidden=true>3</span> new</p>`,
    );
    expect(lines).toEqual(['textbox "Code" = "let a let b"', ": 3 new"]);
  });
});
