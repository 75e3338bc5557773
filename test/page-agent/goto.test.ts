import { expect, test } from "vitest";
import { withServer } from "../support/browser/chromium.ts";
import { AgentPage } from "./support/agent-page.ts";

const page = AgentPage.share();

test("an address is shown when another one was opened while it loaded", async () => {
  let requests = 0;
  const { url } = await withServer(({ url: path = "" }, response) => {
    const isHeld = path === "/cart" && ++requests === 1;
    if (isHeld) return void page.open(`${url}news`);
    response.setHeader("content-type", "text/html").end(`<title>${path}</title>`);
  });
  const result = await page.work("navigate", { action: "goto", url: `${url}cart` });
  expect(result).toMatchObject({ ok: true, url: `${url}cart` });
});

test("an address without a page leaves the one that is shown", async () => {
  const shown = await page.show("<title>Shop</title>");
  const { requests, url } = await withServer((_request, response) => void response.writeHead(204).end());
  expect(await page.work("navigate", { action: "goto", url })).toMatchObject({ ok: true, url: shown });
  expect(requests).toHaveLength(3);
});

test("a page that asks whether it may be left is left when that is accepted", async () => {
  const { url } = await withServer((_request, response) => void response.end("Next"));
  await page.show(`<button onclick="onbeforeunload = () => 'unsaved'">Edit</button>`);
  await page.actOn("Edit", "click");
  expect(await page.work("navigate", { action: "goto", url })).toMatchObject({
    ok: false,
    code: "dialog_open",
    text: "the page asks whether it may be left (beforeunload); accept or dismiss it",
  });
  expect(await page.work("dialog", { accept: true })).toMatchObject({ ok: true });
  await page.until(`location.href === "${url}"`);
});
