import { createHash } from "node:crypto";
import { createReadStream, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { chromium } from "playwright-core";
import puppeteer from "puppeteer-core";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { SessionApi } from "../../support/machine/processes.ts";
import { onLoopback } from "../../support/servers/loopback.ts";
import type { TestService } from "../../support/service/service.ts";
import { until } from "../../support/until.ts";
import { confinedSessions } from "./support/confined-sessions.ts";

const GIB = 2 ** 30;
const PIECE = Buffer.alloc(2 ** 20, "content of a large file ");

function* pieces(): Generator<Buffer> {
  for (let sent = 0; sent < GIB; sent += PIECE.length) yield PIECE;
}

let service: TestService;
let stop: () => Promise<void>;
let session: SessionApi;
let address: string;
let hash: string;
beforeAll(async () => {
  ({ service, stop } = await confinedSessions());
  const record = await service.create({ timeout_seconds: 3600 });
  session = new SessionApi(service, record.session_id);
  address = record.cdp_ws_url;
  const whole = createHash("sha256");
  for (const piece of pieces()) whole.update(piece);
  hash = whole.digest("hex");
});
afterAll(() => stop());

/** Site with a download of 1 GiB. */
async function largeSite(): Promise<string> {
  const site = createServer((request, response) => {
    if (request.url !== "/large.bin") {
      response.setHeader("content-type", "text/html").end(`<a id=a download href="/large.bin">get</a>`);
      return;
    }
    response.writeHead(200, { "content-type": "application/octet-stream", "content-length": GIB });
    pipeline(Readable.from(pieces()), response).catch(() => {});
  });
  return (await onLoopback(site)).url;
}

function ownDirectory(): string {
  const path = mkdtempSync(join(tmpdir(), "browserctl-client-"));
  onTestFinished(async () => {
    rmSync(path, { recursive: true, force: true });
    await session.sh("rm -f ~/Downloads/*");
  });
  return path;
}

async function hashOf(path: string): Promise<string> {
  const whole = createHash("sha256");
  await pipeline(createReadStream(path, { highWaterMark: 2 ** 20 }), whole);
  return whole.digest("hex");
}

test("Playwright saves a download of 1 GiB", async () => {
  const browser = await chromium.connectOverCDP(address);
  onTestFinished(() => browser.close());
  const page = await browser.contexts()[0]?.newPage();
  if (!page) throw new Error("there is no context");
  await page.goto(await largeSite());
  const [download] = await Promise.all([page.waitForEvent("download"), page.click("#a")]);
  const saved = join(ownDirectory(), "saved.bin");
  await download.saveAs(saved);
  expect(await hashOf(saved)).toBe(hash);
});

test("Puppeteer finds a download of 1 GiB, never a part of it under its name", async () => {
  const browser = await puppeteer.connect({ browserWSEndpoint: address, defaultViewport: null });
  onTestFinished(() => browser.disconnect());
  const downloadPath = ownDirectory();
  const context = await browser.createBrowserContext({ downloadBehavior: { policy: "allow", downloadPath } });
  const page = await context.newPage();
  await page.goto(await largeSite());
  await page.click("#a");
  await until(
    () => readdirSync(downloadPath),
    (names) => names.includes("large.bin"),
    { boundMs: 300_000 },
  );
  expect(await hashOf(join(downloadPath, "large.bin"))).toBe(hash);
  expect(readdirSync(downloadPath)).toEqual(["large.bin"]);
});
