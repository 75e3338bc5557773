import { describe, expect, test } from "vitest";
import { AgentPage } from "./support/agent-page.ts";

const page = AgentPage.share();

/** Case in which an act must be refused, and the page must be as it was. */
interface Refused {
  readonly html: string;
  readonly on: string;
  readonly verb?: Parameters<AgentPage["act"]>[0];
  readonly value?: string;
  /** Script of the page between the snapshot and the act. */
  readonly between?: string;
  readonly code: string;
  /** Expression of the page that must be true afterwards. */
  readonly holds?: string;
}

/** `hits` counts presses in the page, by the id of what got them. */
const count = `<script>window.hits = []; addEventListener("click", (e) => hits.push(e.target.id || e.target.textContent), true);</script>`;
const nothing = "hits.length === 0";
const rows = (names: readonly string[]): string =>
  `${count}<table id=t>${names.map((name) => `<tr><td>${name}<td>Oslo<td><button>Delete</button>`).join("")}</table>`;
const redraw = (names: string): string =>
  `const names = ${names}; document.querySelectorAll("tr").forEach((row, at) => { row.cells[0].textContent = names[at]; })`;

const cases: Readonly<Record<string, Refused>> = {
  "a button whose name has changed": {
    html: `${count}<button id=b>Delete Anna</button>`,
    on: "Delete Anna",
    between: `b.textContent = "Delete Boris"`,
    code: "changed_ref",
    holds: nothing,
  },
  "a delete button whose number has changed": {
    html: `${count}<button id=b>Delete 3 records</button>`,
    on: "Delete 3",
    between: `b.textContent = "Delete 30 records"`,
    code: "changed_ref",
    holds: nothing,
  },
  "an amount that has changed": {
    html: `${count}<button id=b>Pay 10.00 €</button>`,
    on: "Pay",
    between: `b.textContent = "Pay 99.00 €"`,
    code: "changed_ref",
    holds: nothing,
  },
  "a row that stands for another record now": {
    html: rows(["Anna", "Boris", "Clara", "Dmitri", "Eva"]),
    on: "",
    between: redraw(`["Boris", "Clara", "Dmitri", "Eva", "Finn"]`),
    code: "changed_ref",
    holds: nothing,
  },
  "a row of which only a number tells which record it is": {
    html: rows(["1001", "1002", "1003", "1004"]),
    on: "",
    between: redraw(`["1002", "1003", "1004", "1005"]`),
    code: "changed_ref",
    holds: nothing,
  },
  "one of two cards whose record has changed": {
    html: `${count}<div class=c><h3>Anna</h3><button>Remove</button></div><div class=c><h3>Boris</h3><button>Keep</button></div>`,
    on: "Remove",
    between: `document.querySelector("h3").textContent = "Zoe"`,
    code: "changed_ref",
    holds: nothing,
  },
  "an element that was removed": {
    html: `${count}<button id=b>Save</button>`,
    on: "Save",
    between: "b.remove()",
    code: "stale_ref",
    holds: nothing,
  },
  "an element that was drawn anew": {
    html: `${count}<div id=d><button>Save</button></div>`,
    on: "Save",
    between: "d.innerHTML = d.innerHTML",
    code: "stale_ref",
    holds: nothing,
  },
  "a hidden element": {
    html: `${count}<button id=b>Save</button>`,
    on: "Save",
    between: `b.style.display = "none"`,
    code: "not_visible",
    holds: nothing,
  },
  "an invisible element": {
    html: `${count}<button id=b>Save</button>`,
    on: "Save",
    between: `b.style.visibility = "hidden"`,
    code: "not_visible",
    holds: nothing,
  },
  "an item of a menu whose button is disabled": {
    html: `${count}<ul role=menu><li role=menuitem><a role=button href=# aria-disabled=true onclick="presses.push(1)">Reply</a></ul>`,
    on: '"Reply" (disabled)',
    code: "disabled",
    holds: nothing,
  },
  "a disabled button": {
    html: `${count}<button id=b disabled>Save</button>`,
    on: "Save",
    code: "disabled",
    holds: nothing,
  },
  "a button in a disabled fieldset": {
    html: `${count}<fieldset disabled><button>Save</button></fieldset>`,
    on: "Save",
    code: "disabled",
    holds: nothing,
  },
  "a button that says aria-disabled": {
    html: `${count}<button aria-disabled=true>Save</button>`,
    on: "Save",
    code: "disabled",
    holds: nothing,
  },
  "an element in a part that became inert": {
    html: `${count}<div id=d><button>Save</button></div>`,
    on: "Save",
    between: "d.inert = true",
    code: "disabled",
    holds: nothing,
  },
  "a read-only field": {
    html: `<input id=f aria-label=Name readonly value=Anna>`,
    on: "Name",
    verb: "fill",
    value: "Boris",
    code: "readonly",
    holds: `f.value === "Anna"`,
  },
  "a disabled option": {
    html: `<select id=s aria-label=City><option>Oslo<option disabled>Rome</select>`,
    on: "City",
    verb: "select",
    value: "Rome",
    code: "disabled",
    holds: `s.value === "Oslo"`,
  },
  "an option of a disabled group": {
    html: `<select id=s aria-label=City><option>Oslo<optgroup label=South disabled><option>Rome</optgroup></select>`,
    on: "City",
    verb: "select",
    value: "Rome",
    code: "disabled",
    holds: `s.value === "Oslo"`,
  },
  "an option that does not exist": {
    html: `<select id=s aria-label=City><option>Oslo<option>Rome</select>`,
    on: "City",
    verb: "select",
    value: "Paris",
    code: "no_option",
    holds: `s.value === "Oslo"`,
  },
  "letters for a field of numbers": {
    html: `<input id=f type=number aria-label=Age>`,
    on: "Age",
    verb: "fill",
    value: "many",
    code: "not_kept",
  },
  "a text that is too long for its field": {
    html: `<input id=f maxlength=5 aria-label=Zip>`,
    on: "Zip",
    verb: "fill",
    value: "1234567",
    code: "not_kept",
  },
  "a field that empties itself": {
    html: `<input id=f aria-label=Name oninput="setTimeout(() => { this.value = '' }, 30)">`,
    on: "Name",
    verb: "fill",
    value: "Anna",
    code: "not_kept",
  },
  "a date that is none": {
    html: `<input id=f type=date aria-label=Day>`,
    on: "Day",
    verb: "fill",
    value: "tomorrow",
    code: "not_kept",
  },
  "a check box that the page turns off again": {
    html: `<label><input id=f type=checkbox onchange="setTimeout(() => { this.checked = false }, 30)"> Terms</label>`,
    on: "Terms",
    verb: "check",
    code: "not_kept",
  },
  "a check box whose event is prevented": {
    html: `<label><input id=f type=checkbox onclick="event.preventDefault()"> Terms</label>`,
    on: "Terms",
    verb: "check",
    code: "not_kept",
    holds: "!f.checked",
  },
  "a banner in front": {
    html: `${count}<button>Save</button><div id=banner style="position:fixed;inset:0;background:#0008">Cookies</div>`,
    on: "Save",
    code: "covered",
    holds: nothing,
  },
  "a transparent layer in front": {
    html: `${count}<button>Save</button><div id=layer style="position:fixed;inset:0;opacity:0"></div>`,
    on: "Save",
    code: "covered",
    holds: nothing,
  },
  "a link that is stretched over a card": {
    html: `${count}<div style="position:relative;padding:9px"><button>Save</button><a id=a href="#x" style="position:absolute;inset:0"></a></div>`,
    on: "Save",
    code: "covered",
    holds: nothing,
  },
  "a field behind a dialog": {
    html: `<input id=f aria-label=Name><div style="position:fixed;inset:0;background:#fff">Log in first</div>`,
    on: "Name",
    verb: "fill",
    value: "Anna",
    code: "covered",
    holds: `f.value === ""`,
  },
  "an element that never stops": {
    html: `${count}<button id=b style="position:absolute">Save</button><script>let x = 0; setInterval(() => { b.style.left = (x = (x + 40) % 400) + "px" }, 16)</script>`,
    on: "Save",
    code: "moving",
    holds: nothing,
  },
  "an element that jumps to and fro": {
    html: `${count}<button id=b style="position:absolute">Save</button><script>setInterval(() => { b.style.left = b.style.left ? "" : "200px" }, 20)</script>`,
    on: "Save",
    code: "moving",
    holds: nothing,
  },
  "a text for a button": {
    html: `${count}<button>Save</button>`,
    on: "Save",
    verb: "fill",
    value: "x",
    code: "wrong_kind",
  },
  "a text for a list": {
    html: `<select aria-label=City><option>Oslo</select>`,
    on: "City",
    verb: "fill",
    value: "Oslo",
    code: "wrong_kind",
  },
  "a check of a button without a state": {
    html: `${count}<button>Save</button>`,
    on: "Save",
    verb: "check",
    code: "wrong_kind",
    holds: nothing,
  },
  "a radio button that is to be turned off": {
    html: `<label><input id=f type=radio name=r checked> Card</label>`,
    on: "Card",
    verb: "uncheck",
    code: "wrong_kind",
    holds: "f.checked",
  },
  "a file for a text field": {
    html: `<input aria-label=Name>`,
    on: "Name",
    verb: "upload",
    value: "/etc/hostname",
    code: "wrong_kind",
  },
  "a file that does not exist": {
    html: `<input id=f type=file aria-label=File>`,
    on: "File",
    verb: "upload",
    value: "/nowhere/a.txt",
    code: "no_option",
    // A page would send what it cannot read.
    between: "f.onchange = () => { window.given = 1 }",
    holds: "window.given === undefined",
  },
  "an unknown key": { html: `<input aria-label=Name>`, on: "Name", verb: "press", value: "Entre", code: "wrong_kind" },
  "an unknown direction": {
    html: `<input aria-label=Name>`,
    on: "Name",
    verb: "scroll",
    value: "north",
    code: "wrong_kind",
  },
};

