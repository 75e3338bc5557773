import { once } from "node:events";
import { readFile, rm } from "node:fs/promises";
import { createServer } from "node:http";
import { createServer as createTlsServer } from "node:https";
import type { AddressInfo, Server } from "node:net";
import { type Browser, chromium, type Page } from "playwright-core";
import { expect } from "vitest";
import { WebSocketServer } from "ws";
import { type StartedProxy, startProxy } from "../../../support/servers/proxy-server.ts";
import { certificate } from "../../../support/servers/tls-server.ts";
import { type Answer, processesOf, startService, type TestService } from "../../../support/service/service.ts";
import { until } from "../../../support/until.ts";

export interface Site {
  readonly port: number;
  stop(): Promise<void>;
}

/** Parts of a fixture that exist once it is open. */
interface Parts {
  readonly ca: string;
  /** Site by http and one by https, which answer with their own name, and echo over WebSockets. */
  readonly plain: Site;
  readonly secure: Site;
  /** A proxy that requires a user and a password, and one that does not. */
  readonly first: StartedProxy;
  readonly second: StartedProxy;
  /** Ids of the stored proxies. */
  readonly ids: { readonly first: string; readonly second: string };
  readonly session: string;
  /** CDP address of the session. */
  readonly address: string;
}

/** Session of a service, first through the proxy `first`, and the sites behind it. One browser serves many tests. */
export class ProxiedSession {
  readonly #proxies: StartedProxy[] = [];
  #service: TestService | undefined;
  #parts: Parts | undefined;
  #client: Browser | undefined;

  async open(): Promise<void> {
    const ca = await readFile(certificate("trusted"), "utf8");
    const key = await readFile(certificate("trusted").replace(/crt$/, "key"));
    this.#service = await startService({ keepDir: true });
    const plain = await startSite(createServer());
    const secure = await startSite(createTlsServer({ cert: ca, key }));
    const hosts = hostsOf(plain, secure);
    const first = await this.started({ hosts, credentials: "user:secret" });
    const second = await this.started({ hosts });
    const user = { username: "user", password: "secret" };
    const ids = {
      first: await this.store(first, { name: "first", config: { ...user, ca_bundle: ca } }),
      second: await this.store(second, { name: "second", config: { ca_bundle: ca } }),
    };
    const made = await this.service.create({ headless: true, timeout_seconds: 600, proxy: { id: ids.first } });
    const { session_id: session, cdp_ws_url: address } = made;
    this.#parts = { ca, plain, secure, first, second, ids, session, address };
  }

