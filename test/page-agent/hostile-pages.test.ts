import { expect, test } from "vitest";
import { AgentPage } from "./support/agent-page.ts";

const page = AgentPage.share();

test("a page of half a million elements is refused, and can still be left", async () => {
  await page.show(`<button>Save</button><script>
    const part = document.createElement("div"); part.innerHTML = "<i></i>".repeat(1000);
    for (let at = 0; at < 500; at += 1) document.body.append(part.cloneNode(true));</script>`);
  await expect(page.snapshot()).rejects.toMatchObject({ code: "page_too_large" });
  await page.show("<button>Other</button>");
  expect((await page.snapshot()).text).toContain('button "Other"');
});

test("elements that are nested without end have lines as far as they are read", async () => {
  await page.show(`<button>Top</button><script>
    let at = document.body; for (let depth = 0; depth < 800; depth += 1) { const next = document.createElement("div"); at.append(next); at = next; }
    at.append("deep");</script>`);
  expect((await page.snapshot()).text).toContain('button "Top"');
});

test("a page that opens one dialog after the other does not hold an act", async () => {
  await page.show(`<button onclick="for (let at = 0; at < 5; at += 1) alert('number ' + at)">Go</button>`);
  expect(await page.actOn("Go", "click")).toMatchObject({ ok: true, dialog: { message: "number 0" } });
});

test("a page that is busy for a while does not lose the act", async () => {
  await page.show(`<button onclick="const end = Date.now() + 2000; while (Date.now() < end);">Go</button>`);
  expect(await page.actOn("Go", "click")).toMatchObject({ ok: true });
});

test("a page whose fields are named like properties of the document is read and operated", async () => {
  await page.show(`<form id=f onsubmit="window.sent = 1; return false"><input name=elementFromPoint aria-label=Name><img name=getElementsByTagName>
    <input name=parentNode aria-label=Other><button name=closest>Send</button></form>`);
  expect(await page.actOn("Name", "fill", "Anna")).toMatchObject({ ok: true });
  expect(await page.actOn("Send", "click")).toMatchObject({ ok: true });
  expect(await page.run("window.sent")).toBe(1);
});

test("a pattern that never ends is refused within seconds, and the page is read afterwards", async () => {
  await page.show(`<p>${"a".repeat(200)}!</p><button>Save</button>`);
  await expect(page.snapshot({ find: "/^: (a+)+$/" })).rejects.toMatchObject({ code: "wrong_kind" });
  expect((await page.snapshot({ find: "/^e\\d* ?button|Save/" })).text).toContain('button "Save"');
});

test("a row that is reused when the mouse comes near is not pressed", async () => {
  await page.show(`<table>${["Anna", "Boris", "Clara", "Dmitri"].map((name) => `<tr><td>${name}<td><button onclick="(window.hits ??= []).push(this)">Delete</button>`).join("")}</table><script>
    for (const row of document.querySelectorAll("tr")) row.onmouseenter = () => { row.cells[0].textContent += " Senior" }</script>`);
  const { lines } = await page.snapshot();
  const ref = lines.find(({ name }) => name === "Delete")?.ref;
  expect(await page.act("click", ref)).toMatchObject({ ok: false, code: "changed_ref" });
  expect(await page.run("window.hits")).toBeUndefined();
});

test("of names, texts and values 2,000 characters are kept, and the rest of a name does not count", async () => {
  const long = (first: string): string => `"${"x".repeat(100)}" + "${first}".padEnd(1_000_000, "x")`;
  await page.show(`<input aria-label=Note><p id=joined></p><p id=text></p><button id=save></button><script>
    document.querySelector("input").value = ${long("V")};
    for (let at = 0; at < 300; at += 1) joined.append(Object.assign(document.createElement("b"), { textContent: "word".repeat(10) + " " }));
    text.textContent = ${long("T")}; save.ariaLabel = ${long("N")};</script>`);
  const { lines } = await page.snapshot();
  const sizes = lines.map(({ name = "", value = "" }) => [name.length, value.length]);
  expect(sizes).toEqual([
    [4, 2_000],
    [2_000, 0],
    [2_000, 0],
    [2_000, 0],
  ]);
  const ref = lines.find(({ role }) => role === "button")?.ref;
  await page.run("void (save.ariaLabel += 'other')");
  expect(await page.act("click", ref)).toMatchObject({ ok: true });
  await page.run("void (text.textContent += 'other')");
  expect((await page.snapshot({ delta: true })).text).toContain("nothing has changed");
  await page.run(`void (save.ariaLabel = ${long("M")})`);
  expect(await page.act("click", ref)).toMatchObject({ ok: false, code: "changed_ref" });
});

test("a secret where a long text is cut is hidden as a whole", async () => {
  await page.show(`<input aria-label=Code><p id=text></p>`);
  expect(await page.actOn("Code", "fill", "tangerine", { secret: true })).toMatchObject({ ok: true });
  await page.run(`void (text.textContent = "y".repeat(1_994) + " tangerine".repeat(9))`);
  expect(JSON.stringify(await page.snapshot())).not.toContain("tan");
});
