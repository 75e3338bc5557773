import { decodePng } from "../../../../src/service/chromium/png.ts";
import type { LoginPage } from "../../../../src/service/login/drive/login-page.ts";
import { KnownValues } from "../../../../src/service/login/values/known-values.ts";
import { withServer } from "../../../support/browser/chromium.ts";
import { loginTest, never } from "../../../support/browser/login-browser.ts";

const test = loginTest();
const password = "Wonder-land 7!";
const known = new KnownValues({ username: "alice", password, pin: "4711", phone: "+49 170 1234567" });

/** Colours of what must be gone and of what must stay. Each element is as large as its text. */
const RED = 0xff0102;
const GREEN = 0x02c803;
const style = `<!doctype html><meta charset="utf-8"><style>
  * { font: 16px monospace } body { margin: 0 } div, p { margin: 0 0 6px }
  .x { background: rgb(255, 1, 2); display: inline-block } .keep { background: rgb(2, 200, 3); display: inline-block }
  .attr::before { content: attr(data-v) } input, textarea, select, button { border: 0; padding: 0 }
</style>`;

/** Colours of a picture of the page, with the number of pixels of each. */
async function coloursOf(page: LoginPage): Promise<ReadonlyMap<number, number> | undefined> {
  const taken = await page.picture((text) => known.anywhereIn(text), never);
  if (!taken) return undefined;
  const picture = await decodePng(taken.png);
  const found = new Map<number, number>();
  for (let y = 0; y < picture.height; y += 1) {
    for (let x = 0; x < picture.width; x += 1) {
      const colour = picture.colour(x, y);
      found.set(colour, (found.get(colour) ?? 0) + 1);
    }
  }
  return found;
}

const image = `data:image/svg+xml,${encodeURIComponent(`<svg xmlns="http://www.w3.org/2000/svg" width="80" height="20"><rect width="80" height="20" fill="rgb(255,1,2)"/><text y="15">alice</text></svg>`)}`;
const icon = image.replace("alice", "logo").replace("rgb(255%2C1%2C2)", "rgb(2%2C200%2C3)");
const letters = [...password].map((letter) => `<span class="x">${letter}</span>`).join("");
const boxes = [..."4711"].map((digit) => `<div class="x" style="margin:0 4px 0 0">${digit}</div>`).join("");

const shows: Readonly<Record<string, string>> = {
  "in a text": `<div class="x">No user alice here</div>`,
  "in a text, in another spelling": `<div class="x">${password.toUpperCase()}</div>`,
  "as a page formats it": `<div class="x">(+49) 170 - 123 45 67</div>`,
  "in base64": `<div class="x">${Buffer.from(password).toString("base64")}</div>`,
  "inside of a word": `<div class="x">xaliceandmore</div>`,
  "letter by letter": `<div>${letters}</div>`,
  "in a box for each digit": `<div>${boxes}</div>`,
  "before an element": `<div class="x attr" data-v="alice"></div>`,
  "enlarged and moved": `<div class="x" style="transform: translate(200px, 30px) scale(1.5)">alice</div>`,
  "at a fixed place": `<div style="height: 3000px"></div><div class="x" style="position: fixed; top: 40px">alice</div>`,
  "in a closed shadow root": `<div id="host"></div><script>document.getElementById("host").attachShadow({ mode: "closed" })
    .innerHTML = '<b style="background: rgb(255, 1, 2)">alice</b>'</script>`,
  "in a drawing": `<svg width="90" height="30"><text y="20" fill="rgb(255,1,2)" stroke="rgb(255,1,2)">alice</text></svg>`,
  "in a field": `<input class="x" value="whatever">`,
  "in a shown password": `<input class="x" value="${password}"><textarea class="x">a</textarea>`,
  "in a list": `<select class="x"><option>Example Labs</option></select>`,
  "in an editable element": `<div class="x" contenteditable>whatever</div>`,
  "on a button": `<input type="submit" class="x" value="Go on as alice"><button class="x">Not alice?</button>`,
  "as a hint in a field": `<input class="x" placeholder="alice">`,
  "in a canvas": `<canvas class="x" width="50" height="20"></canvas>`,
  "in a picture": `<img src="${image}"><div style="width: 80px; height: 20px; background: url('${image}')"></div>`,
  "in a frame": `<iframe style="margin: 20px; border: 5px solid" srcdoc='${style.replaceAll("'", "")}<div style="height: 300px"></div><div class="x">alice</div>
    <script>scrollTo(0, 250)</script>'></iframe>`,
  "in an enlarged frame": `<iframe style="transform: scale(1.5); transform-origin: 0 0" srcdoc='${style.replaceAll("'", "")}<div class="x">alice</div>'></iframe>`,
  "in a frame of another website": `<iframe src="http://127.0.0.1:PORT/alice"></iframe>`,
};

