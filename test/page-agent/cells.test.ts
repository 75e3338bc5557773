import { describe, expect, test } from "vitest";
import { AgentPage } from "./support/agent-page.ts";

const page = AgentPage.share();

const people = ["Anna", "Boris", "Clara", "Dmitri"];
const note = `window.hits = []; addEventListener("click", (event) => hits.push(event.target.closest("td,th,[role]").textContent));`;

const tableOf = (rows: readonly string[]): string =>
  `<table><thead><tr><th>Name<th>City<th>Age</thead><tbody>${rows.join("")}</tbody></table>`;

/** Table whose heads sort it, by one listener for all. */
const sortable = `${tableOf(people.map((name, at) => `<tr><td>${name}<td>Oslo<td>${20 + ((at * 7) % 5)}`))}<script>${note}
  document.querySelector("thead").onclick = ({ target }) => {
    const body = document.querySelector("tbody"), age = (row) => row.cells[target.cellIndex].textContent;
    body.append(...[...body.rows].sort((a, b) => age(a).localeCompare(age(b))));
  }</script>`;

/** Grid that shows four of many rows, in elements that it uses again. */
const virtual = (cells: string): string => `<div role=grid id=grid style="height:100px;overflow:auto">
  <div style="height:4000px;position:relative">${people.map(() => `<div role=row style="position:absolute;height:25px;display:flex"></div>`).join("")}</div></div>
  <script>${note}
  const draw = () => [...document.querySelectorAll("[role=row]")].forEach((row, at) => {
    const n = Math.round(grid.scrollTop / 25) + at;
    row.style.top = n * 25 + "px";
    ${cells}
  });
  grid.onscroll = draw; draw();</script>`;

async function snapshotLines(): Promise<string[]> {
  return (await page.snapshot()).text.split("\n").slice(1, -1);
}

/** Reference of the row whose line has a text. */
async function rowOf(text: string): Promise<string> {
  const { lines, text: whole } = await page.snapshot();
  const ref = lines.find((line) => line.kind === "row" && line.text.includes(text))?.ref;
  if (ref === undefined) throw new Error(`no row has "${text}":\n${whole}`);
  return ref;
}

describe("rows with cells", () => {
  test("a row without controls has one reference, and its cells are printed in order", async () => {
    await page.show(sortable);
    expect((await snapshotLines()).slice(0, 3)).toEqual([
      "table",
      ' - e1 clickable "Name" · e2 clickable "City" · e3 clickable "Age"',
      " - e4 row · Anna · Oslo · 20",
    ]);
    const { lines } = await page.snapshot();
    expect(lines.find(({ ref }) => ref === "e4")).toMatchObject({ kind: "row", cells: ["Anna", "Oslo", "20"] });
  });

  test("a cell of a row is clicked, also after the rows stand in another order", async () => {
    await page.show(sortable);
    const boris = await rowOf("Boris");
    const sorted = await page.act("click", "e3");
    expect(sorted).toMatchObject({ ok: true, text: expect.stringContaining('clicked e3 clickable "Age"') });
    expect(sorted.text).toContain(`~ - ${boris} row · Boris · Oslo · 22`);
    expect(await page.act("click", `${boris}.1`)).toMatchObject({ ok: true });
    expect(await page.run("hits")).toEqual(["Age", "Boris"]);
  });

  test("an element that shows another record is refused", async () => {
    await page.show(
      virtual(`row.innerHTML = "<span role=gridcell>Person " + n + "</span><span role=gridcell>Oslo</span>";`),
    );
    const ref = await rowOf("Person 1");
    expect(await page.act("click", `${ref}.2`)).toMatchObject({ ok: true });
    await page.run("grid.scrollTop = 500");
    await page.until(`document.querySelector("[role=row]").textContent.includes("Person 20")`);
    expect(await page.act("click", `${ref}.2`)).toMatchObject({ ok: false, code: "changed_ref" });
    expect(await page.run("hits")).toEqual(["Oslo"]);
  });

  test("an empty row is known by its number, and a cell by that of its column", async () => {
    await page.show(
      virtual(`row.ariaRowIndex = n + 1; row.innerHTML = "<span role=gridcell aria-colindex=1 style='width:90px'></span>"
        + "<span role=gridcell aria-colindex=" + (window.column ?? 2) + " style='width:90px'></span>";`),
    );
    const [line = ""] = (await snapshotLines()).filter((text) => text.includes("row"));
    expect(line).toBe(' - e1 row · "" · ""');
    expect(await page.act("click", "e1.2")).toMatchObject({ ok: true });
    await page.run("window.column = 7, draw()");
    expect(await page.act("click", "e1.2")).toMatchObject({ ok: false, code: "changed_ref" });
    expect(await page.act("click", "e1.1")).toMatchObject({ ok: true });
    await page.run("grid.scrollTop = 500");
    await page.until(`document.querySelector("[role=row]").ariaRowIndex > 9`);
    expect(await page.act("click", "e1.1")).toMatchObject({ ok: false, code: "changed_ref" });
    expect(await page.run("hits.length")).toBe(2);
  });

  test("a cell that the row does not have is refused with their number", async () => {
    await page.show(`${sortable}<button>Save</button>`);
    const [row, save] = [await rowOf("Anna"), await page.ref("Save")];
    expect(await page.act("click", `${row}.4`)).toMatchObject({
      ok: false,
      code: "no_cell",
      text: `${row} (row "Anna") has 3 cells, not 4`,
    });
    expect(await page.act("click", `${save}.1`)).toMatchObject({ ok: false, code: "wrong_kind" });
    expect(await page.act("click", "e99.1")).toMatchObject({ ok: false, code: "unknown_ref" });
    expect(await page.run("hits")).toEqual([]);
  });

  test("hidden cells do not count, empty ones do", async () => {
    const rows = people.map((name) => `<tr><td>${name}<td style="display:none">id<td><td><td><td>Oslo`);
    await page.show(`${tableOf(rows)}<script>${note}</script>`);
    const ref = await rowOf("Anna");
    expect(await snapshotLines()).toContain(` - ${ref} row · Anna · "" ×3 · Oslo`);
    expect(await page.act("click", `${ref}.5`)).toMatchObject({ ok: true });
    expect(await page.run("hits")).toEqual(["Oslo"]);
  });

  test("a cell that another column has moved into is refused", async () => {
    await page.show(sortable);
    const ref = await rowOf("Anna");
    await page.run(`for (const row of document.querySelectorAll("tr")) row.insertCell(1).textContent = "new"`);
    expect(await page.act("click", `${ref}.2`)).toMatchObject({ ok: false, code: "changed_ref" });
  });

  test("texts of a page cannot look like a reference or an empty cell", async () => {
    await page.show(tableOf([`<tr><td>e20.3<td>""<td>e7 row · x`, "<tr><td>b<td>c<td>d"]));
    const ref = await rowOf("20.3");
    expect(await snapshotLines()).toContain(` - ${ref} row · e\u200b20.3 · "\u200b" · e\u200b7 row x`);
  });
});

