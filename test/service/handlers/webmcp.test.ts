import { type Browser, chromium, type Page } from "playwright-core";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { fairShares, ToolBudget } from "../../../src/service/chromium/webmcp/tool-budget.ts";
import { withServer } from "../../support/browser/chromium.ts";
import { type Answer, startService, type TestService } from "../../support/service/service.ts";
import { until } from "../../support/until.ts";

let service: TestService;
let session: { session_id: string; cdp_ws_url: string };
let client: Browser;
let page: Page;
beforeAll(async () => {
  service = await startService();
  session = await service.create({ timeout_seconds: 600 });
  client = await chromium.connectOverCDP(session.cdp_ws_url);
});
afterAll(async () => {
  await client?.close();
  await service.stop();
});
beforeEach(async () => {
  const [context] = client.contexts();
  page = (await context?.newPage()) ?? (await client.newPage());
  for (const other of context?.pages() ?? []) if (other !== page) await other.close();
});

interface Listed {
  tool_ref: string;
  tool: { name: string; description: string; inputSchema: object; annotations: object };
  source: { page_url: string; page_title: string; tab_id: number; frame: { url: string; frame_id: number } | null };
}

const register = (tool: string): string => `document.modelContext.registerTool(${tool});`;
const add = `{ name: "add", description: "Add one", annotations: { readOnlyHint: true },
  inputSchema: { type: "object", properties: { a: { type: "number" } } }, execute: async ({ a }) => ({ sum: a + 1 }) }`;

/** Opens a page of a website whose scripts register tools; gives the address of the website. */
async function open(script: string, html = "", frame = ""): Promise<string> {
  const site = await withServer((request, response) => {
    response.setHeader("content-type", "text/html");
    const framed = request.url === "/frame" ? `<script>${frame}</script>` : undefined;
    if (request.url?.startsWith("/next")) return void response.end("<title>next</title>");
    response.end(framed ?? `<title>Shop</title>${html}<script>${script}</script>`);
  });
  const url = new URL(site.url.replace("127.0.0.1", "localhost")).origin;
  await page.goto(`${url}/#top`);
  return url;
}

const list = async (): Promise<Listed[]> =>
  (await service.api("GET", `/browsers/${session.session_id}/webmcp/tools`)).body.tools;
const named = (name: string): Promise<Listed> =>
  until(async () => (await list()).find(({ tool }) => tool.name === name));
const invoke = (tool_ref: string, input: object = {}, timeout_sec?: number): Promise<Answer> =>
  service.api("POST", `/browsers/${session.session_id}/webmcp/invoke`, { json: { tool_ref, input, timeout_sec } });
const call = async (name: string, input?: object, timeoutSec?: number): Promise<Answer> =>
  invoke((await named(name)).tool_ref, input, timeoutSec);

test("a tool is listed with its schema and its page, and answers with JSON", async () => {
  const url = await open(register(add));
  const { tool_ref, tool, source } = await named("add");
  expect(tool).toEqual({
    name: "add",
    description: "Add one",
    inputSchema: { type: "object", properties: { a: { type: "number" } } },
    annotations: { readOnlyHint: true, consequentialHint: false, untrustedContentHint: false },
  });
  expect(source).toMatchObject({ page_url: `${url}/`, page_title: "Shop", frame: null });
  expect((await invoke(tool_ref, { a: 1 })).body).toEqual({
    invocation_id: expect.stringMatching(/^[0-9A-F]{32}$/),
    status: "completed",
    output: { sum: 2 },
  });
});

test("a page with more tools than a list has hides none of a frame in it", async () => {
  const tool = `{ name: "many" + at, description: "Many", execute() {} }`;
  const script = `for (let at = 0; at < 1_100; at += 1) ${register(tool)}`;
  await open(script, `<iframe src="/frame"></iframe>`, register(add));
  let tools = await list();
  const isFull = async (): Promise<boolean> => {
    tools = await list();
    return tools.length === 1_000;
  };
  await until(isFull, { what: () => `1,000 tools; the list has ${tools.length}` });
  expect(tools.map(({ tool }) => tool.name)).toContain("add");
});

test("a tool that is larger than a list hides no other of its page", async () => {
  const large = `{ name: "large", description: "x".repeat(5_000_000), execute() {} }`;
  await open(`${register(large)} ${register(add)}`);
  expect(
    (await until(async () => ((await list()).length > 0 ? list() : undefined))).map(({ tool }) => tool.name),
  ).toEqual(["add"]);
});

