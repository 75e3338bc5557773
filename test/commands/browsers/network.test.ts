import { createServer } from "node:net";
import { describe, expect, onTestFinished, test } from "vitest";
import { withServer } from "../../support/browser/chromium.ts";
import { until } from "../../support/until.ts";
import { bothWays, type Call, json, printed } from "./support/both-ways.ts";

const both = bothWays();
const local: Call = (args, options) => both.home().cli(args, options);

interface Request {
  readonly time: string;
  readonly method?: string;
  readonly url: string;
  readonly type: string;
  readonly status?: number;
  readonly bytes?: number;
  readonly error?: string;
  readonly from_cache?: boolean;
  readonly pending?: boolean;
}

async function requests(call: Call, ...words: readonly string[]): Promise<readonly Request[]> {
  const args = ["network", "shop", "--max-tokens", "50000", ...words];
  return (await json<{ requests: readonly Request[] }>(call, ...args)).requests;
}

/** Waits for a request with a text in its address that has ended, unless it is to be pending. */
async function arrived(call: Call, text: string, isPending = false): Promise<Request> {
  let found: Request | undefined;
  await until(
    async () => {
      found = (await requests(call, "--find", text)).at(-1);
      return found !== undefined && (found.pending ?? false) === isPending;
    },
    { what: text },
  );
  return found as Request;
}

/** Shows a page that runs a script. Gives its address, and what its server does with other paths. */
async function show(call: Call, script: string): Promise<string> {
  const { url } = await withServer((request, response) => {
    const path = (request.url ?? "").split("?")[0];
    if (path === "/moved") response.writeHead(302, { location: "/target" }).end();
    else if (path === "/gone") response.writeHead(404).end("gone");
    else if (path === "/broken") response.writeHead(503).end("broken");
    else if (path === "/kept.js") {
      response.writeHead(200, { "content-type": "text/javascript", "cache-control": "max-age=600" }).end("1;");
    } else if (path !== "/never") {
      response.setHeader("content-type", "text/html");
      response.end(path === "/" ? `<title>Shop</title><link rel=icon href="data:,"><script>${script}</script>` : "ok");
    }
  });
  await printed(call, "goto", "shop", url);
  return url;
}

both.describeEach((call) => {
  test("the document and what it loads are lines with time, status, kind and address", async () => {
    const url = await show(call, `fetch("/api?q=tea").catch(() => {})`);
    await arrived(call, "/api");
    const text = await printed(call, "network", "shop");
    expect(text).toMatch(new RegExp(`^\\d\\d:\\d\\d:\\d\\d\\.\\d{3} (?:GET )?200 document ${url} \\d+ ms`, "m"));
    expect(text).toMatch(new RegExp(`^\\S+ (?:GET )?200 fetch ${url}api\\?q=tea \\d+ ms`, "m"));
  });

  test("kinds and texts choose, and the newest stay within the budget", async () => {
    const url = await show(call, `for (let at = 0; at < 60; at++) fetch("/api/" + at).catch(() => {})`);
    await arrived(call, "/api/59");
    const own = ["--type", "fetch", "--find", url];
    expect((await requests(call, ...own)).length).toBe(60);
    expect((await requests(call, "--find", `${url}api/7`)).map(({ type }) => type)).toEqual(["fetch"]);
    const few = await printed(call, "network", "shop", ...own, "--max-tokens", "200");
    expect(few).toMatch(/shown the newest \d+ of 60 requests/);
  });

  test("only what is new since the last look", async () => {
    await show(call, "");
    await printed(call, "network", "shop");
    expect(await printed(call, "network", "shop", "--new")).toBe("no requests\n");
    await printed(
      call,
      "playwright",
      "execute",
      "shop",
      `return await page.evaluate(() => fetch("/later").then((r) => r.status))`,
    );
    await until(async () => (await printed(call, "network", "shop", "--find", "/later")) !== "no requests\n", {
      what: "the request",
    });
  });
});

