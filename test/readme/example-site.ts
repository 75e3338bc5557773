import { once } from "node:events";
import { readFile } from "node:fs/promises";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";

/** Order that the form of `delivery.html` sends. */
export interface Order {
  country: string;
  date: string;
}

/** Site that README visits. */
export interface ExampleSite extends AsyncDisposable {
  readonly url: string;
  readonly orders: readonly Order[];
  /** How often its form has looked different, or was sent. */
  readonly changes: number;
}

const shop = `<!doctype html><html lang="en"><meta charset="utf-8"><title>Example shop</title>
<h1>Example shop</h1><input aria-label="Search" autofocus><p class="price">12.50</p>
<script>localStorage.setItem("seen", "1");</script>`;

interface Content {
  type: string;
  body: string | Buffer;
  cookies?: string[];
}

const html = "text/html; charset=utf-8";
const pages: Readonly<Record<string, Content>> = {
  "/": { type: html, body: shop },
  "/api": { type: "application/json", body: '{"items":3}\n' },
  "/logo.png": {
    type: "image/png",
    body: Buffer.from(
      "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
      "base64",
    ),
  },
  "/login": { type: html, body: shop, cookies: ["sid=1; Path=/; Max-Age=8640000", "csrf=2; Path=/"] },
};

/** Serves the pages that README visits on loopback. */
export async function startExampleSite(): Promise<ExampleSite> {
  const delivery = { type: html, body: await readFile(new URL("delivery.html", import.meta.url)) };
  const orders: Order[] = [];
  let changes = 0;
  const contentOf = async (request: IncomingMessage): Promise<Content | undefined> => {
    const { method, url = "/" } = request;
    if (url === "/delivery") return delivery;
    if (url === "/seen") {
      changes += 1;
      return { type: "text/plain", body: "" };
    }
    if (url !== "/orders") return pages[url];
    if (method !== "POST") return { type: "application/json", body: `${JSON.stringify(orders)}\n` };
    orders.push(Object.fromEntries(new URLSearchParams(await text(request))) as unknown as Order);
    changes += 1;
    return { type: html, body: "<title>Ordered</title><h1>Ordered</h1>" };
  };
  const server = createServer(async (request, response) => send(await contentOf(request), response));
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    url: `http://localhost:${(server.address() as AddressInfo).port}`,
    orders,
    get changes() {
      return changes;
    },
    [Symbol.asyncDispose]: async () => {
      const closed = once(server, "close");
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}

function send(content: Content | undefined, response: ServerResponse): void {
  if (content === undefined) response.writeHead(404, { "content-type": "text/html" }).end("<h1>Not found</h1>\n");
  else response.writeHead(200, { "content-type": content.type, "set-cookie": content.cookies ?? [] }).end(content.body);
}