test("a total is divided fairly: small needs are met whole", () => {
  expect(fairShares([900, 3, 50], 1_000)).toEqual([900, 3, 50]);
  expect(fairShares([5_000, 3, 900], 1_000)).toEqual([499, 3, 498]);
});

test("definitions of many values have no room, however short they are", () => {
  const budget = new ToolBudget();
  const text = (values: number): string => JSON.stringify(Array(values).fill(0));
  expect([budget.take(text(400_000)), budget.take(text(200_000)), budget.take(text(50_000))]).toEqual([
    true,
    false,
    true,
  ]);
});

test("each tab has a number of its own that grows", async () => {
  await open(register(add));
  const first = (await named("add")).source.tab_id;
  page = (await client.contexts()[0]?.newPage()) ?? page;
  await open(register(add.replace('"add"', '"other"')));
  expect((await named("other")).source.tab_id).toBeGreaterThan(first);
});

test("frames of the same and of another site offer tools too, also within each other", async () => {
  const inner = await withServer((_, response) => {
    response.setHeader("content-type", "text/html");
    response.end(`<script>${register(add.replace('"add"', '"far"'))}</script>`);
  });
  const frames = `<iframe src="/frame" allow="tools"></iframe><iframe src="${new URL(inner.url).origin}/?x#y" allow="tools"></iframe>`;
  const url = await open("", frames, register(add.replace('"add"', '"near"')));
  const near = await named("near");
  const far = await named("far");
  expect(near.source.frame).toEqual({ frame_id: expect.any(Number), url: `${url}/frame` });
  expect(far.source).toMatchObject({ page_url: `${url}/`, frame: { url: `${new URL(inner.url).origin}/?x` } });
  expect(far.source.frame?.frame_id).not.toBe(near.source.frame?.frame_id);
  expect((await invoke(near.tool_ref, { a: 2 })).body.output).toEqual({ sum: 3 });
  expect((await invoke(far.tool_ref, { a: 3 })).body.output).toEqual({ sum: 4 });
  await page.evaluate("document.querySelectorAll('iframe')[1].remove()");
  await until(async () => (await list()).length === 1);
  expect((await invoke(far.tool_ref)).body).toMatchObject({ code: "tool_not_found" });
});

test("a reference ends with its document, and with its tool", async () => {
  await open(
    `globalThis.stop = new AbortController(); document.modelContext.registerTool(${add}, { signal: stop.signal });`,
  );
  const first = (await named("add")).tool_ref;
  expect((await named("add")).tool_ref).toBe(first);
  await page.reload();
  const second = (await named("add")).tool_ref;
  expect(second).not.toBe(first);
  expect(await invoke(first, { a: 1 })).toMatchObject({ status: 404, body: { code: "tool_not_found" } });
  await page.evaluate("stop.abort()");
  await until(async () => (await list()).length === 0);
  expect(await invoke(second, { a: 1 })).toMatchObject({ status: 404, body: { code: "tool_not_found" } });
});

test("a form is only filled in, stays so, and is sent by a click", async () => {
  const form = `<form toolname="order" tooldescription="Order" action="/next"><input name="size" toolparamdescription="Size"><button>Go</button></form>`;
  await open("", form);
  expect((await named("order")).tool.annotations).toMatchObject({ autosubmit: false });
  const { body } = await call("order", { size: "42" });
  expect(body).toEqual({ invocation_id: expect.any(String), status: "awaiting_submission" });
  expect(await page.inputValue("input")).toBe("42");
  await page.click("button");
  await until(
    () => page.title(),
    (title) => title === "next",
  );
  expect(page.url()).toContain("size=42");
});

test.each(["open", "closed"])("a form in a shadow root that is %s is only filled in", async (mode) => {
  await open(
    `const root = document.querySelector("p").attachShadow({ mode: "${mode}" });
    root.innerHTML = '<form toolname="order" tooldescription="Order" action="/next"><input name="size"><button>Go</button></form>';
    globalThis.field = root.querySelector("input");`,
    "<p></p>",
  );
  expect((await named("order")).tool.annotations).toMatchObject({ autosubmit: false });
  expect((await call("order", { size: "42" })).body).toMatchObject({ status: "awaiting_submission" });
  expect(await page.evaluate("field.value")).toBe("42");
});

test("a form that nobody could send is refused", async () => {
  await open("", `<form toolname="order" tooldescription="Order"><input name="size"></form>`);
  expect((await call("order", { size: "42" })).body).toMatchObject({
    status: "error",
    error_text: expect.stringContaining("submit button"),
  });
});

