import { execFile } from "node:child_process";
import { once } from "node:events";
import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { chromium } from "playwright-core";
import puppeteer from "puppeteer-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startService, type TestService } from "../support/service/service.ts";
import { until } from "../support/until.ts";
import { McpClient } from "./support/mcp-client.ts";

/** Clients that are too heavy to be dependencies of the tests; installed from the registry, in these versions. */
const CLIENTS = ["agent-browser@0.41.2", "chrome-devtools-mcp@1.11.0", "@playwright/mcp@0.0.83"];
const PNG = Buffer.from("89504e470d0a1a0a", "hex");

const run = promisify(execFile);
let directory: string;
let service: TestService;
let pages: Server;
let url: string;
/** Texts typed into the page, as the page reports them by its own requests. */
const told: string[] = [];

beforeAll(async () => {
  // Short names: clients make sockets below it, whose paths have a limit of 103 bytes.
  directory = await mkdtemp(join(tmpdir(), "c-"));
  await writeFile(join(directory, "package.json"), "{}");
  // Scripts of the packages only look for a browser to download; this one has its own.
  await run("npm", ["install", "--ignore-scripts", "--no-audit", "--no-fund", ...CLIENTS], { cwd: directory });
  pages = createServer((request, response) => {
    const said = new URL(request.url ?? "/", url).searchParams.get("said");
    if (said !== null) told.push(said);
    response.setHeader("content-type", "text/html");
    response.end(PAGE);
  });
  pages.listen(0, "127.0.0.1");
  await once(pages, "listening");
  url = `http://127.0.0.1:${(pages.address() as AddressInfo).port}/`;
  service = await startService();
});
afterAll(async () => {
  await service?.stop();
  pages?.closeAllConnections();
  pages?.close();
  await rm(directory, { recursive: true, force: true });
});

const PAGE = `<!doctype html><title>A page to read</title><h1>Read me</h1>
  <label>Name <input id="name" oninput="fetch('/?said=' + encodeURIComponent(this.value))"></label>`;

/** Session whose page has received the text, and which continues after its client has left. */
async function withSession(text: string, work: (session: { id: string; ws: string }) => Promise<void>): Promise<void> {
  const { session_id: id, cdp_ws_url: ws } = await service.create({ timeout_seconds: 600 });
  await work({ id, ws });
  await until(() => told.includes(text), { what: `the page to hear "${text}"` });
  const after = await service.api("POST", `/browsers/${id}/computer/screenshot`);
  expect(after.status).toBe(200);
  await service.api("DELETE", `/browsers/${id}`);
}

test("Playwright attaches, navigates, reads, types, takes a picture and leaves", async () => {
  await withSession("by playwright", async ({ ws }) => {
    const browser = await chromium.connectOverCDP(ws);
    const page = browser.contexts()[0]?.pages()[0] ?? (await browser.newPage());
    await page.goto(url);
    expect(await page.title()).toBe("A page to read");
    expect(await page.getByRole("heading").textContent()).toBe("Read me");
    await page.getByLabel("Name").fill("by playwright");
    expect((await page.screenshot()).subarray(0, 8)).toEqual(PNG);
    await browser.close();
  });
});

test("Puppeteer attaches, navigates, reads, types, takes a picture and leaves", async () => {
  await withSession("by puppeteer", async ({ ws }) => {
    const browser = await puppeteer.connect({ browserWSEndpoint: ws, defaultViewport: null });
    const page = (await browser.pages())[0] ?? (await browser.newPage());
    await page.goto(url);
    expect(await page.title()).toBe("A page to read");
    expect(await page.$eval("h1", (heading) => heading.textContent)).toBe("Read me");
    await page.type("#name", "by puppeteer");
    expect(Buffer.from(await page.screenshot()).subarray(0, 8)).toEqual(PNG);
    await browser.disconnect();
  });
});

/** An environment without anything of the machine's user, in which nothing is looked for on the internet. */
async function environment(name: string): Promise<NodeJS.ProcessEnv & { HOME: string }> {
  const HOME = join(directory, name);
  await mkdir(HOME);
  return { PATH: process.env["PATH"] ?? "", HOME, TMPDIR: HOME, CI: "1" };
}

test("agent-browser makes a session as a hosted provider's, works in it and ends it", async () => {
  const env = {
    ...(await environment("a")),
    AGENT_BROWSER_PROVIDER: "kernel",
    KERNEL_ENDPOINT: service.baseUrl,
    KERNEL_API_KEY: service.token,
  };
  const program = join(directory, "node_modules/agent-browser/bin/agent-browser.js");
  const agent = async (...args: string[]): Promise<string> =>
    (await run(process.execPath, [program, ...args], { env, cwd: env.HOME })).stdout;
  const ids = async (): Promise<string[]> =>
    (await service.api("GET", "/browsers")).body.map((session: { session_id: string }) => session.session_id);
  const before = await ids();
  try {
    await agent("open", url);
    const made = (await ids()).filter((id) => !before.includes(id));
    expect(made).toHaveLength(1);
    expect(await agent("get", "title")).toContain("A page to read");
    expect(await agent("snapshot")).toContain("Read me");
    await agent("fill", "#name", "by agent-browser");
    await until(() => told.includes("by agent-browser"), { what: "the page to hear it" });
    const file = join(env.HOME, "page.png");
    await agent("screenshot", file);
    expect((await readFile(file)).subarray(0, 8)).toEqual(PNG);
  } finally {
    // Its background process ends with it.
    await agent("close");
  }
  for (const id of (await ids()).filter((each) => !before.includes(each))) {
    await service.api("DELETE", `/browsers/${id}`);
  }
});

test("chrome-devtools-mcp attaches, navigates, reads, types, takes a picture and leaves", async () => {
  await withSession("by chrome-devtools-mcp", async ({ ws }) => {
    const env = await environment("d");
    const program = join(directory, "node_modules/chrome-devtools-mcp/build/src/bin/chrome-devtools-mcp.js");
    const args = ["--wsEndpoint", ws, "--no-usage-statistics", "--no-performance-crux"];
    const client = await McpClient.start(program, args, env, env.HOME);
    try {
      const pageId = Number(/^(\d+): /m.exec((await client.call("list_pages")).text)?.[1]);
      await client.call("navigate_page", { pageId, type: "url", url });
      const { text } = await client.call("take_snapshot", { pageId });
      expect(text).toContain("Read me");
      const uid = /uid=(\S+) textbox "Name"/.exec(text)?.[1];
      await client.call("fill", { pageId, uid, value: "by chrome-devtools-mcp" });
      expect((await client.call("take_screenshot", { pageId })).image?.subarray(0, 8)).toEqual(PNG);
    } finally {
      await client.close();
    }
  });
});

test("@playwright/mcp attaches, navigates, reads, types, takes a picture and leaves", async () => {
  await withSession("by @playwright/mcp", async ({ ws }) => {
    const env = await environment("p");
    const program = join(directory, "node_modules/@playwright/mcp/cli.js");
    const client = await McpClient.start(program, ["--cdp-endpoint", ws], env, env.HOME);
    try {
      await client.call("browser_navigate", { url });
      const { text } = await client.call("browser_snapshot");
      expect(text).toContain("Read me");
      const ref = /textbox "Name" .*?\[ref=(\w+)\]/.exec(text)?.[1];
      await client.call("browser_type", { element: "the name", target: ref, ref, text: "by @playwright/mcp" });
      expect((await client.call("browser_take_screenshot", { type: "png" })).image?.subarray(0, 8)).toEqual(PNG);
    } finally {
      await client.close();
    }
  });
});
