import type { IncomingMessage, ServerResponse } from "node:http";

const shop = `<!doctype html><html lang="en"><meta charset="utf-8"><title>Example shop</title>
<h1>Example shop</h1><input aria-label="Search" autofocus><p class="price">12.50</p>
<script>localStorage.setItem("seen", "1");</script>`;

const pages: Readonly<Record<string, { type: string; body: string }>> = {
  "/": { type: "text/html; charset=utf-8", body: shop },
  "/api": { type: "application/json", body: '{"items":3}\n' },
  "/logo.png": {
    type: "image/png",
    body: "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
  },
  "/login": { type: "text/html; charset=utf-8", body: shop },
};

/** Serves the pages that README visits. */
export function answer({ url = "/" }: IncomingMessage, response: ServerResponse): void {
  const page = pages[url];
  if (page === undefined) {
    response.writeHead(404, { "content-type": "text/html" }).end("<h1>Not found</h1>\n");
    return;
  }
  const cookies = url === "/login" ? ["sid=1; Path=/; Max-Age=8640000", "csrf=2; Path=/"] : [];
  response.writeHead(200, { "content-type": page.type, "set-cookie": cookies });
  response.end(page.type === "image/png" ? Buffer.from(page.body, "base64") : page.body);
}
