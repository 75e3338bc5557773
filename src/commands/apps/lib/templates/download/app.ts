import { createHash } from "node:crypto";
import { mkdir, writeFile } from "node:fs/promises";
import { basename, join } from "node:path";
import { type ActionContext, defineApp } from "browserctl/app";
import { type CDPSession, chromium } from "playwright-core";

interface Payload {
  readonly url?: string;
  readonly link?: string;
  readonly directory?: string;
}

/** Directory of the session in which downloads arrive. */
const DOWNLOADS = "/home/user/Downloads";

/** Milliseconds for a download to arrive. */
const DOWNLOAD_MS = 60_000;

/** Maximum size of a file that becomes part of the output, in bytes. */
const MAX_RETURNED = 1_000_000;

/** Page that is opened when no address is given: the app needs no network. */
const samplePage = `<!doctype html>
<title>Reports</title>
<h1>Reports</h1>
<a download="report.csv" href="data:text/csv,month,visits%0AMay,120%0AJune,180%0A">Download the report</a>`;

const text = (description: string) => ({ type: "string", minLength: 1, description });

export default defineApp({
  name: "example-app",
  actions: {
    download: {
      input_schema: {
        type: "object",
        properties: {
          url: text("Page with the link; a page of its own when left out"),
          link: text("CSS selector of the link or button, a[download] by default"),
          directory: text("Directory, on the machine of the service, to store the file in instead of returning it"),
        },
        additionalProperties: false,
      },
      run: async (context, payload: Payload | undefined) => {
        const session = await context.createBrowser({ headless: true });
        const browser = await chromium.connectOverCDP(session.cdp_ws_url);
        try {
          const page = browser.contexts()[0]?.pages()[0] ?? (await browser.newPage());
          if (payload?.url) await page.goto(payload.url);
          else await page.setContent(samplePage);
          const cdp = await browser.newBrowserCDPSession();
          await cdp.send("Browser.setDownloadBehavior", {
            behavior: "allow",
            downloadPath: DOWNLOADS,
            eventsEnabled: true,
          });
          const arriving = nextDownload(cdp);
          const link = page.locator(payload?.link ?? "a[download]").first();
          const [name] = await Promise.all([arriving, link.click()]);
          console.log(`downloaded ${name}`);
          const file = await fileOf(context, session.session_id, `${DOWNLOADS}/${name}`);
          const facts = { name, bytes: file.length, sha256: createHash("sha256").update(file).digest("hex") };
          if (payload?.directory !== undefined) {
            await mkdir(payload.directory, { recursive: true });
            const path = join(payload.directory, name);
            await writeFile(path, file);
            return { ...facts, path };
          }
          if (file.length > MAX_RETURNED) {
            throw new Error(`${name} has ${file.length} bytes; name a directory to store it in`);
          }
          const content = file.toString("utf8");
          // Bytes that are no text are returned as base64.
          return Buffer.from(content).equals(file)
            ? { ...facts, text: content }
            : { ...facts, base64: file.toString("base64") };
        } finally {
          await browser.close();
        }
      },
    },
  },
});

/** Name of the next file that arrives in the session. The browser may run on another machine than this app. */
function nextDownload(cdp: CDPSession): Promise<string> {
  const { promise, reject, resolve } = Promise.withResolvers<string>();
  const timer = setTimeout(() => reject(new Error("no file has arrived")), DOWNLOAD_MS);
  let name = "";
  cdp.on("Browser.downloadWillBegin", ({ suggestedFilename }) => {
    name = basename(suggestedFilename);
    console.log(`downloading ${name}`);
  });
  cdp.on("Browser.downloadProgress", ({ state }) => {
    if (state === "completed") resolve(name);
    else if (state === "canceled") reject(new Error(`the download of ${name} was cancelled`));
  });
  return promise.finally(() => clearTimeout(timer));
}

/** Content of a file of the session. */
async function fileOf({ baseUrl, signal, token }: ActionContext, session: string, path: string): Promise<Buffer> {
  const response = await fetch(`${baseUrl}/browsers/${session}/fs/read_file?path=${encodeURIComponent(path)}`, {
    headers: { authorization: `Bearer ${token}` },
    signal,
  });
  if (!response.ok) throw new Error(`${path} cannot be read: ${response.status} ${await response.text()}`);
  return Buffer.from(await response.arrayBuffer());
}
