import { expect, test } from "vitest";
import { withServer } from "../../support/browser/chromium.ts";
import { until } from "../../support/until.ts";
import { bothWays, type Call, json, printed, refusalOf } from "./support/both-ways.ts";

const both = bothWays();

interface Message {
  readonly time: string;
  readonly level: string;
  readonly text: string;
  readonly url?: string;
  readonly line?: number;
  readonly column?: number;
  readonly stack?: readonly string[];
  readonly frame?: string;
  readonly worker?: string;
}
interface Console {
  readonly messages: readonly Message[];
  readonly shown: number;
  readonly total: number;
}

/** Shows a page that runs a script from a file of its own. Gives its address. */
async function show(call: Call, script: string, body = ""): Promise<string> {
  const { url } = await withServer((request, response) => {
    const isScript = request.url === "/app.js";
    if (request.url !== "/" && !isScript) response.statusCode = 404;
    response.setHeader("content-type", isScript ? "text/javascript; charset=utf-8" : "text/html; charset=utf-8");
    response.end(
      isScript ? script : `<title>Shop</title><link rel=icon href="data:,"><script src="/app.js"></script>${body}`,
    );
  });
  await printed(call, "goto", "shop", url);
  return url;
}

async function messages(call: Call, ...words: readonly string[]): Promise<readonly Message[]> {
  return (await json<Console>(call, "console", "shop", "--max-tokens", "20000", ...words)).messages;
}

/** Waits for a message with a text. */
async function arrived(call: Call, text: string): Promise<void> {
  await until(async () => (await messages(call, "--find", text)).length > 0, { what: text });
}

both.describeEach((call) => {
  test("calls, exceptions and failed requests are lines with time, level and place", async () => {
    const url = await show(
      call,
      `console.log("hello", 42);\nfunction run() { missing.call() }\nconsole.warn("careful");\nfetch("/gone?a=100%s").catch(() => {});\nPromise.reject(new TypeError("nope"));\nrun();`,
    );
    await arrived(call, "404");
    const text = await printed(call, "console", "shop");
    expect(text).toMatch(/^\d\d:\d\d:\d\d\.\d{3} info hello 42 \(app\.js:1:9\)$/m);
    expect(text).toMatch(/^\S+ warning careful \(app\.js:3:9\)$/m);
    expect(text).toMatch(/^\S+ error Uncaught ReferenceError: missing is not defined \(app\.js:2:18\)$/m);
    expect(text).toMatch(/^\S+ error Uncaught \(in promise\) TypeError: nope \(app\.js:5:16\)$/m);
    expect(text).toContain(`(${url}gone?a=100%s)`);
    const [thrown] = await messages(call, "--find", "missing");
    expect(thrown).toMatchObject({ level: "error", url: `${url}app.js`, line: 2, column: 18 });
    expect(thrown?.stack?.[0]).toBe(`run ${url}app.js:2:18`);
    const times = (await messages(call)).map(({ time }) => time);
    expect(times).toEqual(times.toSorted());
  });

  test("objects are shown by their properties, and no getter is called", async () => {
    await show(
      call,
      `console.log({ a: 1, text: "b", list: [1, 2], get boom() { window.called = true; throw new Error("no") } }, [1, "two", null], new Map([["k", 1]]), null, undefined, 12n, -0, Symbol("s"), document.body, class A {});
      console.log("%c%s has %d%%", "color: red", "cart", 3, "items"); console.assert(false, "must hold"); throw { reason: "odd" }`,
    );
    const [objects, formatted, assertion, thrown] = await messages(call);
    expect(objects?.text).toContain(
      `{a: 1, text: "b", list: Array(2), boom: (getter)} [1, "two", null] Map(1) {"k" => 1} null undefined 12n -0 Symbol(s)`,
    );
    expect(formatted?.text).toBe("cart has 3% items");
    expect(assertion).toMatchObject({ level: "error", text: "Assertion failed: must hold" });
    expect(thrown?.text).toBe(`Uncaught {reason: "odd"}`);
    const { stdout } = await call([
      "browsers",
      "playwright",
      "execute",
      "shop",
      "return await page.evaluate(() => !!window.called)",
      "-o",
      "json",
    ]);
    expect(stdout).toContain("false");
  });

  test("a message cannot forge a line, hide or colour one", async () => {
    await show(
      call,
      `console.log("a\\n12:00:00.000 error forged\\u001b[31m red\\u202e\\u200b"); const f = { "x\\ny": "\\u001b[2J" }; console.log(f);`,
      `<img src="/a%0Ab\u001b[31m.png">`,
    );
    await arrived(call, "404");
    const text = await printed(call, "console", "shop");
    const lines = text.trimEnd().split("\n");
    expect(lines.every((line) => /^\d\d:\d\d:\d\d\.\d{3} (?:info|error) /.test(line))).toBe(true);
    expect(lines).toHaveLength((await messages(call)).length);
    expect(lines.some((line) => line.includes(" info a 12:00:00.000 error forged"))).toBe(true);
    expect(text).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u202e\u200b]/);
  });

  test("only messages of a level, with a text, since a time, or since the last look are shown", async () => {
    await show(call, `console.debug("d"); console.info("i one"); console.warn("w one"); console.error("e")`);
    expect((await messages(call, "--level", "warning")).map(({ text }) => text)).toEqual(["w one", "e"]);
    expect((await messages(call, "--find", "ONE")).map(({ text }) => text)).toEqual(["i one", "w one"]);
    expect(await messages(call, "--since", "1h")).toHaveLength(4);
    expect(await messages(call, "--since", "2099-01-01T00:00:00Z")).toEqual([]);
    expect(await printed(call, "console", "shop", "--new")).toBe("no messages\n");
    await call(["browsers", "playwright", "execute", "shop", "await page.evaluate(() => console.log('later'))"]);
    expect((await messages(call, "--new")).map(({ text }) => text)).toEqual(["later"]);
    expect(await messages(call, "--new")).toEqual([]);
  });

  test("a page that floods its console is shown by the newest messages, within the budget", async () => {
    await show(call, `for (let at = 0; at < 100000; at += 1) console.log("message " + at, { at })`);
    const { messages: shown, total } = await json<Console>(call, "console", "shop");
    expect(total).toBe(1_000);
    expect(shown.length).toBeLessThan(100);
    expect(shown.at(-1)?.text).toBe("message 99999 {at: 99999}");
    const text = await printed(call, "console", "shop");
    expect(text).toMatch(/\nshown the newest \d+ of 1000 messages; .*\nthe browser keeps the last 1,000/);
    expect(text.length).toBeLessThan(6_000);
  });

  test("the same message in a row is one line", async () => {
    await show(call, `for (let at = 0; at < 500; at += 1) console.log("again")`);
    expect(await printed(call, "console", "shop")).toMatch(/^\S+ info again \(app\.js:1:\d+\) \(500 times\)\n$/);
  });

  test("a frame of another site is heard too", async () => {
    const { url } = await withServer((_request, response) => {
      response.setHeader("content-type", "text/html");
      response.end(`<script>console.warn("inner")</script>`);
    });
    const frame = url.replace("127.0.0.1", "localhost");
    await show(call, `console.log("outer")`, `<iframe src="${frame}"></iframe>`);
    await arrived(call, "inner");
    const heard = await messages(call);
    expect(heard.find(({ text }) => text === "inner")).toMatchObject({ level: "warning", frame });
    expect(heard.find(({ text }) => text === "outer")?.frame).toBeUndefined();
  });
});

