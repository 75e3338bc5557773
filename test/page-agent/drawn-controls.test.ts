import { describe, expect, test } from "vitest";
import { AgentPage } from "./support/agent-page.ts";

const page = AgentPage.share();

/** Control that a page draws itself, and an act on it. */
interface Drawn {
  readonly html: string;
  readonly on: string;
  readonly verb?: Parameters<AgentPage["act"]>[0];
  readonly value?: string;
  /** Expression of the page that must be true afterwards. */
  readonly holds: string;
}

const editor = (style: string): string => `<div id=e style="width:300px;height:80px;cursor:text;position:relative">
  <div style="${style}"><textarea id=f aria-label=Code style="width:200px"></textarea></div><pre id=p>old line</pre></div><script>
  let all = false; const show = (text) => { p.textContent = text };
  e.addEventListener("mousedown", (event) => { event.preventDefault(); f.focus() });
  f.addEventListener("keydown", (event) => { if (event.key.length === 1) all = event.ctrlKey && event.key === "a" });
  f.addEventListener("input", () => { show(all ? f.value : p.textContent + f.value); all = false; f.value = "" })</script>`;

const cases: Readonly<Record<string, Drawn>> = {
  "a transparent slider of the browser over its drawing is filled": {
    html: `<div style="position:relative;width:200px;height:20px;background:silver"><input id=f type=range aria-label=Volume value=30 style="opacity:0;width:200px"></div>`,
    on: '"Volume" = "30"',
    verb: "fill",
    value: "40",
    holds: "f.value === '40'",
  },
  "a handle without a name of its own is filled by the label around it": {
    html: `<span aria-label=Volume><span><i role=slider id=f tabindex=0 aria-valuenow=30 style="display:inline-block;width:20px;height:20px;background:navy"></i></span></span><script>
      f.onkeydown = ({ key }) => f.setAttribute("aria-valuenow", Number(f.getAttribute("aria-valuenow")) + (key === "ArrowRight" ? 1 : key === "ArrowLeft" ? -1 : 0));</script>`,
    on: "Volume",
    verb: "fill",
    value: "32",
    holds: "f.getAttribute('aria-valuenow') === '32'",
  },
  "a switch that is drawn elsewhere than its label is pressed where it is drawn": {
    html: `<label for=f>Dark</label><div id=s style="display:inline-block"><input id=f type=checkbox role=switch style="position:absolute;width:0;height:0;opacity:0;margin:0"><span style="display:inline-block;width:40px;height:20px;background:silver;cursor:pointer"></span></div><script>
      s.onclick = (event) => { event.preventDefault(); if (event.target !== f) f.checked = !f.checked; };</script>`,
    on: "Dark",
    verb: "check",
    holds: "f.checked",
  },
  "an editor that takes its keys by a clipped field is filled": {
    html: editor("position:absolute;width:3px;height:0;overflow:hidden"),
    on: "Code",
    verb: "fill",
    value: "new line",
    holds: "p.textContent === 'new line'",
  },
  "a button that is clipped to nothing opens the list that a component draws": {
    html: `<ul><li id=i></ul><script>
      const host = i.appendChild(document.createElement("div")); host.append("Oslo Rome");
      host.attachShadow({ mode: "open" }).innerHTML = '<div style="cursor:pointer;display:block;width:200px;height:30px">City<button aria-label=City aria-haspopup=dialog style="position:absolute;clip:rect(0,0,0,0);opacity:0;width:200px"></button></div>';
      host.shadowRoot.firstChild.onclick = () => { window.opened = true }</script>`,
    on: "City",
    holds: "window.opened",
  },
  "a component takes the pointer in place of its button": {
    html: `<div id=h>Week</div><script>
      h.attachShadow({ mode: "open" }).innerHTML = '<button style="pointer-events:none"><slot></slot></button>';
      h.onclick = () => { window.hit = true }</script>`,
    on: "Week",
    holds: "window.hit",
  },
  "an editor that takes its keys by a clipped field is typed into": {
    html: editor("position:absolute;width:3px;height:0;overflow:hidden"),
    on: "Code",
    verb: "type",
    value: "x",
    holds: "p.textContent === 'old linex'",
  },
  "a check box of no size without a label is pressed by what draws it": {
    html: `<div id=d style="width:40px;height:20px;background:#aaa"><input id=f type=checkbox role=switch aria-label=Dark style="position:absolute;width:0;height:0;opacity:0;margin:0"><span></span></div><script>d.onclick = () => { f.checked = !f.checked }</script>`,
    on: "Dark",
    verb: "check",
    holds: "f.checked",
  },
  "a radio button that is clipped to nothing is pressed by its label": {
    html: `<style>input { position: absolute; clip: rect(0, 0, 0, 0) } label { display: inline-block; width: 80px }</style><input id=a type=radio name=r checked><label for=a>Left</label><input id=b type=radio name=r><label for=b>Right</label>`,
    on: "Right",
    verb: "check",
    holds: "b.checked",
  },
  "a slider whose field is clipped below its handle is set": {
    html: `<div style="width:20px;height:20px;background:#08f;position:relative"><input id=f type=range aria-label=Volume min=0 max=10 style="position:absolute;clip:rect(0,0,0,0);width:100%;height:100%;margin:0"></div>`,
    on: "Volume",
    verb: "fill",
    value: "7",
    holds: "f.value === '7'",
  },
  "a drawn slider is brought to a value by its arrow keys": {
    html: `<div id=s role=slider tabindex=0 aria-label=Volume aria-valuenow=20 style="width:20px;height:20px;background:#08f"></div><script>s.onkeydown = ({ key }) => s.setAttribute("aria-valuenow", Number(s.getAttribute("aria-valuenow")) + (key === "ArrowRight" ? 2 : key === "ArrowLeft" ? -2 : 0))</script>`,
    on: "Volume",
    verb: "fill",
    value: "10",
    holds: "s.getAttribute('aria-valuenow') === '10'",
  },
  "a read-only field of a drawn list lets an option be chosen": {
    html: `<input id=b role=combobox aria-haspopup=listbox aria-label=City readonly onclick="l.hidden = false"><ul id=l role=listbox hidden><li role=option onclick="b.value = 'Oslo'">Oslo<li role=option onclick="b.value = 'Rome'">Rome</ul>`,
    on: "City",
    verb: "select",
    value: "Rome",
    holds: "b.value === 'Rome'",
  },
  "a list whose chosen option is drawn over its field": {
    html: `<div id=d style="position:relative;width:150px;height:24px"><input id=b role=combobox aria-label=City style="width:150px;height:24px;box-sizing:border-box"><span id=o style="position:absolute;inset:0;background:#fff">Oslo</span></div><ul id=l role=listbox hidden><li role=option onclick="o.textContent = 'Rome'">Rome<li role=option>Bern</ul><script>d.onclick = () => { l.hidden = false }</script>`,
    on: "City",
    verb: "select",
    value: "Rome",
    holds: "o.textContent === 'Rome'",
  },
  "an option whose name gets a hint when the mouse comes": {
    html: `<style>li:hover::after { content: " Press to select" }</style><ul role=listbox><li role=option onclick="window.hit = 1">Rome<li role=option>Bern</ul>`,
    on: "Rome",
    holds: "window.hit === 1",
  },
  "a field that searches when a key comes up": {
    html: `<input aria-label=Filter onkeyup="window.wanted = this.value">`,
    on: "Filter",
    verb: "fill",
    value: "Rome",
    holds: "window.wanted === 'Rome'",
  },
  "an item of a tree with items below it, whose middle is one of them": {
    html: `<ul role=tree><li role=treeitem aria-label=Fruit aria-expanded=true id=f style="width:300px">Fruit<ul role=group style="margin:0"><li role=treeitem>Apple<li role=treeitem>Pear<li role=treeitem>Plum</ul></ul><script>f.onclick = (event) => { window.hit = event.target.firstChild.textContent }</script>`,
    on: '"Fruit"',
    holds: "window.hit === 'Fruit'",
  },
  "the day of a calendar that opens inside of the label of its field": {
    html: `<label>Day <input id=f onfocus="c.hidden = false"><span id=c hidden><button type=button>«</button><button type=button>March</button><button type=button>»</button><span id=g>${Array.from({ length: 28 }, (_, day) => `<span style="display:inline-block;width:30px">${day + 1}</span>`).join("")}</span></span></label><script>g.addEventListener("click", (event) => { f.value = event.target.textContent }); f.focus()</script>`,
    on: '"17"',
    holds: "f.value === '17'",
  },
  "the cross of a dialog that is hidden from screen readers alone": {
    html: `<div role=dialog aria-label=Help id=d><p>Text</p><button aria-hidden=true aria-label=Close onclick="d.hidden = true">×</button></div>`,
    on: "Close",
    holds: "d.hidden",
  },
  "the button of a stepper that only its class names": {
    html: `<input id=f aria-label=Amount value=5><a role=button class="x-button x-stepper-up" style="display:inline-block;width:20px;height:12px;background:#ccc" onclick="f.value++"></a>`,
    on: '~"up"',
    holds: "f.value === '6'",
  },
  "the cross of a value that is chosen in a drawn list": {
    html: `<div role=combobox aria-label=Tags tabindex=0 style="padding:5px"><ul><li>Oslo <span style="cursor:pointer" onclick="this.parentNode.remove()">×</span><li>Rome <span style="cursor:pointer" onclick="this.parentNode.remove()">×</span></ul></div>`,
    on: '"Rome ×"',
    holds: "document.querySelector('ul').textContent.trim() === 'Oslo ×'",
  },
  "a drawn list whose middle is the cross of a value": {
    html: `<div id=b role=combobox aria-label=Tags tabindex=0 style="width:60px;padding:0;text-align:center"><span style="cursor:pointer" onclick="event.stopPropagation(); this.remove()">×</span></div><script>b.onclick = () => { window.open = 1 }</script>`,
    on: '"Tags"',
    holds: "window.open === 1",
  },
  "a column's handle that is hidden from screen readers": {
    html: `<div id=a><span aria-hidden=true style="display:inline-block;width:20px;height:20px;cursor:grab"></span> Anna</div><script>a.onpointerdown = (event) => { window.held = event.target.style.cursor }</script>`,
    on: "draggable",
    holds: "window.held === 'grab'",
  },
  "the head of a wide column that sorts": {
    html: `<table id=t style="width:700px"><thead><tr><th>Name<th>City</thead><tr><td>Anna<td>Oslo</table><script>t.tHead.onclick = (event) => { window.by = event.target.textContent }</script>`,
    on: '"City"',
    holds: "window.by === 'City'",
  },
};

