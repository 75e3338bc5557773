import { expect } from "vitest";
import type { Prepared, Ran, Scene, Scenes } from "./example-scene.ts";

async function onPage({ id, stage }: Prepared, code: string): Promise<unknown> {
  return (await stage.send("POST", `/browsers/${id}/playwright/execute`, { json: { code } })).body.result;
}

interface Cookie {
  readonly name: string;
  readonly domain: string;
}

/** Page of the example site with two cookies, beside one of another domain. */
async function showCookies(prepared: Prepared): Promise<void> {
  const url = JSON.stringify(prepared.stage.sites.site.url);
  await onPage(
    prepared,
    `await page.bringToFront(); await page.goto(${url}); await page.context().clearCookies();
     await page.context().addCookies([{ name: "sid", value: "s1", url: ${url} }, { name: "theme", value: "light", url: ${url} },
       { name: "sid", value: "s2", domain: ".example.com", path: "/" }, { name: "sid", value: "s3", domain: ".example.com", path: "/app" }]);`,
  );
}

async function cookiesOf(prepared: Prepared): Promise<string[]> {
  const cookies = (await onPage(prepared, "return await page.context().cookies()")) as Cookie[];
  return cookies.map(({ domain, name }) => `${domain} ${name}`).sort();
}

/** Line on cookies that prints these texts and leaves so many. */
function cookies({ left = 4, prints = [] }: { readonly left?: number; readonly prints?: readonly string[] }): Scene {
  return {
    prepare: (prepared) => {
      prepared.replaced.set("env:PASSWORD", "env:HOME");
      return showCookies(prepared);
    },
    effect: async (ran) => {
      for (const text of prints) expect(ran.result.stdout).toContain(text);
      expect(await cookiesOf(ran)).toHaveLength(left);
    },
  };
}

/** Page of the example site that has stored some keys. */
async function showStorage(prepared: Prepared): Promise<void> {
  const { url } = prepared.stage.sites.site;
  prepared.replaced.set("https://pay.example.com", url);
  prepared.replaced.set("env:PASSWORD", "env:HOME");
  const code = `await page.bringToFront(); await page.goto(${JSON.stringify(url)}); await page.evaluate(() => {
    localStorage.clear(); sessionStorage.clear();
    localStorage.setItem("theme", "light"); sessionStorage.setItem("cart", "three");
  });`;
  await onPage(prepared, code);
}

/** Line on storage after which an expression of the page is true. */
function stores(expression: string): Scene {
  return {
    prepare: showStorage,
    effect: async (ran) => expect(await onPage(ran, `return await page.evaluate(() => ${expression})`)).toBe(true),
  };
}

/** Line on storage whose output contains a text. */
function prints(text: string): Scene {
  return { prepare: showStorage, effect: ({ result }: Ran) => expect(result.stdout).toContain(text) };
}

/** Line on the console of a page that has logged something and thrown an error. */
function logs(...texts: readonly string[]): Scene {
  return {
    prepare: async (prepared) => {
      const url = JSON.stringify(prepared.stage.sites.site.url);
      const script = `console.log("checkout opened"); setTimeout(() => { throw new Error("no stock") }); new Promise((done) => setTimeout(done))`;
      await onPage(
        prepared,
        `await page.bringToFront(); await page.goto(${url}); await page.evaluate(${JSON.stringify(script)});`,
      );
    },
    effect: ({ result }: Ran) => {
      for (const text of texts) expect(result.stdout).toContain(text);
    },
  };
}

/** Line on the requests of a page that has made some. */
function requested(...texts: readonly string[]): Scene {
  return {
    prepare: async (prepared) => {
      const url = JSON.stringify(prepared.stage.sites.site.url);
      await prepared.stage.api("GET", `/_local/browsers/${prepared.id}/tabs`);
      await onPage(
        prepared,
        `await page.bringToFront(); await page.goto(${url}); await page.evaluate(() => Promise.allSettled([fetch("/api/cart"), fetch("http://127.0.0.1:9/")]));`,
      );
    },
    effect: ({ result }: Ran) => {
      for (const text of texts) expect(result.stdout).toContain(text);
    },
  };
}

/** Scenes of the console, the cookies and the storage of a page. */
export const agentRecordScenes: Scenes = {
  "browsers network shop": requested(" GET ", "/api/cart"),
  "browsers network shop --failed --new": requested("http://127.0.0.1:9/ failed: "),
  "browsers network shop --type fetch --find /api/ -o json --query 'requests[].status'": requested("["),
  "browsers console shop": logs("info checkout opened", "error Uncaught Error: no stock"),
  "browsers console shop --level error --new": logs("no stock"),
  "browsers console shop --since 5m --find checkout": logs("checkout opened"),
  "browsers console shop -o json --query 'messages[].stack'": logs("["),
  "browsers cookies list shop": cookies({ prints: ["sid", "theme"] }),
  "browsers cookies list shop --domain example.com": cookies({ prints: ["example.com"] }),
  "browsers cookies list shop --all-sites -o json --query '[].name'": cookies({ prints: ['"theme"'] }),
  "browsers cookies get shop sid": cookies({ prints: ["s1"] }),
  "browsers cookies get shop sid --domain example.com": cookies({ prints: ["s3"] }),
  "browsers cookies set shop theme dark": cookies({ prints: ['set cookie "theme"'] }),
  "browsers cookies set shop sid --secret env:PASSWORD --domain example.com --secure --http-only --expires 30d":
    cookies({
      prints: ['set cookie "sid" of .example.com/'],
    }),
  "browsers cookies delete shop sid": cookies({ left: 3 }),
  "browsers cookies delete shop sid --domain example.com --path /app": cookies({ left: 3 }),
  "browsers cookies clear shop": cookies({ left: 2 }),
  "browsers cookies clear shop --domain example.com": cookies({ left: 2 }),
  "browsers cookies clear shop --all-sites --yes": cookies({ left: 0 }),
  "browsers storage list shop": prints("theme"),
  "browsers storage list shop --session --values": prints("three"),
  "browsers storage list shop --origin https://pay.example.com": prints("theme"),
  "browsers storage get shop theme": prints("light"),
  "browsers storage get shop cart --session": prints("three"),
  "browsers storage set shop theme dark": stores(`localStorage.getItem("theme") === "dark"`),
  "browsers storage set shop token --secret env:PASSWORD": stores(`localStorage.getItem("token").length > 0`),
  "browsers storage delete shop theme": stores(`localStorage.getItem("theme") === null`),
  "browsers storage delete shop cart --session": stores(`sessionStorage.getItem("cart") === null`),
  "browsers storage clear shop --yes": stores("localStorage.length === 0"),
  "browsers storage clear shop --session --yes": stores("sessionStorage.length === 0"),
};
