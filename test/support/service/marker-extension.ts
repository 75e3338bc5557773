import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { rawZip } from "../zip.ts";
import type { Answer, TestService } from "./service.ts";
import { runInSession } from "./session-code.ts";

const manifest = {
  manifest_version: 3,
  name: "Marker",
  version: "1.2",
  permissions: ["storage"],
  background: { service_worker: "worker.js" },
  content_scripts: [{ matches: ["http://127.0.0.1/*"], js: ["content.js"] }],
};

/** An extension, zipped, whose content script marks the page with what its service worker counts. */
export function extension(mark = "marker", more: object = {}, directory = ""): File {
  const zip = rawZip([
    { name: `${directory}manifest.json`, data: JSON.stringify({ ...manifest, ...more }) },
    {
      name: `${directory}worker.js`,
      data: `let last = Promise.resolve();
      chrome.runtime.onMessage.addListener((message, sender, answer) => {
        last = last.then(() => chrome.storage.local.get("count")).then(({ count = 0 }) =>
          chrome.storage.local.set({ count: count + 1 }).then(() => answer(count + 1)));
        return true;
      });`,
    },
    {
      name: `${directory}content.js`,
      data: `chrome.runtime.sendMessage("count").then((count) => { document.documentElement.dataset.${mark} = count; });`,
    },
  ]);
  return new File([new Uint8Array(zip)], `${mark}.zip`);
}

/** An extension that Chromium refuses: a file that its manifest names is missing. */
export const refusedExtension = (mark = "bad"): File =>
  extension(mark, { content_scripts: [{ matches: ["http://a/*"], js: ["none.js"] }] });

type Part = [name: string, value: string | File];

export function form(...parts: Part[]): FormData {
  const made = new FormData();
  for (const [name, value] of parts) made.append(name, value);
  return made;
}

/** The parts of several extensions, by index. */
export const indexed = (...extensions: [name: string, file: File][]): Part[] =>
  extensions.flatMap(([name, file], at): Part[] => [
    [`extensions[${at}][name]`, name],
    [`extensions[${at}][zip_file]`, file],
  ]);

/** A page whose title is the cookies it was asked with; `/login` sets one of the session and one that stays. */
export async function cookieSite(): Promise<{ site: Server; url: string }> {
  const site = createServer((request, response) => {
    response.setHeader("Content-Type", "text/html");
    if (request.url === "/login") response.setHeader("Set-Cookie", ["session=yes", "stays=yes; Max-Age=1000"]);
    response.end(`<title>${request.headers.cookie ?? ""}</title>`);
  });
  await new Promise<void>((resolve) => site.listen(0, "127.0.0.1", resolve));
  return { site, url: `http://127.0.0.1:${(site.address() as AddressInfo).port}` };
}

/** Sessions of a service, for tests of extensions. */
export class ExtensionSessions {
  readonly #service: TestService;
  readonly #url: string;

  constructor(service: TestService, url: string) {
    this.#service = service;
    this.#url = url;
  }

  async new(body: object = {}): Promise<string> {
    return (await this.#service.create({ timeout_seconds: 600, ...body })).session_id;
  }

  end(id: string): Promise<Answer> {
    return this.#service.api("DELETE", `/browsers/${id}`);
  }

  activate(id: string, ...parts: Part[]): Promise<Answer> {
    return this.#service.api("POST", `/browsers/${id}/extensions`, { form: form(...parts) });
  }

  one(id: string, name: string, file: File): Promise<Answer> {
    return this.activate(id, ["extensions.items.name", name], ["extensions.items.zip_file", file]);
  }

  /** Result of Playwright code in the session. */
  run(id: string, code: string): Promise<unknown> {
    return runInSession(this.#service, id, code);
  }

  /** Marks of an extension on a page, once the extension has answered. */
  marked(id: string, mark = "marker"): Promise<unknown> {
    return this.run(
      id,
      `await page.goto("${this.#url}/"); await page.waitForFunction(() => document.documentElement.dataset.${mark});
       return await page.evaluate(() => document.documentElement.dataset.${mark});`,
    );
  }

  async facts(id: string): Promise<Answer["body"]> {
    return (await this.#service.api("GET", `/_local/browsers/${id}`)).body;
  }

  async loaded(id: string): Promise<string[]> {
    return (await this.facts(id)).extensions.map((each: { name: string }) => each.name);
  }
}
