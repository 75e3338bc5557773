import { once } from "node:events";
import { readFile, rm } from "node:fs/promises";
import { createServer } from "node:http";
import { createServer as createTlsServer } from "node:https";
import { type AddressInfo, connect, type Server } from "node:net";
import { type Browser, chromium, type Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { WebSocketServer } from "ws";
import { type StartedProxy, startProxy } from "../../support/proxy-server.ts";
import { type Answer, processesOf, startService, type TestService } from "../../support/service.ts";
import { certificate } from "../../support/tls-server.ts";
import { until } from "../../support/until.ts";

let service: TestService;
let ca: string;
/** Ports of a site by http and of one by https, which answer with their own name, and echo over WebSockets. */
let plain: Site;
let secure: Site;
const proxies: StartedProxy[] = [];
/** Session through `first`, which wants a user and a password, and the second proxy. */
let first: StartedProxy;
let second: StartedProxy;
let session: string;
/** CDP address of the session. */
let address: string;
let ids: { first: string; second: string };

interface Site {
  port: number;
  stop(): Promise<void>;
}

beforeAll(async () => {
  ca = await readFile(certificate("trusted"), "utf8");
  const key = await readFile(certificate("trusted").replace(/crt$/, "key"));
  service = await startService({ keepDir: true });
  plain = await startSite(createServer());
  secure = await startSite(createTlsServer({ cert: ca, key }));
  first = await started({ hosts: hosts(), credentials: "user:secret" });
  second = await started({ hosts: hosts() });
  ids = {
    first: await store(first, { name: "first", config: { username: "user", password: "secret", ca_bundle: ca } }),
    second: await store(second, { name: "second", config: { ca_bundle: ca } }),
  };
  const made = await service.create({ headless: true, timeout_seconds: 600, proxy: { id: ids.first } });
  session = made.session_id;
  address = made.cdp_ws_url;
});
afterAll(async () => {
  await client?.close();
  await service.stop();
  await rm(service.stateDir, { recursive: true, force: true });
  await Promise.all([...proxies, plain, secure].map((each) => each.stop()));
});

/** Names that only the proxies know, and this machine's own. */
function hosts(): Record<string, number> {
  return {
    "site.test:80": plain.port,
    "localhost:443": secure.port,
    [`127.0.0.1:${plain.port}`]: plain.port,
    [`localhost:${secure.port}`]: secure.port,
  };
}

async function started(options: Parameters<typeof startProxy>[0]): Promise<StartedProxy> {
  const proxy = await startProxy(options);
  proxies.push(proxy);
  return proxy;
}

async function startSite(server: Server): Promise<Site> {
  const sockets = new WebSocketServer({ noServer: true });
  server.on("request", ({ url }, response) => {
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

async function store(
  proxy: { port: number },
  { config: own, ...more }: Record<string, object | string> & { config?: object } = {},
): Promise<string> {
  const config = { host: "127.0.0.1", port: proxy.port, ...own };
  const answer = await service.api("POST", "/proxies", { json: { type: "custom", ...more, config } });
  expect(answer.status, answer.text).toBe(201);
  return answer.body.id;
}

const update = (id: string, json: object): Promise<Answer> => service.api("PATCH", `/browsers/${id}`, { json });
const curl = (id: string, url: string): Promise<Answer> =>
  service.api("POST", `/browsers/${id}/curl`, { json: { url, timeout_ms: 20_000 } });

let client: Browser | undefined;
/** Page of the session, over a connection that lasts as long as its browser. */
async function page(): Promise<Page> {
  if (!client?.isConnected()) client = await chromium.connectOverCDP(address);
  const [first] = client.contexts()[0]?.pages() ?? [];
  if (!first) throw new Error("the session has no page");
  return first;
}

/** Title of a page, or the network error that it ended with. */
async function title(url: string): Promise<string> {
  const own = await page();
  try {
    await own.goto(url);
    return await own.title();
  } catch (error) {
    return /net::\w+/.exec((error as Error).message)?.[0] ?? String(error);
  }
}

/** Answer to a message over a WebSocket of the page. */
async function echo(url: string): Promise<string> {
  const expression = `new Promise((resolve) => {
    const socket = new WebSocket(${JSON.stringify(url)});
    socket.onopen = () => socket.send("hello");
    socket.onmessage = ({ data }) => resolve(data);
    socket.onerror = () => resolve("error");
  })`;
  return (await page()).evaluate<string>(expression);
}

/** Opens a WebSocket in the page; `end` resolves with how it ends, once it has echoed. */
async function openSocket(): Promise<{ end: Promise<string> }> {
  const own = await page();
  const end = own.evaluate<string>(`new Promise((resolve) => {
    const socket = new WebSocket("wss://localhost/");
    socket.onopen = () => socket.send("hello");
    socket.onmessage = () => { document.title = "open"; };
    socket.onclose = ({ wasClean }) => resolve(wasClean ? "closed" : "cut");
  })`);
  end.catch(() => {});
  await until(
    () => own.title(),
    (text) => text === "open",
  );
  return { end };
}

describe("a session with a proxy", () => {
  test("reaches http, https and WebSockets through it, with user, password and CA bundle", async () => {
    expect(await title("http://site.test/page")).toBe("site /page");
    expect(await title("https://localhost/secure")).toBe("site /secure");
    expect(await echo("wss://localhost/")).toBe("echo hello");
    expect(await title("http://site.test/page")).toBe("site /page");
    expect(await echo("ws://site.test/")).toBe("echo hello");
    expect(first.asked).toEqual(
      expect.arrayContaining(["GET http://site.test/page", "CONNECT localhost:443", "CONNECT site.test:80"]),
    );
    const answers = await Promise.all([curl(session, "http://site.test/c"), curl(session, "https://localhost/c")]);
    expect(answers.map(({ body }) => body.body)).toEqual(["<title>site /c</title>", "<title>site /c</title>"]);
    expect(second.asked).toEqual([]);
  });

  test("goes through it to this machine, too, and in a client's own contexts", async () => {
    const url = `http://127.0.0.1:${plain.port}/local`;
    expect(await title(url)).toBe("site /local");
    expect(first.asked).toContain(`GET ${url}`);
    const other = await (await page()).context().browser()?.newContext();
    const opened = await other?.newPage();
    await opened?.goto("https://localhost/other");
    expect(await opened?.title()).toBe("site /other");
    await other?.close();
  });

  test("shows it in its record and is found by it", async () => {
    const { body } = await service.api("GET", `/browsers/${session}`);
    expect(body).toMatchObject({ proxy: { id: ids.first, name: "first" }, proxy_id: ids.first });
    const found = (await service.api("GET", `/browsers?query=${ids.first}`)).body;
    expect(found.map((each: { session_id: string }) => each.session_id)).toEqual([session]);
    expect(JSON.stringify(body) + service.log.join("")).not.toContain("secret");
  });

  test("refuses every other program of this machine", async () => {
    const { relay } = await browser();
    const head = "Host: site.test\r\nConnection: close\r\n\r\n";
    expect(await sent(relay, `GET http://site.test/stolen HTTP/1.1\r\n${head}`)).toMatch(
      /^HTTP\/1.1 403 .*This proxy is for one browser only/s,
    );
    expect(await sent(relay, `CONNECT localhost:443 HTTP/1.1\r\n${head}`)).toMatch(/^HTTP\/1.1 403 /);
    const exec = {
      command: "sh",
      args: [
        "-c",
        `exec 3<>/dev/tcp/127.0.0.1/${relay}; printf 'GET http://site.test/stolen HTTP/1.1\\r\\nHost: x\\r\\n\\r\\n' >&3; head -1 <&3`,
      ],
    };
    const inside = await service.api("POST", `/browsers/${session}/process/exec`, {
      json: { ...exec, command: "bash" },
    });
    expect(Buffer.from(inside.body.stdout_b64, "base64").toString()).toBe("HTTP/1.1 403 Forbidden\r\n");
    expect(first.asked.join()).not.toContain("stolen");
    expect(service.log.join("\n")).toContain("a program that is not the session's browser tried to use its proxy");
  });

  test("sends no UDP around it", async () => {
    const { createSocket } = await import("node:dgram");
    const peer = createSocket("udp4");
    onTestFinished(() => void peer.close());
    const packets: string[] = [];
    peer.on("message", (data) => packets.push(data.toString("hex")));
    peer.bind(0, "127.0.0.1");
    await once(peer, "listening");
    await title("http://site.test/rtc");
    const gathered = await (await page()).evaluate(`new Promise((resolve) => {
      const found = [];
      const connection = new RTCPeerConnection({ iceServers: [{ urls: "stun:127.0.0.1:${peer.address().port}" }] });
      connection.createDataChannel("x");
      connection.onicecandidate = ({ candidate }) =>
        candidate?.candidate ? found.push(candidate.candidate) : resolve(found);
      connection.createOffer().then((offer) => connection.setLocalDescription(offer));
    })`);
    expect([gathered, packets]).toEqual([[], []]);
  });

  test("names the failures of its proxy", async () => {
    const failure = async (url: string) => {
      const { status, body } = await curl(session, url);
      return [status, body.net_error, body.net_error_name, body.message];
    };
    const refused = `the proxy "first" at 127.0.0.1:${first.port} answered 502`;
    expect(await failure("https://nowhere.test/")).toEqual([
      502,
      -111,
      "ERR_TUNNEL_CONNECTION_FAILED",
      `the request to "https://nowhere.test" failed: ERR_TUNNEL_CONNECTION_FAILED, ${refused}`,
    ]);
    expect(await title("https://nowhere.test/")).toBe("net::ERR_TUNNEL_CONNECTION_FAILED");
  });
});

describe("an update of the proxy", () => {
  test("switches to another server at once and cuts what goes through the old one", async () => {
    await title("https://localhost/holder");
    const { end } = await openSocket();
    const { pid } = await browser();
    const before = first.asked.length;
    const answer = await update(session, { proxy: { name: "second" } });
    expect(answer.body.proxy).toEqual({ id: ids.second, name: "second" });
    expect(await end).toBe("cut");
    expect(await title("https://localhost/after")).toBe("site /after");
    expect(second.asked).toContain("CONNECT localhost:443");
    expect([first.asked.length, (await browser()).pid]).toEqual([before, pid]);
  });

  test("removes it and brings it back, with the browser's tabs and cookies", async () => {
    await title("http://site.test/tab");
    await (await page()).evaluate('document.cookie = "kept=yes; max-age=600"');
    const removed = await update(session, { proxy: { mode: "direct" } });
    expect([removed.status, removed.body.proxy, removed.body.proxy_id], removed.text).toEqual([
      200,
      { mode: "direct" },
      undefined,
    ]);
    expect((await update(session, { proxy_id: "" })).body).not.toHaveProperty("proxy");
    const before = second.asked.length;
    expect(await title(`http://127.0.0.1:${plain.port}/direct`)).toBe("site /direct");
    expect((await curl(session, `https://localhost:${secure.port}/`)).body.net_error_name).toBe(
      "ERR_CERT_AUTHORITY_INVALID",
    );
    expect(second.asked.length).toBe(before);
    const back = await update(session, { proxy_id: ids.second });
    expect(back.body.proxy).toEqual({ id: ids.second, name: "second" });
    expect(await title("http://site.test/again")).toBe("site /again");
    expect(await (await page()).evaluate("document.cookie")).toBe("kept=yes");
  });

  test("with a wrong reference changes nothing", async () => {
    await store(second, { name: "twin" });
    const newest = await store(second, { name: "twin" });
    const cases: [object, string][] = [
      [{ proxy: { id: "nope" } }, 'proxy.id: there is no proxy "nope"'],
      [{ proxy: { name: "SECOND" } }, 'proxy.name: there is no proxy "SECOND"'],
      [{ proxy: { name: "twin" } }, 'proxy.name: several proxies have the name "twin": use the id of one'],
      [{ proxy: {} }, "proxy: must have exactly one of mode, id, name"],
      [{ proxy: { id: newest, name: "twin" } }, "proxy: must have exactly one of mode, id, name"],
      [{ proxy: { id: newest }, proxy_id: newest }, "proxy_id: cannot be combined with proxy"],
      [{ proxy_id: "nope" }, 'proxy_id: there is no proxy "nope"'],
    ];
    for (const [json, message] of cases) {
      for (const answer of [await update(session, json), await service.api("POST", "/browsers", { json })]) {
        expect([answer.status, answer.body.code, answer.body.details?.[0]]).toEqual([
          400,
          "bad_request",
          { code: "invalid_input", message },
        ]);
      }
    }
    expect((await service.api("GET", `/browsers/${session}`)).body.proxy.id).toBe(ids.second);
  });
});

describe("a proxy", () => {
  test("with a wrong password, without one, and down is named in every answer", async () => {
    const wrong = await store(first, {
      name: "wrong",
      config: { username: "user", password: "wrong!", ca_bundle: ca },
    });
    await update(session, { proxy: { id: wrong } });
    const names = async () => {
      const answers = await Promise.all([curl(session, "http://site.test/"), curl(session, "https://localhost/")]);
      return answers.map(({ body }) => [body.net_error, body.net_error_name, body.message.split(", ")[1]]);
    };
    const refused = [
      -127,
      "ERR_PROXY_AUTH_REQUESTED",
      `the proxy "wrong" at 127.0.0.1:${first.port} refused the user or the password (407)`,
    ];
    expect(await names()).toEqual([refused, refused]);
    expect(await title("http://site.test/")).toBe("");
    expect(await (await page()).innerText("body")).toContain("refused the user or the password (407)");
    const down = await started({ hosts: {} });
    await down.stop();
    await update(session, { proxy: { id: await store(down, { config: { ca_bundle: ca } }) } });
    const dead = [-130, "ERR_PROXY_CONNECTION_FAILED", `the proxy at 127.0.0.1:${down.port} refused the connection`];
    expect(await names()).toEqual([dead, dead]);
  });

  test("that dies in the middle ends the page's connections, and the next request names it", async () => {
    const dying = await started({ hosts: hosts() });
    await update(session, { proxy: { id: await store(dying, { config: { ca_bundle: ca } }) } });
    await title("https://localhost/holder");
    const { end } = await openSocket();
    await dying.stop();
    expect(await end).toBe("cut");
    expect((await curl(session, "https://localhost/")).body.net_error_name).toBe("ERR_PROXY_CONNECTION_FAILED");
  });

  test("that answers nothing ends at the limit of the request", async () => {
    const silent = await started({ hosts: hosts() });
    silent.silent = true;
    await update(session, { proxy: { id: await store(silent, { config: { ca_bundle: ca } }) } });
    const json = { url: "https://localhost/", timeout_ms: 1_000 };
    const answer = await service.api("POST", `/browsers/${session}/curl`, { json });
    expect(answer.body.net_error_name).toBe("ERR_TIMED_OUT");
  });

  test("over TLS is trusted by its CA bundle", async () => {
    const tls = await started({ hosts: hosts(), tls: "trusted", credentials: "user:secret" });
    const config = { username: "user", password: "secret", ca_bundle: ca };
    const id = await store(tls, { config, protocol: "https" });
    await update(session, { proxy: { id } });
    expect(await title("https://localhost/over-tls")).toBe("site /over-tls");
    expect(await title("http://site.test/over-tls")).toBe("site /over-tls");
    expect(tls.asked).toEqual(expect.arrayContaining(["CONNECT localhost:443", "GET http://site.test/over-tls"]));
  });

  test("that is deleted serves its running session until another one is chosen", async () => {
    const gone = await started({ hosts: hosts() });
    const id = await store(gone, { name: "gone", config: { ca_bundle: ca } });
    await update(session, { proxy: { id } });
    expect((await service.api("DELETE", `/proxies/${id}`)).status).toBe(204);
    expect(await title("http://site.test/gone")).toBe("site /gone");
    expect((await service.api("GET", `/browsers/${session}`)).body.proxy).toEqual({ id, name: "gone" });
    expect((await update(session, { proxy: { id } })).status).toBe(400);
  });

  test("is not asked for the hosts to bypass", async () => {
    const own = await started({ hosts: hosts() });
    const bypass_hosts = ["127.0.0.1", "*.localhost", "localhost"];
    await update(session, { proxy: { id: await store(own, { bypass_hosts, config: { ca_bundle: ca } }) } });
    expect(await title(`http://127.0.0.1:${plain.port}/bypassed`)).toBe("site /bypassed");
    expect(await title(`http://a.localhost:${plain.port}/bypassed`)).toBe("site /bypassed");
    expect(await title(`https://localhost:${secure.port}/bypassed`)).toBe("site /bypassed");
    expect(await title("http://site.test/asked")).toBe("site /asked");
    expect(own.asked.filter((each) => !/favicon|google/.test(each))).toEqual(["GET http://site.test/asked"]);
  });
});

test("a restart of the service ends the session, whose record names the proxy that is gone", async () => {
  const id = await store(second, { name: "short-lived", config: { ca_bundle: ca } });
  await update(session, { proxy: { id } });
  await service.api("DELETE", `/proxies/${id}`);
  await client?.close();
  const { stateDir } = service;
  await service.stop();
  service = await startService({ stateDir });
  const { body } = await service.api("GET", `/browsers/${session}?include_deleted=true`);
  expect([body.proxy, body.proxy_id, typeof body.deleted_at]).toEqual([{ id, name: "short-lived" }, id, "string"]);
  const again = await service.api("POST", "/browsers", { json: { proxy: { id } } });
  expect([again.status, again.body.details[0].message]).toEqual([400, `proxy.id: there is no proxy "${id}"`]);
  const kept = await service.api("POST", `/proxies/${ids.first}/check`);
  expect([kept.body.status, kept.headers.get("x-browserctl-notice")]).toEqual(["available", null]);
});

/** Process of the browser with the proxy, and the port of its relay, from its command line. */
async function browser(): Promise<{ pid: number; relay: number }> {
  for (const pid of await processesOf(service.stateDir, service.tempRoot)) {
    const words = await readFile(`/proc/${pid}/cmdline`, "latin1").catch(() => "");
    const relay = /--proxy-server=http:\/\/127\.0\.0\.1:(\d+)/.exec(words)?.[1];
    if (relay !== undefined && /chrom[^\0]*\0/.test(words) && !words.includes("--type="))
      return { pid, relay: Number(relay) };
  }
  throw new Error("no browser has a relay");
}

/** Response to bytes that this process sends to a port. */
async function sent(port: number, text: string): Promise<string> {
  const socket = connect(port, "127.0.0.1");
  socket.write(text);
  let all = "";
  for await (const chunk of socket) all += chunk;
  return all;
}