describe("an act on a control that the page draws is done", () => {
  test.each(Object.entries(cases))("%s", async (_name, { holds, html, on, value, verb = "click" }) => {
    await page.show(html);
    const result = await page.actOn(on, verb, value);
    expect(result, result.text).toMatchObject({ ok: true });
    expect(await page.run(holds), result.text).toBe(true);
  });
});

describe("an act on a control that the page draws is refused", () => {
  test("an editor that keeps its old lines has not kept the text", async () => {
    await page.show(editor("position:absolute;width:3px;height:0;overflow:hidden").replace("all ? f.value :", ""));
    expect(await page.actOn("Code", "fill", "new line")).toMatchObject({ ok: false, code: "not_kept" });
  });

  test("a drawn slider that does not take the value is left where it says it is", async () => {
    await page.show(
      `<div id=s role=slider tabindex=0 aria-label=Volume aria-valuenow=20 style="width:20px;height:20px">x</div><script>s.onkeydown = () => s.setAttribute("aria-valuenow", Math.min(25, Number(s.getAttribute("aria-valuenow")) + 5))</script>`,
    );
    const result = await page.actOn("Volume", "fill", "40");
    expect(result).toMatchObject({ ok: false, code: "not_kept" });
    expect(result.text).toContain("is at 25");
  });

  test("something in front of a list is not taken for its chosen option", async () => {
    await page.show(
      `<div><input role=combobox aria-label=City onclick="window.hit = 1"></div><div onclick="window.hit = 2" style="position:fixed;inset:0">Cover</div>`,
    );
    expect(await page.actOn("City", "click")).toMatchObject({ ok: false, code: "covered" });
    expect(await page.run("window.hit")).toBeUndefined();
  });

  test("a field that a page parks for robots is not shown", async () => {
    await page.show(
      `<form><label>Name <input></label><div style="position:absolute;left:-5000px"><input aria-label=Website></div><button>Send</button></form>`,
    );
    expect((await page.snapshot()).text).not.toContain("Website");
  });
});