const kept = `<p class="keep">This account is locked.</p><img src="${icon}"> <input type="checkbox" class="keep">`;

test.for(Object.entries(shows))(
  "a picture of the page has no value that it shows %s",
  async ([, content], { browser, expect, onTestFinished }) => {
    const { url } = await withServer((request, response) => {
      response.setHeader("content-type", "text/html");
      if (request.url === "/alice") return void response.end(`${style}<div class="x">alice</div>`);
      if (request.url === "/other") return void response.end(`${style}<div class="keep">Are you a robot?</div>`);
      const port = String(request.socket.localPort);
      response.end(`${style}${kept}${content.replaceAll("PORT", port)}<p class="keep">Try again.</p>`);
    }, onTestFinished);
    const page = await browser.at(url.replace("127.0.0.1", "localhost"));
    await page.facts(never);
    const colours = await coloursOf(page);
    expect(colours?.get(RED)).toBeUndefined();
    expect(colours?.get(GREEN)).toBeGreaterThan(500);
  },
);

test("a picture shows a frame of another website that has no value and no field", async ({
  browser,
  expect,
  onTestFinished,
}) => {
  const { url } = await withServer((request, response) => {
    const frame = `<iframe src="http://127.0.0.1:${request.socket.localPort}/other"></iframe>`;
    response.setHeader("content-type", "text/html");
    response.end(`${style}${request.url === "/other" ? `<div class="keep">Are you a robot?</div>` : frame}`);
  }, onTestFinished);
  const page = await browser.at(url.replace("127.0.0.1", "localhost"));
  await page.facts(never);
  expect((await coloursOf(page))?.get(GREEN)).toBeGreaterThan(500);
});

test("there is no picture of a page that moves its texts all the time, and scripts of the page run afterwards", async ({
  browser,
  expect,
  onTestFinished,
}) => {
  const { url } = await withServer((_request, response) => {
    response.setHeader("content-type", "text/html").end(`${style}
      <style>@keyframes away { to { transform: translate(500px) } } #moves { animation: away 2s linear infinite }</style>
      <h1>Hello</h1><p id="moves">moving</p><button onclick="document.querySelector('h1').textContent = 'Pressed'">Log in</button>`);
  }, onTestFinished);
  const page = await browser.at(url);
  const facts = await page.facts(never);
  expect(await coloursOf(page)).toBeUndefined();
  await page.press(facts.trigger ?? "", () => true, never);
  expect((await page.facts(never)).lines).toContain("Pressed");
});

test("there is no picture of a page with more text than can be searched", async ({
  browser,
  expect,
  onTestFinished,
}) => {
  const { url } = await withServer((_request, response) => {
    response.setHeader("content-type", "text/html").end(`${style}<h1>Hello</h1><p>${"a ".repeat(200_000)}</p>`);
  }, onTestFinished);
  const page = await browser.at(url);
  await page.facts(never);
  expect(await coloursOf(page)).toBeUndefined();
});
