import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { temporaryDirectory } from "../support/browser/chromium.ts";
import { AgentPage } from "./support/agent-page.ts";

const page = AgentPage.share();

/** Case in which an act must be done. */
interface Done {
  readonly html: string;
  readonly on: string;
  readonly verb?: Parameters<AgentPage["act"]>[0];
  readonly value?: string | string[];
  readonly between?: string;
  /** Expression of the page that must be true afterwards. */
  readonly holds: string;
  /** Part of the answer. */
  readonly says?: string;
}

const hit = `<script>window.hits = [];</script>`;

const cases: Readonly<Record<string, Done>> = {
  "a click presses the button with a trusted event": {
    html: `${hit}<button onclick="hits.push(event.isTrusted)">Save</button>`,
    on: "Save",
    holds: "hits.join() === 'true'",
    says: "nothing visible changed",
  },
  "a click says what has changed": {
    html: `<button onclick="o.textContent = 'Saved at noon'">Save</button><p id=o></p>`,
    on: "Save",
    holds: "true",
    says: "+ : Saved at noon",
  },
  "a click is answered when the page has drawn all": {
    html: `<button id=b onclick="draw(9)">Save</button><p id=o></p><script>
      const draw = (left) => { o.textContent = left ? left + ' left' : 'Saved at noon'; if (left) setTimeout(draw, 30, left - 1); }
    </script>`,
    on: "Save",
    holds: "o.textContent === 'Saved at noon'",
    says: "+ : Saved at noon",
  },
  "a double click is one of the page": {
    html: `${hit}<button ondblclick="hits.push(1)">Save</button>`,
    on: "Save",
    verb: "dblclick",
    holds: "hits.length === 1",
  },
  "a counter in a name may change, and it is said": {
    html: `${hit}<button id=b onclick="hits.push(1)">Like 3</button>`,
    on: "Like",
    between: `b.textContent = "Like 4"`,
    holds: "hits.length === 1",
    says: '(changed: "Like 4" now)',
  },
  "prices in a row may change": {
    html: `${hit}<table>${["AAPL", "MSFT", "IBM", "SAP"].map((name) => `<tr><td>${name}<td class=p>189.20<td><button onclick="hits.push('${name}')">Buy ${name}</button>`).join("")}</table>`,
    on: "Buy MSFT",
    between: `document.querySelectorAll(".p").forEach((cell) => { cell.textContent = "190.31" })`,
    holds: "hits.join() === 'MSFT'",
  },
  "rows that were inserted above do not matter": {
    html: `${hit}<table id=t>${["Anna", "Boris", "Clara", "Dmitri"].map((name) => `<tr><td>${name}<td><button onclick="hits.push('${name}')">Delete ${name}</button>`).join("")}</table>`,
    on: "Delete Clara",
    between: `t.insertRow(0).innerHTML = "<td>Zoe<td><button>Delete Zoe</button>"`,
    holds: "hits.join() === 'Clara'",
  },
  "an element out of view is scrolled to": {
    html: `${hit}<div style="height:3000px"></div><button onclick="hits.push(1)">Save</button>`,
    on: "Save",
    holds: "hits.length === 1 && scrollY > 1000",
  },
  "an element below a fixed header is brought out of it": {
    html: `${hit}<div style="position:fixed;top:0;left:0;right:0;height:80px;background:#ccc">Header</div><div style="height:1500px"></div><button onclick="hits.push(1)">Save</button><div style="height:1500px"></div><script>scrollTo(0, 1480)</script>`,
    on: "Save",
    holds: "hits.length === 1",
  },
  "an element that moves to its place is waited for": {
    html: `${hit}<style>@keyframes in { from { transform: translateX(500px) } }</style><button style="animation: in .4s" onclick="hits.push(1)">Save</button>`,
    on: "Save",
    holds: "hits.length === 1",
  },
  "a layout that shifts when the mouse comes near does not lead to something else": {
    html: `${hit}<div id=ad style="height:0;overflow:hidden"><button onclick="hits.push('ad')" style="height:60px;width:200px">Advert</button></div><button id=b style="height:30px;width:200px" onclick="hits.push('save')">Save</button><script>b.addEventListener("mouseenter", () => { ad.style.height = "60px" }, { once: true })</script>`,
    on: "Save",
    holds: "hits.join() === 'save'",
  },
  "an open shadow root": {
    html: `${hit}<div id=h></div><script>h.attachShadow({ mode: "open" }).innerHTML = "<button onclick='hits.push(1)'>Save</button>"</script>`,
    on: "Save",
    holds: "hits.length === 1",
  },
  "a closed shadow root": {
    html: `${hit}<div id=h></div><script>h.attachShadow({ mode: "closed" }).innerHTML = "<button onclick='hits.push(1)'>Save</button>"</script>`,
    on: "Save",
    holds: "hits.length === 1",
  },
  "a button of a component whose text fills it": {
    html: `${hit}<style>x-button { font: 40px/1 monospace; letter-spacing: 0 }</style><x-button>Save it</x-button><script>customElements.define("x-button", class extends HTMLElement { connectedCallback() { this.attachShadow({ mode: "open" }).innerHTML = "<button style='border:0;padding:0;font:inherit' onclick='hits.push(1)'><slot></slot></button>" } })</script>`,
    on: "Save it",
    holds: "hits.length === 1",
  },
  "an element without a role that has a listener": {
    html: `${hit}<div id=d>Open menu</div><script>d.addEventListener("click", () => hits.push(1))</script>`,
    on: "Open menu",
    holds: "hits.length === 1",
  },
  "a check box is turned on": {
    html: `<label><input id=f type=checkbox> Terms</label>`,
    on: "Terms",
    verb: "check",
    holds: "f.checked",
    says: "checked e",
  },
  "a check box that is on already is left alone": {
    html: `${hit}<label><input id=f type=checkbox checked onclick="hits.push(1)"> Terms</label>`,
    on: "Terms",
    verb: "check",
    holds: "f.checked && hits.length === 0",
    says: "already",
  },
  "a hidden check box is pressed by its label": {
    html: `<style>#f { position: absolute; opacity: 0; width: 0; height: 0 }</style><input id=f type=checkbox><label for=f><span style="display:inline-block;width:20px;height:20px;background:#888"></span> Terms</label>`,
    on: "Terms",
    verb: "check",
    holds: "f.checked",
  },
  "a switch of a page is turned on": {
    html: `<button role=switch id=f aria-checked=false aria-label=Dark onclick="this.setAttribute('aria-checked', 'true')"></button>`,
    on: "Dark",
    verb: "check",
    holds: `f.getAttribute("aria-checked") === "true"`,
  },
  "a radio button is chosen": {
    html: `<label><input id=a type=radio name=r checked> Card</label><label><input id=b type=radio name=r> Cash</label>`,
    on: "Cash",
    verb: "check",
    holds: "b.checked && !a.checked",
  },
  "a field is filled in place of what it holds": {
    html: `<input id=f aria-label=Name value=Anna>`,
    on: "Name",
    verb: "fill",
    value: "Boris",
    holds: `f.value === "Boris"`,
    says: 'with "Boris"',
  },
  "a field is emptied": {
    html: `<input id=f aria-label=Name value=Anna>`,
    on: "Name",
    verb: "fill",
    value: "",
    holds: `f.value === ""`,
  },
  "a field that formats its text": {
    html: `<input id=f aria-label=Phone oninput="const d = this.value.replace(/\\D/g, ''); this.value = d.length > 6 ? '(' + d.slice(0, 3) + ') ' + d.slice(3) : d">`,
    on: "Phone",
    verb: "fill",
    value: "5551234",
    holds: `f.value === "(555) 1234"`,
    says: 'it shows "(555) 1234"',
  },
  "a field that is drawn anew at each input keeps the whole text": {
    html: `<div id=d></div><script>window.text = ""; const draw = () => { d.innerHTML = '<input aria-label=Name>'; const f = d.firstChild; f.value = text; f.oninput = () => { text = f.value; draw(); d.firstChild.focus(); }; }; draw()</script>`,
    on: "Name",
    verb: "fill",
    value: "Anna Berg",
    holds: `text === "Anna Berg"`,
  },
  "a field of a framework that sets its own property": {
    html: `<input id=f aria-label=Name><script>window.state = ""; f.addEventListener("input", () => { state = f.value })</script>`,
    on: "Name",
    verb: "fill",
    value: "Anna",
    holds: `state === "Anna"`,
  },
  "a date": {
    html: `<input id=f type=date aria-label=Day onchange="window.changed = this.value">`,
    on: "Day",
    verb: "fill",
    value: "2026-03-14",
    holds: `f.value === "2026-03-14" && changed === "2026-03-14"`,
  },
  "a slider": {
    html: `<input id=f type=range min=0 max=10 aria-label=Volume>`,
    on: "Volume",
    verb: "fill",
    value: "7",
    holds: `f.value === "7"`,
  },
  "a text area of several lines": {
    html: `<textarea id=f aria-label=Note></textarea>`,
    on: "Note",
    verb: "fill",
    value: "one\ntwo",
    holds: `f.value === "one\\ntwo"`,
  },
  "an editing area": {
    html: `<div id=f contenteditable aria-label=Note>old</div>`,
    on: "Note",
    verb: "fill",
    value: "new text",
    holds: `f.innerText.trim() === "new text"`,
  },
  "an editing area without a role": {
    html: `<div id=f contenteditable>old</div>`,
    on: "textbox",
    verb: "fill",
    value: "new",
    holds: `f.innerText.trim() === "new"`,
  },
  "typing goes to the end, key by key": {
    html: `<input id=f aria-label=Name value=An onkeydown="(window.keys ??= []).push(event.key)">`,
    on: "Name",
    verb: "type",
    value: "na",
    holds: `f.value === "Anna" && keys.join("") === "na"`,
  },
  "a key is pressed in a field": {
    html: `<form onsubmit="window.sent = true; return false"><input aria-label=Name></form>`,
    on: "Name",
    verb: "press",
    value: "Enter",
    holds: "sent === true",
  },
  "an option is chosen by its label without case": {
    html: `<select id=s aria-label=City onchange="window.changed = this.value"><option value=o>Oslo<option value=r>Rome</select>`,
    on: "City",
    verb: "select",
    value: "rome",
    holds: `s.value === "r" && changed === "r"`,
  },
  "several options": {
    html: `<select id=s multiple aria-label=City><option>Oslo<option>Rome<option>Bern</select>`,
    on: "City",
    verb: "select",
    value: ["Oslo", "Bern"],
    holds: `[...s.selectedOptions].map((o) => o.value).join() === "Oslo,Bern"`,
  },
  "an option of a list that the page draws itself": {
    html: `<button id=b aria-haspopup=listbox onclick="setTimeout(() => { l.hidden = false }, 150)">City: none</button><ul id=l role=listbox hidden><li role=option onclick="b.textContent = 'City: Oslo'; l.hidden = true">Oslo<li role=option onclick="b.textContent = 'City: Rome'; l.hidden = true">Rome</ul>`,
    on: "City",
    verb: "select",
    value: "Rome",
    holds: `b.textContent === "City: Rome"`,
  },
  "a menu that opens below the mouse": {
    html: `<div id=m style="width:120px"><button>Menu</button><div id=i hidden>Settings</div></div><script>m.onmouseenter = () => { i.hidden = false }</script>`,
    on: "Menu",
    verb: "hover",
    holds: "!i.hidden",
    says: "Settings",
  },
  "a list that scrolls": {
    html: `<div id=d style="height:100px;overflow:auto"><button>First</button><div style="height:900px"></div></div>`,
    on: "First",
    verb: "scroll",
    value: "down 300",
    holds: "d.scrollTop === 300",
    says: "by 300 px",
  },
  "a button that was disabled for a moment is waited for": {
    html: `${hit}<button id=b onclick="hits.push(1)">Save</button>`,
    on: "Save",
    between: "b.disabled = true; setTimeout(() => { b.disabled = false }, 400)",
    holds: "hits.length === 1",
  },
};