test("workers are heard, a shared and a service worker of another site are not", async () => {
  const call: Call = (args, options) => both.home().cli(args, options);
  const scripts: Readonly<Record<string, string>> = {
    "/one.js": `console.log("one", { a: 1 }); setTimeout(() => { throw new Error("boom") })`,
    "/shared.js": `console.warn("shared", { a: 1 })`,
    "/sw.js": `console.log("service"); addEventListener("activate", (event) => event.waitUntil(clients.claim()))`,
    "/app.js": `new Worker("/one.js"); window.shared = new SharedWorker("/shared.js"); navigator.serviceWorker.register("/sw.js").then(() => console.log("ready"))`,
  };
  const server = () =>
    withServer((request, response) => {
      const script = scripts[request.url ?? ""];
      response.setHeader("content-type", script === undefined ? "text/html" : "text/javascript");
      response.end(script ?? `<link rel=icon href="data:,"><script src="/app.js"></script>`);
    });
  const [{ url: first }, { url: second }] = await Promise.all([server(), server()]);
  for (const url of [first, second]) {
    await printed(call, "goto", "shop", url);
    for (const text of ["one", "boom", "shared", "service", "ready"]) await arrived(call, text);
  }
  const all = await messages(call);
  expect(all.every(({ url }) => url?.startsWith(second))).toBe(true);
  const by = Object.groupBy(all, ({ worker = "page" }) => worker);
  expect(by["worker"]).toMatchObject([
    { text: "one [object Object]" },
    { level: "error", text: "Uncaught Error: boom" },
  ]);
  expect(by["shared worker"]).toMatchObject([
    { level: "warning", text: "shared {a: 1}", url: `${second}shared.js`, line: 1 },
  ]);
  expect(by["service worker"]).toMatchObject([{ text: "service" }]);
  expect(await printed(call, "console", "shop")).toMatch(/warning shared \{a: 1\} \(shared worker shared\.js:1:9\)$/m);
});

test("a value of a secret is in no message", async () => {
  const call: Call = (args, options) => both.home().cli(args, options);
  await show(
    call,
    `const log = (field) => console.log("typed", field.value)`,
    `<input aria-label=Card oninput="log(this)">`,
  );
  const ref = /(e\d+) textbox "Card"/.exec(await printed(call, "snapshot", "shop"))?.[1] ?? "";
  await call(["browsers", "act", "shop", "fill", ref, "--secret", "env:CARD"], { env: { CARD: "4711-0815" } });
  const { stdout } = await call(["browsers", "console", "shop", "-o", "json"]);
  expect(stdout).toContain("typed ••••");
  expect(stdout).not.toContain("0815");
});

test("a page that a dialog blocks is refused", async () => {
  const call: Call = (args) => both.home().cli(args);
  await show(call, "", "<button onclick='alert(1)'>Warn</button>");
  const ref = /(e\d+) button/.exec(await printed(call, "snapshot", "shop"))?.[1] ?? "";
  await printed(call, "act", "shop", "click", ref);
  expect((await refusalOf(call, ["console", "shop"])).code).toBe("dialog_open");
  await printed(call, "dialog", "accept", "shop");
});

test("a start that is no time is exit 2", async () => {
  const result = await both.home().cli(["browsers", "console", "shop", "--since", "soon"]);
  expect([result.code, result.stderr]).toEqual([2, expect.stringContaining("--since")]);
});