test("a form that sends itself and a tool that leaves its page are waited for", async () => {
  const form = `<form toolname="order" toolautosubmit tooldescription="Order" action="/next"><input name="size"></form>`;
  await open("", form);
  expect((await named("order")).tool.annotations).toMatchObject({ autosubmit: true });
  expect((await call("order", { size: "43" })).body.status).toBe("completed");
  await page.waitForURL(/\/next\?size=43/);
  await open(
    register(`{ name: "leave", description: "d", execute: async () => { location.href = "/next"; return "gone"; } }`),
  );
  expect((await call("leave")).body).toMatchObject({ status: "completed", output: "gone" });
});

test("the error of a tool is its status, with the message alone", async () => {
  await open(`${register(`{ name: "boom", description: "d", execute: async () => { throw new Error("no stock") } }`)}
    ${register(`{ name: "odd", description: "d", execute: async () => { throw "plain" } }`)}
    ${register(`{ name: "huge", description: "d", execute: async () => "x".repeat(9 * 2 ** 20) }`)}`);
  expect((await call("boom")).body).toMatchObject({ status: "error", error_text: "Error: no stock" });
  expect((await call("odd")).body).toMatchObject({ status: "error", error_text: "plain" });
  expect((await call("huge")).body).toMatchObject({
    status: "error",
    error_text: `the tool answered with ${9 * 2 ** 20 + 2} bytes of JSON; at most ${8 * 2 ** 20} are passed on`,
  });
});

test("a tool that does not answer in time, or whose document goes away, has an unknown outcome", async () => {
  const hang = `{ name: "hang", description: "d", execute: () => { document.title = "called"; return new Promise(() => {}) } }`;
  const inner = await withServer((_, response) => {
    response.setHeader("content-type", "text/html");
    response.end(
      `<script>${register(hang.replace('"hang"', '"lost"').replace("document.title =", "parent.postMessage(0, '*'); document.title ="))}</script>`,
    );
  });
  await open(
    `addEventListener("message", () => document.querySelector("iframe").remove()); ${register(hang)}`,
    `<iframe src="${inner.url}" allow="tools"></iframe>`,
  );
  const late = await call("hang", {}, 1);
  expect(late).toMatchObject({
    status: 504,
    body: {
      code: "outcome_unknown",
      invocation_id: expect.any(String),
      message: expect.stringContaining("within 1 s"),
    },
  });
  expect(late.headers.get("x-should-retry")).toBe("false");
  expect(await page.title()).toBe("called");
  expect((await call("lost")).body).toMatchObject({
    code: "outcome_unknown",
    message: expect.stringContaining("its document went away"),
  });
});

test("a page that a script blocks is left out, and a page that floods is cut", async () => {
  await open(`globalThis.done = 0; ${register(add)}`);
  await named("add");
  const context = page.context();
  const other = await context.newPage();
  await other.goto(page.url());
  const inspector = await context.newCDPSession(other);
  const blocked = other.evaluate("while (true);").catch(() => {});
  await until(async () => (await list()).length === 1);
  await inspector.send("Runtime.terminateExecution");
  await blocked;
  await other.close();
  await open(
    `for (let i = 0; i < 1100; i += 1) ${register("{ name: 'tool' + i, description: 'x'.repeat(10), execute: async () => 1 }")}`,
  );
  await until(async () => (await list()).length === 1_000);
  await open(
    `for (let i = 0; i < 40; i += 1) ${register("{ name: 'tool' + i, description: 'x'.repeat(2 ** 17), execute: async () => 1 }")}`,
  );
  const listed = await until(list, ({ length }) => length > 0 && length < 40);
  expect(JSON.stringify(listed).length).toBeLessThan(4 * 2 ** 20 + 100_000);
});

test("texts of a page cannot be more than texts, and its own globals change nothing", async () => {
  await open(
    `Object.prototype.toJSON = () => "forged"; ${register(`{ name: "x", description: "\\u001b[31m<b>\\u0000", execute: async () => ({ "\\u001b": "\\u202e" }) }`)}`,
  );
  const { tool } = await named("x");
  expect(tool.description).toContain("<b>");
});

test("invalid input is refused", async () => {
  for (const json of [
    {},
    { tool_ref: "x" },
    { tool_ref: "", input: {} },
    { tool_ref: "x", input: [] },
    { tool_ref: "x".repeat(129), input: {} },
  ]) {
    const answer = await service.api("POST", `/browsers/${session.session_id}/webmcp/invoke`, { json });
    expect(answer.status, JSON.stringify(json)).toBe(400);
  }
  for (const timeout of [0, 121, 1.5]) expect((await invoke("x", {}, timeout)).status).toBe(400);
  expect((await invoke("x", { a: "x".repeat(2 ** 20 + 5_000) })).status).toBe(413);
});