describe("a snapshot of what a page draws", () => {
  test("items that are sorted by dragging have references", async () => {
    await page.show(
      `<ul id=l><li>One<li>Two<li>Three</ul><script>l.addEventListener("mousedown", () => {})</script><div style="cursor:move">Card</div>`,
    );
    const { text } = await page.snapshot();
    for (const name of ["One", "Two", "Three", "Card"])
      expect(text).toMatch(new RegExp(`e\\d+ (clickable|draggable) "${name}"`));
  });

  test("the closed part of an accordion, and a field of files in a closed dialog, are not there", async () => {
    await page.show(
      `<div style="height:0;overflow:hidden">Inside <button>Deep</button></div><div style="display:none"><div><div><div><input type=file aria-label=Picture></div></div></div></div><button>Open</button>`,
    );
    const { text } = await page.snapshot();
    expect(text).toContain('button "Open"');
    expect(text).not.toMatch(/Inside|Deep|Picture/);
  });

  test("a dialog that is placed on a page without a height is there, and is pressed", async () => {
    await page.show(
      `<style>html, body { overflow: hidden; height: 0 } #d, #f { position: absolute; left: 50px; top: 50px } #f { position: fixed; top: 200px }</style><div style="height:0;overflow:hidden"><form id=d>Welcome <button type=button onclick="window.hit = 1">Log in</button></form><div id=f><button>Help</button></div></div>`,
    );
    expect((await page.snapshot()).text).toMatch(/Welcome\ne\d+ button "Log in"\ne\d+ button "Help"/);
    expect(await page.actOn("Log in", "click")).toMatchObject({ ok: true });
    expect(await page.run("window.hit")).toBe(1);
  });

  test("the link of a tab is not named twice, and the edges of columns are left out", async () => {
    await page.show(
      `<ul role=tablist><li role=tab style="width:100px"><a href="#a">First</a></ul><div id=r style="cursor:col-resize;width:6px;height:40px"></div><script>r.onmousedown = () => {}</script>`,
    );
    const { text } = await page.snapshot();
    expect(text).toContain('tab "First"');
    expect(text).not.toMatch(/link|clickable/);
  });

  test("a slide that is labelled by its number shows its text too", async () => {
    await page.show(`<div aria-label="1 of 4" role=group onclick="hit = 1" style="width:200px">Mountains</div>`);
    expect((await page.snapshot()).text).toMatch(/clickable "1 of 4"\n: Mountains/);
  });

  test("a cross that is a picture hidden from others is named by what it removes, and is pressed", async () => {
    const picture = (names: string): string =>
      `<svg class="${names}" aria-hidden=true width=20 height=20 style="cursor:pointer"><circle r=9 cx=10 cy=10 /></svg>`;
    await page.show(
      `<div role=button style="cursor:auto"><span>Draft</span>${picture("x-Chip-deleteIcon")}</div><div>News ${picture("x-decoration")}</div>`,
    );
    await page.run("document.querySelector('svg').onclick = () => { window.removed = true; }");
    expect((await page.snapshot()).text.match(/clickable.*/g)).toEqual(['clickable ~"delete Draft"']);
    expect(await page.actOn("delete Draft", "click")).toMatchObject({ ok: true });
    expect(await page.run("window.removed")).toBe(true);
  });

  test("rows of a grid that is laid out by tables have references, also with a control in a cell", async () => {
    await page.show(
      `<div role=grid><table role=presentation><tr role=row>${["Anna", "Oslo"].map((text) => `<td role=gridcell style="width:200px">${text}`).join("")}<td role=gridcell><input type=checkbox aria-label=On></table></div>`,
    );
    expect((await page.snapshot()).text).toMatch(/e\d+ row · Anna · Oslo · e\d+ checkbox "On"/);
  });

  test("empty days of a calendar are one line; a day with more than its date, or another word, stands for itself", async () => {
    const day = (name: string, more = ""): string =>
      `<div role=gridcell aria-label="${name}" onclick="window.hit = this.ariaLabel" style="width:60px;height:30px">${more}</div>`;
    const from = (first: number, last: number): string =>
      Array.from({ length: last - first + 1 }, (_none, at) => day(`March ${first + at}, 2026`)).join("");
    const busy = day("March 6, 2026", "<button>Lunch</button>");
    await page.show(
      `<div role=grid><div role=row>${from(1, 5)}${busy}${from(7, 8)}${day("Closed March 9, 2026")}</div></div>`,
    );
    const { lines, text } = await page.snapshot();
    expect(text).toMatch(/e1…e5 clickable "March 1, 2026" … "March 5, 2026"/);
    expect(text).toMatch(
      /"Lunch".*e\d+ clickable "March 7, 2026".*"March 8, 2026".*e\d+ clickable "Closed March 9, 2026"/s,
    );
    const third = lines.find(({ name }) => name === "March 3, 2026");
    expect(third?.ref).toBe("e3");
    expect(await page.act("click", "e3")).toMatchObject({ ok: true });
    expect(await page.run("window.hit")).toBe("March 3, 2026");
  });
});