describe("an act is done", () => {
  test.each(Object.entries(cases))("%s", async (_name, { between, holds, html, on, says, value, verb = "click" }) => {
    await page.show(html);
    const ref = await page.ref(on);
    if (between) await page.run(between);
    const result = await page.act(verb, ref, value, { wait_ms: 5_000 });
    expect(result, result.text).toMatchObject({ ok: true });
    expect(await page.run(holds), result.text).toBe(true);
    if (says) expect(result.text).toContain(says);
  });

  test("a link leads to another page, and the answer names it", async () => {
    const url = await page.show(`<a href="/next">Next</a>`, { "/next": "<title>Done</title><p>Thanks" });
    const { text, url: now } = await page.actOn("Next", "click");
    expect(text).toContain(`page: "Done" ${url}next`);
    expect(now).toBe(`${url}next`);
    expect((await page.snapshot({ delta: true })).text).toContain(": Thanks");
  });

  test("a link that opens a tab is said to", async () => {
    const url = await page.show(`<a href="/next" target=_blank>Next</a>`, { "/next": "<p>Thanks" });
    expect((await page.actOn("Next", "click")).text).toContain(`a new tab has opened: ${url}next`);
  });

  test("a control that a list still covers while it fades out", async () => {
    await page.show(
      `<button onclick="saved = true">Save</button><div id=l style="position:fixed;inset:0;background:#eee">Pick</div>`,
    );
    const ref = await page.ref("Save");
    await page.run("void setTimeout(() => l.remove(), 400)");
    expect(await page.act("click", ref)).toMatchObject({ ok: true });
    expect(await page.run("saved")).toBe(true);
  });

  test("a frame of another site, in a frame of the same one", async () => {
    const deep = await page.show("<p>", { "/pay": `<button onclick="this.textContent = 'Paid'">Pay now</button>` });
    const other = deep.replace("127.0.0.1", "localhost");
    await page.show(`<iframe src="/middle" style="width:400px;height:300px"></iframe>`, {
      "/middle": `<p>Middle<iframe src="${other}pay" style="width:200px;height:100px"></iframe>`,
    });
    const result = await page.actOn("Pay now", "click");
    expect(result).toMatchObject({ ok: true });
    expect((await page.snapshot()).text).toContain('button "Paid"');
  });

  test("files are given to a field", async () => {
    const file = join(await temporaryDirectory(), "note.txt");
    await writeFile(file, "hello");
    await page.show(`<label>File <input id=f type=file style="display:none"></label>`);
    expect(await page.actOn("file", "upload", [file])).toMatchObject({ ok: true });
    expect(await page.run("f.files[0].text()")).toBe("hello");
  });

  test("files are given to the field for which a button asks", async () => {
    const file = join(await temporaryDirectory(), "note.txt");
    await writeFile(file, "hello");
    await page.show(`<button onclick="f.click()">Attach</button><input id=f type=file hidden><button>Save</button>`);
    const { text } = await page.actOn("Attach", "click");
    expect(text).toContain("it asks for a file: use upload in place of click");
    expect(await page.actOn("Attach", "upload", [file])).toMatchObject({
      ok: true,
      text: expect.stringMatching(/^gave "note.txt" to e\d+ button "Attach"/),
    });
    expect(await page.run("f.files[0].text()")).toBe("hello");
    expect(await page.actOn("Save", "upload", [file])).toMatchObject({ ok: false, code: "not_kept" });
  });

  test("a download that an act begins is named", async () => {
    await page.show(`<a download="bill 4.csv" href="data:text/csv,a,b">Bill</a>`);
    expect(await page.actOn("Bill", "click")).toMatchObject({
      ok: true,
      text: expect.stringContaining('; a download has begun: "bill 4.csv"'),
    });
  });

  test("an element is dragged by mouse events", async () => {
    await page.show(`<button id=a style="position:absolute;left:10px;top:10px">Card</button><button id=z style="position:absolute;left:300px;top:200px">Bin</button><script>
      a.onmousedown = () => { onmouseup = (event) => { window.dropped = document.elementFromPoint(event.clientX, event.clientY).id } }</script>`);
    const bin = await page.ref("Bin");
    expect(await page.actOn("Card", "drag", bin)).toMatchObject({ ok: true });
    expect(await page.run("dropped")).toBe("z");
  });

  test("an element is dragged by drag and drop", async () => {
    await page.show(`<div id=a draggable=true tabindex=0 role=button ondragstart="event.dataTransfer.setData('text/plain', 'card')">Card</div>
      <div style="height:100px"></div><div id=z role=button tabindex=0 ondragover="event.preventDefault()" ondrop="window.dropped = event.dataTransfer.getData('text/plain')">Bin</div>`);
    const bin = await page.ref("Bin");
    expect(await page.actOn("Card", "drag", bin)).toMatchObject({ ok: true });
    expect(await page.run("window.dropped")).toBe("card");
  });

  test("force presses what is in front, never another page", async () => {
    const url = await page.show(
      `<button>Save</button><div onclick="window.hit = 1" style="position:fixed;inset:0">Cover</div>`,
    );
    const ref = await page.ref("Save");
    expect(await page.act("click", ref, undefined, { force: true })).toMatchObject({ ok: true });
    expect(await page.run("window.hit")).toBe(1);
    await page.open(`${url}?2`);
    expect(await page.act("click", ref, undefined, { force: true })).toMatchObject({ ok: false, code: "stale_ref" });
  });

  test("a secret that a form puts into the address is hidden there", async () => {
    await page.show(`<form action="/sent"><input name=code aria-label=Code><button>Send</button></form>`);
    await page.actOn("Code", "fill", "s3cret value", { secret: true });
    const sent = await page.actOn("Send", "click");
    const snapshots = [await page.snapshot(), await page.snapshot({ delta: true })];
    expect(JSON.stringify([sent, ...snapshots])).not.toMatch(/s3cret/);
    expect(sent.url).toContain("code=••••");
  });

  test("a secret is in no answer and no later snapshot", async () => {
    await page.show(`<input id=f aria-label=Code oninput="o.textContent = 'You typed ' + this.value"><p id=o></p>`);
    const result = await page.actOn("Code", "fill", "s3cret value", { secret: true });
    expect(result).toMatchObject({ ok: true });
    expect(await page.run("f.value")).toBe("s3cret value");
    const { lines, text } = await page.snapshot();
    expect(result.text + text + JSON.stringify(lines)).not.toContain("s3cret");
    expect(text).toContain("You typed ••••");
  });
});
