import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe } from "vitest";
import { sourceFiles } from "../../../../src/generate/architecture.ts";
import { root } from "../../../../src/generate/paths.ts";
import type { PageFacts } from "../../../../src/service/login/page/page-facts.ts";
import { readerScript } from "../../../../src/service/login/page/reader-script.ts";
import { evaluate, openPage, withServer } from "../../../support/browser/chromium.ts";
import { always, field, type LoginBrowser, loginTest, never } from "../../../support/browser/login-browser.ts";

const test = loginTest();

/** Value of an expression in an empty page. */
async function inPage<T>({ connection }: LoginBrowser, expression: string): Promise<T> {
  const { targetId, session } = await openPage(connection, "about:blank", { background: true });
  try {
    return await evaluate<T>(session, expression);
  } finally {
    await connection.send("Target.closeTarget", { targetId });
  }
}

/** Names of all properties of forms and of documents, from the prototypes of the browser itself. */
function propertyNames(browser: LoginBrowser): Promise<string[]> {
  const expression = `[...new Set([HTMLFormElement.prototype, HTMLDocument.prototype].flatMap((start) => {
    const names = [];
    for (let at = start; at; at = Object.getPrototypeOf(at)) names.push(...Object.getOwnPropertyNames(at));
    return names;
  }))]`;
  return inPage(browser, expression);
}

/** Names of the reader's own values. */
const ownNames = ["browserctlAsked", "browserctlDom", "browserctlLogin", "browserctlRoots"];

/** Login page that also has a field and an image of each name. */
function loginForm(names: readonly string[]): string {
  const fields = names.map((name) => `<input type="hidden" name="${name}"><button hidden id="${name}"></button>`);
  return `<!doctype html><title>Shop</title><form method="post" action="/sent" class="login" aria-label="Login">
    <label>User name <input name="user"></label><label>Password <input type="password" name="pw"></label>
    <select name="realm"><option value="">Choose</option><option value="a">Realm A</option></select>
    <button>Sign in</button>${fields.join("")}</form><a href="/help">Help</a>
    ${names.map((name) => `<img hidden name="${name}">`).join("")}`;
}

/** Facts that do not depend on the names of fields. */
function shape(facts: PageFacts): PageFacts {
  return { ...facts, url: new URL(facts.url).pathname };
}

describe("a page whose fields and images have the names of all properties of forms and documents", () => {
  test("a page whose fields have the names of all properties is read and filled in like one without them", async ({
    browser,
    expect,
    onTestFinished,
  }) => {
    const names = [...(await propertyNames(browser)), ...ownNames];
    expect(names).toEqual(
      expect.arrayContaining(["parentNode", "matches", "elements", "submit", "body", "querySelectorAll"]),
    );
    const sent: string[] = [];
    const { url } = await withServer((request, response) => {
      request.setEncoding("utf8").on("data", (text: string) => sent.push(text));
      request.on("end", () => {
        response
          .setHeader("content-type", "text/html")
          .end(request.url === "/plain" ? loginForm([]) : loginForm(names));
      });
    }, onTestFinished);
    const address = url.replace("127.0.0.1", "localhost");
    const plain = shape(await (await browser.at(`${address}plain`)).facts(never));
    const page = await browser.at(`${address}named`);
    const facts = await page.facts(never);
    expect(shape(facts)).toEqual({ ...plain, url: "/named" });

    await page.fill(field(facts, "identifier").ref, "ann", always, never);
    await page.fill(field(facts, "password").ref, "Very-Secret 1", always, never);
    const list = facts.form?.fields.find(({ options }) => options);
    await page.fill(list?.ref ?? "", "Realm A", always, never);
    await page.press(facts.form?.submit ?? "", always, never);
    await page.facts(never);
    const body = new URLSearchParams(sent.join(""));
    expect([body.get("user"), body.get("pw"), body.get("realm")]).toEqual(["ann", "Very-Secret 1", "a"]);
  });
});

test("each name that the reader uses to read a page is a property of the browser", async ({ browser, expect }) => {
  const known = new Set(await inPage<string[]>(browser, `${await readerScript()}\nObject.keys(browserctlDom)`));
  const sources = (await sourceFiles("src/login-reader/page")).filter((path) => path.endsWith(".ts"));
  const texts = sources.map((path) => readFileSync(join(root, path), "utf8"));
  const used = [...texts.join("\n").matchAll(/\$\.(\w+)/g)].flatMap(([, name]) => name ?? []);
  expect(used.length).toBeGreaterThan(50);
  expect(used.filter((name) => !known.has(name))).toEqual([]);
});

test("two readings of a page share their symbols", async ({ browser, expect }) => {
  const script = await readerScript();
  const symbols = "Object.getOwnPropertySymbols(Element.prototype).length";
  const counts = await inPage<number[]>(
    browser,
    `(() => { const counts = [${symbols}]; for (let run = 0; run < 2; run++) { (0, eval)(${JSON.stringify(script)}); counts.push(${symbols}); } return counts; })()`,
  );
  expect(counts[1]).toBeGreaterThan(counts[0] ?? 0);
  expect(counts[2]).toBe(counts[1]);
});
