import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";

/** Site that the tour visits: a page in a known colour, and a response that shows the received request. */
export interface Target {
  url: string;
  /** Requests received so far. */
  requests: { method: string; path: string; userAgent: string; cookie: string }[];
  close(): Promise<void>;
}

const page = `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<title>Quickstart</title>
<style>
  body { margin: 0; height: 100vh; display: grid; place-content: center; font: 24px system-ui; color: #fff; background: #1e6f5c; }
  h1 { margin: 0 0 .3em; }
  input { font: inherit; margin-top: 1em; padding: .3em; }
</style>
<body>
  <div><h1>It works.</h1><p>A real browser opened this page.</p><input autofocus aria-label="Say something"></div>
</body>
`;

/** Serves the site on a free port of the loopback address. */
export async function startTarget(): Promise<Target> {
  const requests: Target["requests"] = [];
  const server: Server = createServer((request, response) => {
    const { method = "", url = "", headers } = request;
    requests.push({ method, path: url, userAgent: headers["user-agent"] ?? "", cookie: headers.cookie ?? "" });
    if (url === "/") {
      response.writeHead(200, { "content-type": "text/html; charset=utf-8", "set-cookie": "visited=yes; Path=/" });
      response.end(page);
    } else if (url === "/hello") {
      response.writeHead(200, { "content-type": "application/json" });
      response.end(`${JSON.stringify({ hello: headers["user-agent"], cookie: headers.cookie ?? null })}\n`);
    } else {
      response.writeHead(404, { "content-type": "text/plain" });
      response.end("nothing here\n");
    }
  });
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(0, "127.0.0.1", resolve);
  });
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    requests,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