  async close(): Promise<void> {
    await this.#client?.close();
    await this.service.stop();
    await rm(this.service.stateDir, { recursive: true, force: true });
    await Promise.all([...this.#proxies, this.plain, this.secure].map((each) => each.stop()));
  }

  get service(): TestService {
    if (!this.#service) throw new Error("the service has not started");
    return this.#service;
  }
  get ca(): string {
    return this.#open.ca;
  }
  get plain(): Site {
    return this.#open.plain;
  }
  get secure(): Site {
    return this.#open.secure;
  }
  get first(): StartedProxy {
    return this.#open.first;
  }
  get second(): StartedProxy {
    return this.#open.second;
  }
  get ids(): Parts["ids"] {
    return this.#open.ids;
  }
  get session(): string {
    return this.#open.session;
  }

  /** Names that only the proxies know, and this machine's own. */
  hosts(): Record<string, number> {
    return hostsOf(this.plain, this.secure);
  }

  /** Starts a proxy that stops with the fixture. */
  async started(options: Parameters<typeof startProxy>[0]): Promise<StartedProxy> {
    const proxy = await startProxy(options);
    this.#proxies.push(proxy);
    return proxy;
  }

  /** Stores a proxy and gives its id. */
  async store(
    proxy: { port: number },
    { config: own, ...more }: Record<string, object | string> & { config?: object } = {},
  ): Promise<string> {
    const config = { host: "127.0.0.1", port: proxy.port, ...own };
    const answer = await this.service.api("POST", "/proxies", { json: { type: "custom", ...more, config } });
    expect(answer.status, answer.text).toBe(201);
    return answer.body.id;
  }

  async update(id: string, json: object): Promise<Answer> {
    return this.service.api("PATCH", `/browsers/${id}`, { json });
  }

  async curl(id: string, url: string): Promise<Answer> {
    return this.service.api("POST", `/browsers/${id}/curl`, { json: { url, timeout_ms: 20_000 } });
  }

  /** Stops the service and starts another one over its state. */
  async restart(): Promise<void> {
    await this.#client?.close();
    const { stateDir } = this.service;
    await this.service.stop();
    this.#service = await startService({ stateDir });
  }

  /** Page of the session, over a connection that lasts as long as its browser. */
  async page(): Promise<Page> {
    if (!this.#client?.isConnected()) this.#client = await chromium.connectOverCDP(this.#open.address);
    const [page] = this.#client.contexts()[0]?.pages() ?? [];
    if (!page) throw new Error("the session has no page");
    return page;
  }

  /** Title of a page, or its network error after its error page has loaded. */
  async title(url: string): Promise<string> {
    const page = await this.page();
    try {
      await page.goto(url);
      return await page.title();
    } catch (error) {
      const failure = /net::\w+/.exec((error as Error).message)?.[0];
      if (failure === undefined) throw error;
      // The error page loads after the failure, and would interrupt the next navigation.
      await until(
        () => page.url(),
        (shown) => shown.startsWith("chrome-error:"),
      );
      return failure;
    }
  }

  /** Answer to a message over a WebSocket of the page. */
  async echo(url: string): Promise<string> {
    const expression = `new Promise((resolve) => {
      const socket = new WebSocket(${JSON.stringify(url)});
      socket.onopen = () => socket.send("hello");
      socket.onmessage = ({ data }) => resolve(data);
      socket.onerror = () => resolve("error");
    })`;
    return (await this.page()).evaluate<string>(expression);
  }

  /** Opens a WebSocket in the page; `end` resolves with the way it ends, after it has echoed. */
  async openSocket(): Promise<{ end: Promise<string> }> {
    return this.#begun(`new Promise((resolve) => {
      const socket = new WebSocket("wss://localhost/");
      socket.onopen = () => socket.send("hello");
      socket.onmessage = () => { document.title = "begun"; };
      socket.onclose = ({ wasClean }) => resolve(wasClean ? "closed" : "cut");
    })`);
  }

  /** Reads an endless chunked response of the page's site; `end` resolves with the way it ends, after it has begun. */
  async endlessRead(): Promise<{ end: Promise<string> }> {
    return this.#begun(`(async () => {
      const reader = (await fetch("/endless")).body.getReader();
      await reader.read();
      document.title = "begun";
      return reader.read().then(() => "ended", () => "cut");
    })()`);
  }

  /** Process of the browser with the proxy, and the port of its relay, from its command line. */
  async browser(): Promise<{ pid: number; relay: number }> {
    for (const pid of await processesOf(this.service.stateDir, this.service.tempRoot)) {
      const words = await readFile(`/proc/${pid}/cmdline`, "latin1").catch(() => "");
      const relay = /--proxy-server=http:\/\/127\.0\.0\.1:(\d+)/.exec(words)?.[1];
      if (relay !== undefined && /chrom[^\0]*\0/.test(words) && !words.includes("--type="))
        return { pid, relay: Number(relay) };
    }
    throw new Error("no browser has a relay");
  }

  get #open(): Parts {
    if (!this.#parts) throw new Error("the session has not been opened");
    return this.#parts;
  }

  /** Starts work in the page that sets its title to "begun"; fails at once when the work ends or fails before that. */
  async #begun(expression: string): Promise<{ end: Promise<string> }> {
    const page = await this.page();
    await page.evaluate('document.title = "waits"');
    const end = page.evaluate<string>(expression);
    const early = end.then((how) => Promise.reject(new Error(`it ended before it had begun: ${how}`)));
    await Promise.race([
      until(
        () => page.title(),
        (title) => title === "begun",
      ),
      early,
    ]);
    early.catch(() => {});
    return { end };
  }
}

function hostsOf(plain: Site, secure: Site): Record<string, number> {
  return {
    "site.test:80": plain.port,
    "localhost:443": secure.port,
    [`127.0.0.1:${plain.port}`]: plain.port,
    [`localhost:${secure.port}`]: secure.port,
  };
}

/** Otherwise Chromium holds back the start of a text until it knows its type. */
const noSniffing = {
  "content-type": "application/json",
  "x-content-type-options": "nosniff",
  "cache-control": "no-store",
};

async function startSite(server: Server): Promise<Site> {
  const sockets = new WebSocketServer({ noServer: true });
  server.on("request", ({ url }, response) => {
    if (url === "/endless") return void response.writeHead(200, noSniffing).write("first\n");
    response.setHeader("content-type", "text/html").end(`<title>site ${url}</title>`);
  });
  server.on("upgrade", (request, socket, head) => {
    sockets.handleUpgrade(request, socket, head, (client) =>
      client.on("message", (data) => client.send(`echo ${data}`)),
    );
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  const { port } = server.address() as AddressInfo;
  const stop = async (): Promise<void> => {
    for (const client of sockets.clients) client.terminate();
    await new Promise((resolve) => {
      server.close(resolve);
      (server as ReturnType<typeof createServer>).closeAllConnections();
    });
  };
  return { port, stop };
}
