import { chromium } from "playwright-core";
import puppeteer from "puppeteer-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type ClientOptions, WebSocket } from "ws";
import { startService, type TestService } from "../../support/service/service.ts";
import { until } from "../../support/until.ts";

let service: TestService;
let session: { session_id: string; cdp_ws_url: string };
beforeAll(async () => {
  service = await startService();
  session = await service.create({ timeout_seconds: 600 });
});
afterAll(async () => {
  await service.stop();
});

/** Opens a WebSocket and returns the answer: 101, or the status and body of a refusal. */
async function upgrade(
  url: string,
  options: ClientOptions = {},
): Promise<{ status: number; code?: string; local?: string }> {
  const socket = new WebSocket(url, options);
  return await new Promise((resolve, reject) => {
    socket.once("open", () => {
      socket.close();
      resolve({ status: 101 });
    });
    socket.once("unexpected-response", (_request, response) => {
      let text = "";
      response.on("data", (chunk) => (text += chunk));
      response.on("end", () => {
        const { code } = JSON.parse(text);
        resolve({ status: response.statusCode ?? 0, code, local: String(response.headers["x-browserctl-local"]) });
      });
    });
    socket.once("error", reject);
  });
}

describe("the CDP address", () => {
  test("the CDP address opens only with its own token", async () => {
    const other = await service.create();
    const plain = session.cdp_ws_url.split("?")[0] ?? "";
    expect(await upgrade(session.cdp_ws_url)).toEqual({ status: 101 });
    for (const query of ["", "?jwt=", "?jwt=nonsense", `?jwt=${service.token}`, `?${other.cdp_ws_url.split("?")[1]}`]) {
      expect(await upgrade(plain + query), query).toEqual({ status: 401, code: "unauthorized", local: "0.1.0" });
    }
    const bearer = { headers: { Authorization: `Bearer ${service.token}` } };
    expect(await upgrade(plain, bearer)).toMatchObject({ status: 401 });
    await service.api("DELETE", `/browsers/${other.session_id}`);
    expect(await upgrade(other.cdp_ws_url)).toMatchObject({ status: 404, code: "browser_deleted" });
  });

  test("the CDP address refuses a page of another origin, or by another name", async () => {
    expect(await upgrade(session.cdp_ws_url, { origin: "https://evil.example" })).toMatchObject({
      status: 403,
      code: "forbidden_origin",
    });
    expect(await upgrade(session.cdp_ws_url, { headers: { Host: "evil.example" } })).toMatchObject({
      status: 403,
      code: "forbidden_host",
    });
  });

  test("another path than the CDP address has no WebSocket", async () => {
    const base = service.baseUrl.replace("http", "ws");
    expect(await upgrade(`${base}/browsers?jwt=x`)).toMatchObject({ status: 404, code: "not_found" });
  });

  test("the token of the CDP address is in no line of the log", async () => {
    expect(service.log.join("\n")).not.toContain(session.cdp_ws_url.split("jwt=")[1]);
  });
});

describe("clients", () => {
  test("Playwright drives the CDP address, by ws and by http, and only disconnects", async () => {
    for (const url of [session.cdp_ws_url, session.cdp_ws_url.replace("ws:", "http:")]) {
      const browser = await chromium.connectOverCDP(url);
      const page = await browser.newPage();
      await page.setContent("<title>by playwright</title>");
      expect(await page.title()).toBe("by playwright");
      await page.close();
      await browser.close();
    }
    expect((await service.api("GET", `/browsers/${session.session_id}`)).status).toBe(200);
  });

  test("Puppeteer drives the CDP address, and its disconnect is noticed", async () => {
    const browser = await puppeteer.connect({ browserWSEndpoint: session.cdp_ws_url });
    const page = await browser.newPage();
    await page.goto("data:text/html,<title>by puppeteer</title>");
    expect(await page.title()).toBe("by puppeteer");
    await page.close();
    await browser.disconnect();
    await until(
      async () => (await service.api("GET", `/_local/browsers/${session.session_id}`)).body.cdp_clients,
      (count) => count === 0,
    );
  });

  test("the end of the session closes its CDP clients", async () => {
    const other = await service.create();
    const socket = new WebSocket(other.cdp_ws_url);
    await new Promise((resolve) => socket.once("open", resolve));
    const closed = new Promise<number>((resolve) => socket.once("close", resolve));
    await service.api("DELETE", `/browsers/${other.session_id}`);
    expect(await closed).toBe(1001);
  });

  test("a CDP client that closes the browser ends the session", async () => {
    const other = await service.create();
    const browser = await puppeteer.connect({ browserWSEndpoint: other.cdp_ws_url });
    await browser.close();
    const answer = await until(
      () => service.api("GET", `/browsers/${other.session_id}`),
      ({ status }) => status === 404,
    );
    expect(answer.body.message).toContain("the browser ended unexpectedly");
  });
});
