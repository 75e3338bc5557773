import { expect, test } from "vitest";
import { AgentPage } from "./support/agent-page.ts";

const page = AgentPage.share();

const comment = (name: string): string =>
  `<li style="width:400px">Comment of ${name}<div class=more><a href="#reply-${name}">Reply to ${name}</a></div>`;

test("a link of a row that the mouse alone brings into the page is pressed", async () => {
  await page.show(
    `<style>.more { position: relative; left: -9999px } li:hover .more { left: 0 }</style><ul>${["Anna", "Boris"].map(comment).join("")}</ul>`,
  );
  expect((await page.snapshot()).text).toMatch(/e\d+ link "Reply to Anna"/);
  expect(await page.actOn("Reply to Boris", "click")).toMatchObject({ ok: true });
  expect(await page.run("location.hash")).toBe("#reply-Boris");
});

test("an item of a menu that a script opens a moment after the mouse has come is pressed", async () => {
  await page.show(`<ul><li id=m style="width:200px">Posts<ul id=s style="position:absolute;top:-9000px"><li><button onclick="window.hit = 1">Tags</button></ul></ul><script>
    m.onmouseenter = () => setTimeout(() => { s.style.top = "0"; s.style.left = "150px" }, 150);
    m.onmouseleave = () => { s.style.top = "-9000px" }</script>`);
  expect(await page.actOn("Tags", "click")).toMatchObject({ ok: true });
  expect(await page.run("window.hit")).toBe(1);
});

test("an item of a menu that has closed since the snapshot is pressed, in a frame too", async () => {
  const menu = `<style>#s { display: none } #m:hover #s { display: block } #m { width: 200px }</style><div id=m>File<button id=s onclick="top.hit = 1">Save as</button></div><div style="height:300px">Text</div>`;
  await page.show(`<p>Editor</p><iframe id=f src=/frame width=500 height=400></iframe>`, { "/frame": menu });
  await page.until("f.contentDocument?.readyState === 'complete' && f.contentDocument.querySelector('#m')");
  await page.run("f.contentDocument.querySelector('#s').style.display = 'block'");
  const ref = await page.ref("Save as");
  await page.run("f.contentDocument.querySelector('#s').style.display = ''");
  expect(await page.act("click", ref)).toMatchObject({ ok: true });
  expect(await page.run("window.hit")).toBe(1);
});

test("what the mouse does not show is refused, and nothing is pressed", async () => {
  await page.show(`<style>button { position: relative; left: -9999px } #b { left: 0 }</style>
    <div style="width:300px">Card <button id=a onclick="window.hit = 1">Archive</button></div>
    <div style="width:300px">Card <button id=b onclick="window.hit = 1">Remove</button></div>`);
  const hidden = await page.ref("Archive");
  const closed = await page.ref("Remove");
  await page.run("b.hidden = true, b.style.display = 'none'");
  expect(await page.act("click", hidden)).toMatchObject({
    ok: false,
    code: "not_visible",
    text: expect.stringContaining("cannot be scrolled into view"),
    next: "snapshot, or hover over what shows it",
  });
  expect(await page.act("click", closed)).toMatchObject({ ok: false, code: "not_visible" });
  expect(await page.run("window.hit")).toBeUndefined();
});