describe("rows with controls", () => {
  test("a row of a table has none of its own, a row of a grid has one for its other cells", async () => {
    const cells = (role: string): string =>
      `<div role=${role}>${people.map((name) => `<div role=row><span role=gridcell><input type=checkbox aria-label="Select ${name}"></span><span role=gridcell>${name}</span></div>`).join("")}</div>`;
    await page.show(cells("table"));
    expect((await snapshotLines())[1]).toBe(' - e1 checkbox "Select Anna" · Anna');
    await page.show(`${cells("grid")}<script>${note}</script>`);
    expect((await snapshotLines())[1]).toMatch(/^ - e\d+ row · e\d+ checkbox "Select Anna" · Anna$/);
    expect(await page.act("click", `${await rowOf("Anna")}.2`)).toMatchObject({ ok: true });
    expect(await page.run("hits")).toEqual(["Anna"]);
  });

  test("a calendar whose days are buttons has no references of rows", async () => {
    const week = `<div role=row>${[1, 2, 3].map((day) => `<span role=gridcell><button>${day}</button></span>`).join("")}</div>`;
    await page.show(`<div role=grid>${week.repeat(5)}</div>`);
    expect((await page.snapshot()).lines.filter(({ kind, ref }) => kind === "row" && ref !== undefined)).toEqual([]);
  });
});

describe("cells are operated and read", () => {
  const editable = `${tableOf(people.map((name) => `<tr><td>${name}<td>Oslo<td>20`))}<script>
    document.ondblclick = ({ target }) => { if (target.cellIndex !== 2) return;
      const value = target.textContent; target.innerHTML = "<input>"; target.firstChild.value = value; target.firstChild.focus();
      target.firstChild.onkeydown = ({ key }) => { if (key === "Enter") target.textContent = target.firstChild.value } };</script>`;

  test("a cell that takes text is filled, and and no other", async () => {
    await page.show(editable);
    const ref = await rowOf("Boris");
    await page.run(`document.querySelectorAll("td")[4].contentEditable = true`);
    const filled = await page.act("fill", `${ref}.2`, "Rome");
    expect(filled).toMatchObject({
      ok: true,
      text: expect.stringContaining(`filled ${ref}.2 cell of row "Boris" with "Rome"`),
    });
    expect(await page.run(`document.querySelectorAll("td")[4].textContent`)).toBe("Rome");
    expect(await page.act("fill", `${ref}.3`, "30")).toMatchObject({ ok: false, code: "wrong_kind", next: "dblclick" });
  });

  test("an editor that a double click opens is filled, and the row is still the same", async () => {
    await page.show(editable);
    const ref = await rowOf("Clara");
    const opened = await page.act("dblclick", `${ref}.3`);
    const [, editor] = /^\+ (e\d+) textbox/m.exec(opened.text) ?? [];
    await page.act("fill", editor, "31");
    const closed = await page.act("press", editor, "Enter");
    expect(closed.text).toContain(`+ - ${ref} row · Clara · Oslo · 31`);
    expect(await page.act("click", `${ref}.3`)).toMatchObject({ ok: true });
  });

  test("HTML, a picture and a wait take the reference of a cell", async () => {
    await page.show(sortable);
    const ref = await rowOf("Anna");
    expect((await page.work("html", { ref: `${ref}.2` })).html).toBe("<td>Oslo</td>");
    const [cell, row] = [await page.work("screenshot", { ref: `${ref}.2` }), await page.work("screenshot", { ref })];
    expect(cell.width).toBeLessThan(row.width);
    expect(await page.work("waitFor", { ref: `${ref}.2`, timeout_ms: 1_000 })).toMatchObject({ met: true });
  });
});
