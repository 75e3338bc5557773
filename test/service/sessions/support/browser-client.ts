import { once } from "node:events";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { type Browser, chromium, type Page } from "playwright-core";
import { SessionApi } from "../../../support/machine/processes.ts";
import type { TestService } from "../../../support/service/service.ts";

/** A site with a download and a file input; every path below `/file/` is a download of that name. */
export async function fileSite(): Promise<{ site: Server; url: string }> {
  const site = createServer((request, response) => {
    if (request.url?.startsWith("/file/")) {
      const name = decodeURIComponent(request.url.slice("/file/".length));
      response.setHeader("content-disposition", `attachment; filename*=UTF-8''${encodeURIComponent(name)}`);
      response.end(`content of ${name}`);
      return;
    }
    response.setHeader("content-type", "text/html");
    if (request.url === "/at-once") {
      response.end(`<script>location.href = "/file/own.txt"</script>`);
      return;
    }
    response.end(`<a id=a download href="/file/report.txt">get</a><input type=file id=f>`);
  }).listen(0, "127.0.0.1");
  await once(site, "listening");
  return { site, url: `http://127.0.0.1:${(site.address() as AddressInfo).port}/` };
}

/** Directory that a client asks downloads into: in the session, where the test's own temporary directory need not be. */
const artifactsDir = "/tmp/artifacts-of-a-client";

const clients: Browser[] = [];

/** Ends the connections of all clients. */
export async function closeClients(): Promise<void> {
  for (const client of clients.splice(0)) await client.close();
}

export interface Open {
  session: SessionApi;
  browser: Browser;
  page: Page;
}

/** Session with a client that has only its CDP address. */
export async function open(from: TestService, body: Record<string, unknown> = {}): Promise<Open> {
  const record = await from.create({ timeout_seconds: 3600, ...body });
  const browser = await chromium.connectOverCDP(record.cdp_ws_url, { artifactsDir });
  clients.push(browser);
  const page = browser.contexts()[0]?.pages()[0] as Page;
  return { session: new SessionApi(from, record.session_id), browser, page };
}

export const rootOf = async ({ service: from, id }: SessionApi): Promise<string> =>
  (await from.api("GET", `/_local/browsers/${id}`)).body.root;

/** Navigates the page to a path and returns the text that it shows; the error if the navigation fails. */
export async function show({ page }: Open, path: string): Promise<string> {
  // The error page loads after the error, and would interrupt the next navigation.
  const arrived = page.waitForEvent("framenavigated");
  arrived.catch(() => {});
  try {
    await page.goto(`file://${path}`);
    return (await page.textContent("body")) ?? "";
  } catch (error) {
    const [message = ""] = (error as Error).message.split("\n");
    if (message.includes("net::ERR_")) await arrived;
    return `refused: ${message}`;
  }
}

export const downloads = async ({ service: from, id }: SessionApi): Promise<string[]> => {
  const { body } = await from.api("GET", `/browsers/${id}/fs/list_files?path=/home/user/Downloads`);
  return body.map((one: { name: string }) => one.name).sort();
};

export const content = async ({ service: from, id }: SessionApi, path: string): Promise<string> =>
  (await from.api("GET", `/browsers/${id}/fs/read_file?path=${encodeURIComponent(path)}`)).text;
