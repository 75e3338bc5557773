import { activePage } from "../../../../src/service/chromium/pages.ts";
import { withServer } from "../../../support/browser/chromium.ts";
import { fieldsOf, loginTest, never } from "../../../support/browser/login-browser.ts";

const test = loginTest();

test("an address is requested again when a person opens another one while it loads", async ({
  browser,
  expect,
  onTestFinished,
}) => {
  let requests = 0;
  const { url } = await withServer(({ url: path = "" }, response) => {
    const isHeld = path === "/login" && ++requests === 1;
    response.setHeader("content-type", "text/html");
    if (!isHeld) return void response.end(path === "/login" ? "<form><input type=password name=pw></form>" : "News");
    void openNews();
  }, onTestFinished);
  const openNews = async (): Promise<void> => {
    const { session } = await activePage(browser.connection);
    await session.send("Page.navigate", { url: `${url}news` });
  };
  const page = await browser.page();
  await page.open(`${url}login`, never);
  expect(requests).toBe(2);
  expect(fieldsOf(await page.facts(never))).toEqual(["password pw"]);
});

test("the storage of a website is deleted while the page shows another website", async ({
  browser,
  expect,
  onTestFinished,
}) => {
  const { url } = await withServer(({ url: path = "", headers: { host } }, response) => {
    if (path === "/left") return void response.writeHead(303, { location: `http://127.0.0.1:${port(host)}/` }).end();
    response.writeHead(200, { "content-type": "text/html", "set-cookie": "theme=dark" });
    response.end("<p>News</p>");
  }, onTestFinished);
  const site = url.replace("127.0.0.1", "localhost");
  const page = await browser.page();
  await page.open(site, never);
  await page.open(`${site}left`, never);
  expect((await page.facts(never)).url).toBe(url);
  await page.forgetSite(site, never);
  const { session } = await activePage(browser.connection);
  expect((await session.send("Network.getCookies", { urls: [site] })).cookies).toEqual([]);
});

function port(host = ""): string {
  return host.split(":")[1] ?? "";
}