describe("recorded by the local service", () => {
  test("methods, statuses and failures, of the page before too", async () => {
    const url = await show(
      local,
      `for (const [path, init] of [["/gone"], ["/broken", { method: "POST", body: "a" }], ["http://127.0.0.1:9/dead"]]) fetch(path, init).catch(() => {})`,
    );
    const [gone, broken, dead] = [
      await arrived(local, "/gone"),
      await arrived(local, "/broken"),
      await arrived(local, "/dead"),
    ];
    expect(gone).toMatchObject({ method: "GET", status: 404 });
    expect(broken).toMatchObject({ method: "POST", status: 503, type: "fetch" });
    expect(dead).toMatchObject({ error: expect.stringContaining("net::ERR_") });
    await show(local, "");
    const failed = await requests(local, "--failed", "--find", url);
    expect(failed.map(({ status }) => status).sort()).toEqual([404, 503]);
    expect((await requests(local, "--status", "5xx", "--find", url)).length).toBe(1);
    expect((await requests(local, "--method", "post", "--find", url)).length).toBe(1);
  });

  test("each step of a redirect, a cached file, and a request without an end", async () => {
    const url = await show(
      local,
      `fetch("/moved"); fetch("/never").catch(() => {}); fetch("/kept.js").then((r) => r.text()).then(() => fetch("/kept.js"))`,
    );
    await arrived(local, "/target");
    expect(await arrived(local, "/moved")).toMatchObject({ status: 302 });
    expect(await arrived(local, "/never", true)).not.toHaveProperty("status");
    await until(async () => (await requests(local, "--find", `${url}kept.js`)).some((each) => each.from_cache), {
      what: "the cached file",
    });
    expect(await printed(local, "network", "shop", "--find", "/never")).toMatch(/ pending$/m);
  });

  test("a beacon and a WebSocket", async () => {
    const server = createServer((socket) => {
      socket.on("error", () => {});
      socket.on("data", () => socket.end("HTTP/1.1 403 Forbidden\r\nContent-Length: 0\r\n\r\n"));
    }).listen(0, "127.0.0.1");
    onTestFinished(() => new Promise<void>((resolve) => server.close(() => resolve())));
    await until(() => server.listening, { what: "the server" });
    const { port } = server.address() as { port: number };
    await show(local, `navigator.sendBeacon("/beacon", "a"); new WebSocket("ws://127.0.0.1:${port}/socket")`);
    expect(await arrived(local, "/beacon")).toMatchObject({ method: "POST", type: "ping" });
    expect(await arrived(local, "/socket")).toMatchObject({ type: "websocket" });
  });

  test("a page that opens another tab", async () => {
    const url = await show(local, "");
    await printed(local, "tabs", "new", "shop", `${url}second`);
    expect((await requests(local, "--find", "/second")).at(-1)).toMatchObject({ status: 200, type: "document" });
    await printed(local, "tabs", "close", "shop", "2");
  });

  test("an address cannot forge a line, and a secret in it is hidden", async () => {
    const secret = "hunter2-secret";
    await show(local, "");
    const page = `document.body.innerHTML = "<input aria-label=Card oninput='fetch(\`/card?n=\${this.value}\`)'>"`;
    await printed(local, "playwright", "execute", "shop", `await page.evaluate(${JSON.stringify(page)})`);
    const ref = /e\d+/.exec(await printed(local, "snapshot", "shop"))?.[0] ?? "";
    const filled = await local(["browsers", "act", "shop", "fill", ref, "--secret", "env:CARD"], {
      env: { CARD: secret },
    });
    expect(filled.code, filled.stderr).toBe(0);
    await arrived(local, "/card");
    expect(await printed(local, "network", "shop")).not.toContain(secret);
  });
});

test.each([
  [["--since", "soon"], '--since: must be a duration such as 5m, or a time such as 2026-01-02T03:04:05Z, not "soon"'],
  [["--status", "700"], "--status: "],
  [["--type", "picture"], "--type: must be one of document"],
  [["--method", "GET /"], "--method: "],
])("browsers network %j is refused before a request", async (words, message) => {
  const { code, stderr } = await local(["browsers", "network", "shop", ...words]);
  expect([code, stderr]).toEqual([2, expect.stringContaining(message)]);
});