describe("an act is refused, and nothing else is hit", () => {
  test.each(Object.entries(cases))("%s", async (_name, { between, code, holds, html, on, value, verb = "click" }) => {
    await page.show(html);
    const ref = on === "" ? await secondDelete() : await page.ref(on);
    if (between) await page.run(between);
    const result = await page.act(verb, ref, value);
    expect(result).toMatchObject({ ok: false, code });
    if (holds) expect(await page.run(holds)).toBe(true);
  });

  test("an element that jumps to and fro, in a page that runs for moments only", async () => {
    for (let round = 0; round < 4; round += 1) {
      await page.show(cases["an element that jumps to and fro"]?.html ?? "");
      const ref = await page.ref("Save");
      expect(await page.starved(() => page.act("click", ref))).toMatchObject({ ok: false, code: "moving" });
    }
  });

  /** Reference of the button of the second row. */
  async function secondDelete(): Promise<string> {
    const { lines } = await page.snapshot();
    return lines.filter(({ name }) => name === "Delete")[1]?.ref ?? "";
  }

  test("a reference that was never given", async () => {
    await page.show("<button>Save</button>");
    await page.snapshot();
    expect(await page.act("click", "e999")).toMatchObject({ ok: false, code: "unknown_ref", next: "snapshot" });
  });

  test("an element that was drawn anew is named by its new reference, unless there are several", async () => {
    await page.show(`${count}<div id=d><button>Save</button><label>Name <input></label></div>`);
    const [save, field] = [await page.ref("Save"), await page.ref("Name")];
    await page.run(`d.innerHTML = d.innerHTML + "<button>Save</button>"`);
    const { text = "" } = await page.act("fill", field, "Anna");
    const [, now = ""] = /; (e\d+) has its name now$/.exec(text) ?? [];
    expect(await page.act("fill", now, "Anna")).toMatchObject({ ok: true });
    expect((await page.act("click", save)).text).toMatch(/is not there any more: the element was removed$/);
    expect(await page.run(nothing)).toBe(true);
  });

  test("a button of the same name on the next page", async () => {
    const url = await page.show(`${count}<button>Save</button>`);
    const ref = await page.ref("Save");
    await page.open(`${url}?again`);
    expect(await page.act("click", ref)).toMatchObject({ ok: false, code: "stale_ref" });
    expect(await page.run(nothing)).toBe(true);
  });

  test("a button in a frame that was navigated", async () => {
    await page.show(`<iframe src="/frame" title=Card></iframe>`, { "/frame": "<button>Pay</button>" });
    const ref = await page.ref("Pay");
    await page.run("frames[0].location = '/frame?2'");
    await page.until("frames[0].location.search === '?2' && frames[0].document.readyState === 'complete'");
    expect(await page.act("click", ref)).toMatchObject({ ok: false, code: "stale_ref" });
  });

  test("a button of a view that a script has replaced without a navigation", async () => {
    await page.show(`${count}<main id=m><h1>Cart</h1><button>Continue</button></main>`);
    const ref = await page.ref("Continue");
    await page.run(`history.pushState(null, "", "/pay"); m.innerHTML = "<h1>Pay</h1><button>Continue</button>"`);
    expect(await page.act("click", ref)).toMatchObject({ ok: false, code: "stale_ref" });
    expect(await page.run(nothing)).toBe(true);
  });

  test("the neighbour of a row that was removed is not hit", async () => {
    await page.show(rows(["Anna", "Boris", "Clara", "Dmitri", "Eva"]));
    const ref = await secondDelete();
    await page.run(`document.querySelectorAll("tr")[1].remove()`);
    expect(await page.act("click", ref)).toMatchObject({ ok: false, code: "stale_ref" });
    expect(await page.run(nothing)).toBe(true);
  });

  test("a frame of another site that the page covers", async () => {
    const url = await page.show(`<p>frame</p>`, { "/pay": "<button>Pay</button>" });
    const other = url.replace("127.0.0.1", "localhost");
    await page.show(
      `<iframe src="${other}pay" style="width:300px;height:200px"></iframe><div style="position:absolute;inset:0;background:#eee">Cookies</div>`,
    );
    expect(await page.actOn("Pay", "click")).toMatchObject({ ok: false, code: "covered" });
  });

  test("an open dialog", async () => {
    await page.show(`<button onclick="setTimeout(() => alert('Careful'), 5)">Save</button>`);
    const ref = await page.ref("Save");
    const first = await page.act("click", ref);
    expect(first).toMatchObject({ ok: true, dialog: { type: "alert", message: "Careful" } });
    expect(await page.act("click", ref)).toMatchObject({ ok: false, code: "dialog_open" });
    expect((await page.snapshot()).text).toBe(
      'dialog alert "Careful" is open and blocks the page; accept or dismiss it\n',
    );
  });

  test("a page that replaces its own prototypes cannot make a covered button look free", async () => {
    await page.show(`${count}<button id=b>Save</button><div style="position:fixed;inset:0">Cover</div><script>
      Document.prototype.elementFromPoint = () => b; Element.prototype.getBoundingClientRect = () => new DOMRect(9, 9, 9, 9);
      Element.prototype.checkVisibility = () => true;</script>`);
    expect(await page.actOn("Save", "click")).toMatchObject({ ok: false, code: "covered" });
    expect(await page.run(nothing)).toBe(true);
  });
});