describe("a code in boxes for one character each", () => {
  const boxes = (script = ""): string =>
    `<div aria-label=Code role=group>${"<span><input inputmode=numeric aria-label=Digit style='width:30px'></span>".repeat(4)}</div><input aria-label=Note><script>
      const all = [...document.querySelectorAll("span input")];
      for (const [at, box] of all.entries()) box.oninput = () => { box.value = box.value.slice(0, 1); all[at + 1]?.focus(); ${script} };</script>`;
  const first = async (): Promise<string | undefined> =>
    (await page.snapshot()).lines.find(({ text }) => text.includes("Digit"))?.ref;

  test("is typed and filled from the first one on", async () => {
    await page.show(boxes());
    for (const [verb, code] of [
      ["type", "4821"],
      ["fill", "9376"],
    ] as const) {
      expect(await page.act(verb, await first(), code)).toMatchObject({ ok: true });
      expect(await page.run("all.map(({ value }) => value).join('')")).toBe(code);
    }
  });

  test("may send the page away once it is complete", async () => {
    await page.show(boxes("if (all.every(({ value }) => value)) location.href = '/done'"));
    expect(await page.act("fill", await first(), "4821")).toMatchObject({ ok: true });
    expect(await page.run("location.pathname")).toBe("/done");
  });

  test("that the boxes do not take is refused", async () => {
    await page.show(boxes("if (box.value === '8') box.value = ''"));
    expect(await page.act("fill", await first(), "4821")).toMatchObject({ ok: false, code: "not_kept" });
  });

  test("is not what narrow fields for numbers beside each other take", async () => {
    const field = (name: string): string => `<input aria-label=${name} value=9 style="width:40px">`;
    for (const verb of ["fill", "type"] as const) {
      await page.show(["Hours", "Minutes", "Seconds"].map(field).join(":"));
      expect(await page.actOn("Hours", verb, "12")).toMatchObject({ ok: true });
      const values = "[...document.querySelectorAll('input')].map(({ value }) => value).join()";
      expect(await page.run(values)).toBe(verb === "fill" ? "12,9,9" : "912,9,9");
    }
  });

  test("is not what a field beside others of another size takes", async () => {
    await page.show(boxes());
    expect(await page.actOn("Note", "fill", "4821")).toMatchObject({ ok: true });
    expect(await page.run("document.querySelector('[aria-label=Note]').value")).toBe("4821");
  });
});
