import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { readFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { chromium, type Browser as Playwright } from "playwright-core";
import puppeteer, { type Browser as Puppeteer } from "puppeteer-core";
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from "vitest";
import { attach, Client } from "../../support/browser/cdp-client.ts";
import { SessionApi } from "../../support/machine/processes.ts";
import type { TestService } from "../../support/service/service.ts";
import { until } from "../../support/until.ts";
import { downloads } from "./support/browser-client.ts";
import { confinedSessions } from "./support/confined-sessions.ts";

let service: TestService;
let url: string;
let stop: () => Promise<void>;
let session: SessionApi;
let address: string;
beforeAll(async () => {
  ({ service, url, stop } = await confinedSessions());
  const record = await service.create({ timeout_seconds: 3600 });
  session = new SessionApi(service, record.session_id);
  address = record.cdp_ws_url;
});
afterAll(() => stop());

const CONTENT = "content of report.txt";

/** An empty directory of a client. */
function ownDirectory(): string {
  const path = mkdtempSync(join(tmpdir(), "browserctl-client-"));
  onTestFinished(() => rmSync(path, { recursive: true, force: true }));
  return path;
}

/** A new empty directory in another one. */
function madeIn(directory: string): string {
  const path = join(directory, "empty");
  mkdirSync(path);
  return path;
}

describe("Playwright", () => {
  let browser: Playwright;
  beforeAll(async () => {
    browser = await chromium.connectOverCDP(address);
  });
  afterAll(() => browser.close());

  test.each(["the default context", "a new context"])("reads a download of %s in every way", async (which) => {
    const made = which === "a new context" ? await browser.newContext() : undefined;
    const page = await (made ?? browser.contexts()[0])?.newPage();
    if (!page) throw new Error("there is no context");
    await page.goto(url);
    const [download] = await Promise.all([page.waitForEvent("download"), page.click("#a")]);
    expect(await download.failure()).toBeNull();
    expect(await readFile(await download.path(), "utf8")).toBe(CONTENT);
    expect(await text(await download.createReadStream())).toBe(CONTENT);
    const saved = join(ownDirectory(), "saved.txt");
    await download.saveAs(saved);
    expect(readFileSync(saved, "utf8")).toBe(CONTENT);
    await download.delete();
    await page.close();
    await made?.close();
  });
});

describe("Puppeteer", () => {
  let browser: Puppeteer;
  beforeAll(async () => {
    browser = await puppeteer.connect({ browserWSEndpoint: address, defaultViewport: null });
  });
  afterAll(() => browser.disconnect());

  test.each([
    ["allow", "report.txt"],
    ["allowAndName", expect.stringMatching(/^[0-9a-f-]{36}$/)],
  ] as const)("finds the download of a context in the directory that it names, with %s", async (policy, name) => {
    const downloadPath = ownDirectory();
    const context = await browser.createBrowserContext({ downloadBehavior: { policy, downloadPath } });
    const page = await context.newPage();
    await page.goto(url);
    await page.click("#a");
    const names = await until(
      () => readdirSync(downloadPath).filter((each) => !each.endsWith(".crdownload")),
      (each) => each.length > 0,
    );
    expect(names).toEqual([name]);
    expect(readFileSync(join(downloadPath, names[0] ?? ""), "utf8")).toBe(CONTENT);
    await context.close();
  });
});

describe("a client of the CDP address", () => {
  let client: Client;
  let page: string;
  let context: string;
  beforeEach(async () => {
    client = await Client.open(address);
    ({ browserContextId: context } = await client.send<{ browserContextId: string }>("Target.createBrowserContext"));
    const target = { url, browserContextId: context };
    page = await attach(client, (await client.send<{ targetId: string }>("Target.createTarget", target)).targetId);
  });

  const into = (downloadPath: string, behavior = "allow"): Promise<unknown> =>
    client.send("Browser.setDownloadBehavior", {
      behavior,
      browserContextId: context,
      downloadPath,
      eventsEnabled: true,
    });

  /** Downloads a file and returns the events about its end. */
  async function download(name = "report.txt"): Promise<object[]> {
    const before = client.events("Browser.downloadProgress").length;
    const click = `Object.assign(document.createElement("a"), { href: "/file/${name}", download: "" }).click()`;
    await until(() => client.evaluate<boolean>(page, "document.readyState === 'complete'"));
    await client.evaluate(page, click);
    const ends = (): object[] =>
      client
        .events("Browser.downloadProgress")
        .slice(before)
        .map(({ params }) => params as { state: string })
        .filter(({ state }) => state !== "inProgress");
    return await until(ends, (events) => events.length > 0, { what: "the end of the download" });
  }

  test("a client is told the end of a download when the file is in its directory, and its path", async () => {
    const directory = ownDirectory();
    await into(directory);
    const filePath = join(directory, "report.txt");
    expect(await download()).toEqual([expect.objectContaining({ state: "completed", filePath })]);
    expect(readFileSync(filePath, "utf8")).toBe(CONTENT);
    // As for a person, the next download gets the next free name.
    const next = join(directory, "report (1).txt");
    expect(await download()).toEqual([expect.objectContaining({ state: "completed", filePath: next })]);
    renameSync(filePath, join(directory, "moved.txt"));
    expect(await download()).toEqual([expect.objectContaining({ state: "completed", filePath })]);
    expect(await downloads(session)).toContain("report.txt");
  });

  test("a client keeps its directory for a later context, with files in it by then", async () => {
    const directory = ownDirectory();
    await into(directory, "allowAndName");
    writeFileSync(join(directory, "trace"), "");
    await into(directory, "allowAndName");
    await download();
    expect(readdirSync(directory)).toHaveLength(2);
  });

  test("a client gets a page's own download event no earlier", async () => {
    const directory = ownDirectory();
    await client.send("Page.enable", undefined, page);
    await into(directory);
    let found: string[] | undefined;
    client.socket.on("message", (data) => {
      if (/"Page.downloadProgress".*"completed"/.test(data.toString())) found = readdirSync(directory);
    });
    await download();
    await until(() => found, { what: "the page's event" });
    expect(found).toEqual(["report.txt"]);
  });

  const refused: [string, (own: string) => string][] = [
    [
      "is not empty",
      (own) => {
        writeFileSync(join(own, "file"), "");
        return own;
      },
    ],
    [
      "is behind a link",
      (own) => {
        mkdirSync(join(own, "a"));
        symlinkSync("a", join(own, "link"));
        return join(own, "link");
      },
    ],
    ["is named with ..", (own) => `${madeIn(own)}/../empty`],
    ["is the service's", () => madeIn(service.stateDir)],
    ["is of another session", () => madeIn(service.tempRoot)],
  ];
  test.each(refused)("a client gets nothing on this machine for a directory that %s", async (_what, make) => {
    const path = make(ownDirectory());
    const before = readdirSync(path, { recursive: true }).length;
    await into(path);
    await download();
    expect(readdirSync(path, { recursive: true })).toHaveLength(before);
  });

  test("a client is told that a download was cancelled when its directory accepts no file", async () => {
    const directory = ownDirectory();
    await into(directory);
    rmSync(directory, { recursive: true });
    expect(await download()).toEqual([expect.objectContaining({ state: "canceled" })]);
    expect(service.log.join("\n")).toContain(`cannot copy the download to "${directory}": ENOENT`);
  });

  test("a client that the session executes has no directory of this machine", async () => {
    const directory = ownDirectory();
    const code = `const client = await browser.newBrowserCDPSession();
      await client.send("Browser.setDownloadBehavior", ${JSON.stringify({ behavior: "allow", downloadPath: directory, eventsEnabled: true })});
      const end = new Promise((resolve) => client.on("Browser.downloadProgress", (event) => event.state !== "inProgress" && resolve(event)));
      await page.goto(${JSON.stringify(url)});
      await page.click("#a");
      return await end;`;
    const { body } = await session.call("POST", "playwright/execute", { code });
    expect(body).toMatchObject({ success: true });
    expect(readdirSync(directory)).toEqual([]);
  });
});
