import { once } from "node:events";
import { readFile } from "node:fs/promises";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { until } from "../until.ts";

/** Report of a test page: the path of the page without its slash, the type, and the facts of that type. */
export interface PageReport {
  page: string;
  type: string;
  [fact: string]: unknown;
}

/** Box of an element, in CSS pixels of the viewport. */
export interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

export interface Layout {
  viewport: { width: number; height: number };
  /** Offset of the viewport from the corner of the screen. */
  offset: { x: number; y: number };
  boxes: Record<string, Box>;
}

export interface ScreenSite {
  /** Address with a slash at the end; `${url}select` is `pages/select.html`. */
  url: string;
  /** Reports of all pages so far, in order. */
  reports: PageReport[];
  /** Waits for a report of a page, also one that has come before. */
  report(page: string, type: string, accepts?: (report: PageReport) => boolean): Promise<PageReport>;
  /** Latest layout of a page; waits for its first, or until the latest is accepted. */
  layout(page: string, accepts?: (layout: Layout) => boolean): Promise<Layout>;
  /** Waits until a page fills a viewport. */
  filled(page: string, width: number, height: number): Promise<Layout>;
  /**
   * Centre of an element in the latest layout of its page: of the viewport, or of the screen when `screen` is set.
   * In a window whose place or size changes, wait for the new layout first.
   */
  centre(page: string, id: string, screen?: boolean): Promise<{ x: number; y: number }>;
  /** Forgets the reports so far. */
  clear(): void;
  stop(): Promise<void>;
}

const TYPES: Readonly<Record<string, string>> = {
  html: "text/html; charset=utf-8",
  js: "text/javascript; charset=utf-8",
  css: "text/css; charset=utf-8",
};

/**
 * Serves the test pages for screens and input (`test/support/screen/pages`) on loopback and collects what they report. Besides
 * the files: `/private` (HTTP sign-in, user agent, password secret), `/download` (a file), `/welcome` (also by POST).
 */
export async function startScreenSite(): Promise<ScreenSite> {
  const reports: PageReport[] = [];
  const server = createServer((request, response) => void answer(request, response, reports));
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const find = (page: string, type: string, accepts = (_report: PageReport) => true) =>
    reports.find((report) => report.page === page && report.type === type && accepts(report));
  const latest = (page: string) =>
    reports.findLast((report) => report.page === page && report.type === "layout") as unknown as Layout | undefined;
  const site: ScreenSite = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    reports,
    report: (page, type, accepts) =>
      until(() => find(page, type, accepts), { what: () => `${type} of ${page} in ${JSON.stringify(reports)}` }),
    layout: (page, accepts = () => true) =>
      until(
        () => {
          const layout = latest(page);
          return layout && accepts(layout) ? layout : undefined;
        },
        { what: () => `a layout of ${page}; the latest is ${JSON.stringify(latest(page))}` },
      ),
    filled: (page, width, height) =>
      site.layout(page, ({ viewport }) => viewport.width === width && viewport.height === height),
    centre: async (page, id, screen = false) => {
      const { boxes, offset } = await site.layout(page);
      const box = boxes[id];
      if (!box) throw new Error(`no element ${id} on the page ${page}`);
      const start = screen ? offset : { x: 0, y: 0 };
      return {
        x: Math.round(start.x + box.x + box.width / 2),
        y: Math.round(start.y + box.y + box.height / 2),
      };
    },
    clear: () => void reports.splice(0),
    stop: async () => {
      const closed = once(server, "close");
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
  return site;
}

async function answer(request: IncomingMessage, response: ServerResponse, reports: PageReport[]): Promise<void> {
  const path = new URL(request.url ?? "/", "http://127.0.0.1").pathname;
  if (path === "/reports") {
    reports.push(...(JSON.parse(await text(request)) as PageReport[]));
    response.end();
  } else if (path === "/download") {
    response.setHeader("content-disposition", `attachment; filename="report.txt"`).end("downloaded\n");
  } else if (path === "/private" && request.headers.authorization !== credentials("agent", "secret")) {
    response.writeHead(401, { "www-authenticate": `Basic realm="private"` }).end("Sign-in needed");
  } else {
    await sendFile(path === "/private" ? "/welcome" : path, response);
  }
}

function credentials(user: string, password: string): string {
  return `Basic ${Buffer.from(`${user}:${password}`).toString("base64")}`;
}

async function sendFile(path: string, response: ServerResponse): Promise<void> {
  const [, name, extension = "html"] = /^\/([a-z-]+)(?:\.(js|css))?$/.exec(path === "/" ? "/index" : path) ?? [];
  const file = new URL(`pages/${name}.${extension}`, import.meta.url);
  const content = name === undefined ? undefined : await readFile(file).catch(() => undefined);
  if (!content) response.writeHead(404).end("not found");
  else response.setHeader("content-type", TYPES[extension] ?? "").end(content);
}
