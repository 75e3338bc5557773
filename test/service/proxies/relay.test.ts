import { once } from "node:events";
import { createServer as createHttpServer, request as httpRequest, type IncomingMessage } from "node:http";
import { type AddressInfo, connect, createServer, type Socket } from "node:net";
import { buffer, text } from "node:stream/consumers";
import { describe, expect, onTestFinished, test } from "vitest";
import type { Egress } from "../../../src/service/proxies/carrier.ts";
import { Relay } from "../../../src/service/proxies/relay.ts";
import { Upstream } from "../../../src/service/proxies/upstream.ts";
import { SealError, Sealed } from "../../../src/service/store/seal.ts";
import { onLoopback } from "../../support/servers/loopback.ts";
import { startProxy } from "../../support/servers/proxy-server.ts";
import { until } from "../../support/until.ts";

const ESTABLISHED = "HTTP/1.1 200 Connection established\r\n\r\n";
const BIG = 4 * 1_024 * 1_024;

/** Egress that sends everything through one proxy. */
function through(...access: ConstructorParameters<typeof Upstream>): Egress {
  const upstream = new Upstream(...access);
  return { carrierTo: () => upstream };
}

/** Relay to a proxy on a port. This process is its browser. */
async function relayTo(port: number, bounds?: { connectMs: number; tunnelMs: number }): Promise<Relay> {
  const proxy = { name: "p", protocol: "http", host: "127.0.0.1", port, username: null, password: null } as const;
  const relay = await Relay.open(through({ ...proxy, caBundle: null }, bounds), () => {});
  relay.admit(process.pid);
  onTestFinished(() => relay.close());
  return relay;
}

/** Proxy that treats each connection as a test wants. */
async function rawProxy(
  serve: (socket: Socket, head: string) => void,
): Promise<{ port: number; heads: string[]; sockets: Socket[] }> {
  const heads: string[] = [];
  const sockets: Socket[] = [];
  const server = createServer({ allowHalfOpen: true }, (socket) => {
    sockets.push(socket);
    socket.on("error", () => {});
    let got = "";
    const read = (chunk: Buffer): void => {
      got += chunk.toString("latin1");
      const end = got.indexOf("\r\n\r\n");
      if (end === -1) return;
      socket.off("data", read);
      socket.pause();
      heads.push(got.slice(0, end));
      const rest = got.slice(end + 4);
      if (rest.length > 0) socket.unshift(Buffer.from(rest, "latin1"));
      serve(socket, got.slice(0, end));
    };
    socket.on("data", read);
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  onTestFinished(async () => {
    for (const socket of sockets) socket.destroy();
    await new Promise((resolve) => server.close(resolve));
  });
  return { port: (server.address() as AddressInfo).port, heads, sockets };
}

/** Connection to a relay to which a text has been written. */
function dial(relay: Relay, written: string): Socket {
  const socket = connect({ port: relay.port, host: "127.0.0.1", allowHalfOpen: true });
  onTestFinished(() => void socket.destroy());
  socket.on("error", () => {});
  socket.write(written, "latin1");
  return socket;
}

/** Complete response until the relay closes. */
async function answerTo(relay: Relay, written: string): Promise<string> {
  return (await buffer(dial(relay, written))).toString("latin1");
}

const get = (more = ""): string =>
  `GET http://site.test/x HTTP/1.1\r\nHost: site.test\r\nConnection: close\r\n${more}\r\n`;
const tunnelTo = (target: string): string => `CONNECT ${target} HTTP/1.1\r\nHost: ${target}\r\n\r\n`;

/** Connection through a tunnel, from its first byte on. */
async function tunnel(relay: Relay, target: string): Promise<Socket> {
  const socket = dial(relay, tunnelTo(target));
  await once(socket, "readable");
  expect(String(socket.read(ESTABLISHED.length))).toBe(ESTABLISHED);
  return socket;
}

const openSockets = (): number => process.getActiveResourcesInfo().filter((name) => name === "TCPSocketWrap").length;

test("a password that cannot be read is the reason of the failure, and nothing is sent to the proxy", async () => {
  const proxy = await rawProxy(() => {});
  const password = new Sealed(() => {
    throw new SealError('the key file "/home/somebody/state.key" is gone');
  });
  const access = { name: "p", protocol: "http", host: "127.0.0.1", port: proxy.port, username: null } as const;
  const relay = await Relay.open(through({ ...access, password, caBundle: null }), () => {});
  onTestFinished(() => relay.close());
  relay.admit(process.pid);
  const reason =
    `the password of the proxy "p" at 127.0.0.1:${proxy.port} cannot be read with the key of this service; ` +
    "delete the proxy and create it again";
  const answer = await answerTo(relay, get());
  expect(answer).toMatch(/^HTTP\/1.1 502 /);
  expect(answer).toContain(`${reason}.`);
  expect(await answerTo(relay, tunnelTo("site.test:443"))).toMatch(/^HTTP\/1.1 502 /);
  expect(relay.failureOf("https://site.test/", 0)).toEqual({ name: "ERR_PROXY_CONNECTION_FAILED", reason });
  expect(proxy.sockets).toEqual([]);
});

describe("a plain request", () => {
  test("a plain request loses the headers of its connection, and gets the host of its URL", async () => {
    const proxy = await rawProxy((socket) => socket.end("HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n"));
    const relay = await relayTo(proxy.port);
    await answerTo(
      relay,
      "GET http://site.test:81/x HTTP/1.1\r\nHost: other.test\r\nConnection: close, X-Hop\r\nX-Hop: 1\r\n" +
        "Proxy-Connection: keep-alive\r\nProxy-Authorization: Basic eDp5\r\nTE: trailers\r\nX-Kept: caf\xe9\r\n\r\n",
    );
    expect(proxy.heads[0]?.split("\r\n")).toEqual([
      "GET http://site.test:81/x HTTP/1.1",
      "Host: site.test:81",
      "X-Kept: caf\xe9",
      "connection: close",
    ]);
  });

  test("a plain request with a chunked body stays chunked, whatever its method", async () => {
    const bodies: string[] = [];
    const server = createHttpServer((request, response) => {
      void text(request).then((body) => {
        bodies.push(`${request.method} ${body}`);
        response.end();
      });
    });
    const { url } = await onLoopback(server);
    const relay = await relayTo(Number(new URL(url).port));
    for (const method of ["POST", "DELETE"]) {
      const head = `${method} http://site.test/ HTTP/1.1\r\nHost: site.test\r\nConnection: close\r\n`;
      const chunked = `${head}Transfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n0\r\n\r\n`;
      expect(await answerTo(relay, chunked)).toMatch(/^HTTP\/1.1 200 OK/);
    }
    expect(bodies).toEqual(["POST hello", "DELETE hello"]);
  });

  test("a plain request that is ambiguous is refused", async () => {
    const proxy = await rawProxy((socket) => socket.end());
    const relay = await relayTo(proxy.port);
    const both = get("Content-Length: 3\r\nTransfer-Encoding: chunked\r\n");
    expect(await answerTo(relay, `${both}0\r\n\r\n`)).toMatch(/^HTTP\/1.1 400 Bad Request/);
    expect(await answerTo(relay, get("X-A : 1\r\n"))).toMatch(/^HTTP\/1.1 400 Bad Request/);
    expect(await answerTo(relay, get().replace("http://site.test", ""))).toMatch(/^HTTP\/1.1 400 /);
    expect(await answerTo(relay, get().replace("http:", "https:"))).toMatch(/^HTTP\/1.1 400 /);
    expect(proxy.heads).toEqual([]);
  });

  test("a plain request may have headers of 200 KB, and none above 256 KB", async () => {
    const long = "x".repeat(200 * 1_024);
    const proxy = await rawProxy((socket) =>
      socket.end(`HTTP/1.1 200 OK\r\nX-Long: ${long}\r\nContent-Length: 0\r\n\r\n`),
    );
    const relay = await relayTo(proxy.port);
    expect(await answerTo(relay, get(`X-Long: ${long}\r\n`))).toContain(`X-Long: ${long}\r\n`);
    expect(proxy.heads[0]).toContain(long);
    // The answer is lost if the rest of the request arrives after it.
    const answer = await answerTo(relay, get(`X-Long: ${long}${long}\r\n`)).catch(() => "reset");
    expect([/^HTTP\/1.1 431 |^reset$/.test(answer), proxy.heads.length]).toEqual([true, 1]);
  });

  test("a plain request uploads no faster than the proxy reads, after 100 Continue", async () => {
    let received = 0;
    const proxy = await rawProxy(() => {});
    const relay = await relayTo(proxy.port);
    const request = httpRequest({
      host: "127.0.0.1",
      port: relay.port,
      method: "POST",
      path: "http://site.test/upload",
      headers: { host: "site.test", expect: "100-continue", "content-length": 4 * BIG },
    });
    request.on("error", () => {}).flushHeaders();
    onTestFinished(() => void request.destroy());
    await once(request, "continue");
    expect(request.write(Buffer.alloc(4 * BIG))).toBe(false);
    request.end();
    await until(
      () => proxy.heads.length,
      (count) => count === 1,
    );
    expect(request.writableFinished).toBe(false);
    const [socket] = proxy.sockets;
    socket?.on("data", (chunk) => {
      received += chunk.length;
      if (received >= 4 * BIG) socket.end("HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n");
    });
    socket?.resume();
    const [{ statusCode }] = (await once(request, "response")) as [IncomingMessage];
    expect([statusCode, received]).toEqual([200, 4 * BIG]);
  });
});

describe("an answer", () => {
  test("an answer with two lengths keeps the one that counts", async () => {
    const proxy = await rawProxy((socket) =>
      socket.end(
        "HTTP/1.1 200 F\x01ine\r\nContent-Length: 3\r\nTransfer-Encoding: chunked\r\nConnection: x-hop\r\nX-Hop: 1\r\n" +
          "X-Bad: a\x01b\r\nX-Kept: 1\r\n\r\n5\r\nhello\r\n0\r\n\r\n",
      ),
    );
    const answer = await answerTo(await relayTo(proxy.port), get());
    expect(answer).toBe(
      "HTTP/1.1 200 Fine\r\nX-Kept: 1\r\nConnection: close\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n0\r\n\r\n",
    );
  });

  test.each([
    ["HEAD", "200 OK", "Content-Length: 7\r\n"],
    ["GET", "204 No Content", ""],
    ["GET", "304 Not Modified", "ETag: x\r\n"],
  ])("an answer without a body to %s with %s ends at once", async (method, status, headers) => {
    const proxy = await rawProxy((socket) => socket.write(`HTTP/1.1 ${status}\r\n${headers}\r\n`));
    const answer = await answerTo(await relayTo(proxy.port), get().replace("GET", method));
    expect(answer).toBe(`HTTP/1.1 ${status}\r\n${headers}Connection: close\r\n\r\n`);
  });

  test.each([
    ["chunked", "Transfer-Encoding: chunked", "5\r\nhello\r\n"],
    ["with a length", "Content-Length: 10", "hello"],
  ])("an answer that is cut in the middle is cut for the browser too: %s", async (_name, header, start) => {
    const proxy = await rawProxy((socket) => socket.write(`HTTP/1.1 200 OK\r\n${header}\r\n\r\n${start}`));
    const relay = await relayTo(proxy.port);
    const request = httpRequest({ host: "127.0.0.1", port: relay.port, path: "http://site.test/" }).end();
    const [incoming] = (await once(request, "response")) as [IncomingMessage];
    const [first] = await once(incoming, "data");
    for (const socket of proxy.sockets) socket.resetAndDestroy();
    await expect(text(incoming)).rejects.toThrow("aborted");
    expect([String(first), incoming.complete]).toEqual(["hello", false]);
  });
});

describe("a tunnel", () => {
  test("a tunnel delivers everything to a slow reader after the other side has closed", async () => {
    const proxy = await rawProxy((socket) => {
      socket.write("HTTP/1.1 200 OK\r\n\r\n");
      socket.end(Buffer.alloc(BIG, "x"));
    });
    const relay = await relayTo(proxy.port);
    const socket = await tunnel(relay, "site.test:443");
    // The proxy has sent its last byte, and the buffers on the way are full.
    await until(
      () => proxy.sockets[0]?.writableFinished,
      (finished) => finished === true,
    );
    expect((await buffer(socket)).length).toBe(BIG);
  });

  test("a tunnel ends for the proxy when the browser ends it, after the last bytes", async () => {
    const proxy = await rawProxy((socket) => socket.write("HTTP/1.1 200 OK\r\n\r\n"));
    const socket = await tunnel(await relayTo(proxy.port), "site.test:443");
    socket.end(Buffer.alloc(BIG, "x"));
    const [onward] = proxy.sockets;
    if (!onward) throw new Error("there is no connection to the proxy");
    expect((await buffer(onward)).length).toBe(BIG);
  });

  test("a tunnel that the browser gives up is also given up at the proxy", async () => {
    const proxy = await rawProxy((socket) => socket.resume());
    const socket = dial(await relayTo(proxy.port), tunnelTo("site.test:443"));
    await until(
      () => proxy.heads,
      (heads) => heads.length === 1,
    );
    const [onward] = proxy.sockets;
    socket.end();
    expect(await new Promise((resolve) => onward?.once("end", () => resolve("ended")))).toBe("ended");
  });

  test("a tunnel that is refused leaves no connection", async () => {
    const proxy = await rawProxy((socket) => socket.end("HTTP/1.1 502 Bad Gateway\r\n\r\n"));
    const relay = await relayTo(proxy.port);
    const before = openSockets();
    const answers = await Promise.all(
      Array.from({ length: 30 }, async () => {
        const socket = dial(relay, tunnelTo("[::1]:443"));
        const answer = String(await buffer(socket));
        socket.destroy();
        return answer;
      }),
    );
    expect(new Set(answers)).toEqual(
      new Set(["HTTP/1.1 502 Bad Gateway\r\nContent-Length: 0\r\nConnection: close\r\n\r\n"]),
    );
    expect(relay.failureOf("https://[::1]/", 0)?.name).toBe("ERR_TUNNEL_CONNECTION_FAILED");
    for (const socket of proxy.sockets) socket.destroy();
    await until(openSockets, (count) => count <= before);
  });

  test("a tunnel to an invalid host and port is refused", async () => {
    const proxy = await rawProxy((socket) => socket.end());
    const relay = await relayTo(proxy.port);
    for (const target of ["site.test", "site.test:x", "user@site.test:443", "http://site.test:443"]) {
      expect(await answerTo(relay, tunnelTo(target)), target).toMatch(/^HTTP\/1.1 400 /);
    }
    expect(proxy.heads).toEqual([]);
  });

  test("a tunnel that the proxy does not answer ends at the limit", async () => {
    const proxy = await rawProxy(() => {});
    const relay = await relayTo(proxy.port, { connectMs: 5_000, tunnelMs: 50 });
    expect(await answerTo(relay, tunnelTo("site.test:443"))).toMatch(/^HTTP\/1.1 502 /);
    expect(relay.failureOf("https://site.test/", 0)?.reason).toContain("did not answer within 0.05 s");
  });

  test("40 concurrent tunnels are all cut by the end of the session", async () => {
    const echo = createServer((socket) => socket.on("error", () => {}).pipe(socket));
    const { url } = await onLoopback(echo);
    const site = Number(new URL(url).port);
    const proxy = await startProxy({ hosts: { "site.test:443": site } });
    onTestFinished(() => proxy.stop());
    const relay = await relayTo(proxy.port);
    const sockets = await Promise.all(Array.from({ length: 40 }, () => tunnel(relay, "site.test:443")));
    const echoes = sockets.map(async (socket, at) => {
      socket.write(`hello ${at}`);
      await once(socket, "readable");
      return String(socket.read());
    });
    expect(await Promise.all(echoes)).toEqual(sockets.map((_, at) => `hello ${at}`));
    const ends = sockets.map((socket) => once(socket.resume(), "end"));
    await relay.close();
    await Promise.all(ends);
    await expect(once(connect(relay.port, "127.0.0.1"), "connect")).rejects.toThrow("ECONNREFUSED");
  });
});

test("a plain request that waits for the connection to a proxy goes through the next one, when that is chosen", async () => {
  // The proxy accepts the connection, but never answers in TLS.
  const mute = await rawProxy(() => {});
  const access = { name: "p", host: "127.0.0.1", username: null, password: null, caBundle: null } as const;
  const relay = await Relay.open(through({ ...access, protocol: "https", port: mute.port }), () => {});
  relay.admit(process.pid);
  onTestFinished(() => relay.close());
  const answer = answerTo(relay, get());
  await until(() => mute.sockets.length > 0);
  const next = await rawProxy((socket) => socket.end("HTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\nnext"));
  relay.use(through({ ...access, protocol: "http", port: next.port }));
  expect(await answer).toMatch(/^HTTP\/1.1 200 OK\r\n.*\r\n\r\nnext$/s);
  await until(() => mute.sockets.every(({ destroyed, readableEnded }) => destroyed || readableEnded));
});

test("a program that is not the browser is refused", async () => {
  const { spawn } = await import("node:child_process");
  const browser = spawn("sleep", ["60"]);
  onTestFinished(() => void browser.kill());
  const proxy = await rawProxy((socket) => socket.end());
  const relay = await relayTo(proxy.port);
  relay.expectBrowser();
  relay.admit(browser.pid ?? 0);
  expect(await answerTo(relay, get())).toMatch(/^HTTP\/1.1 403 .*This proxy is for one browser only/s);
  expect(await answerTo(relay, tunnelTo("site.test:443"))).toMatch(/^HTTP\/1.1 403 /);
  expect(proxy.sockets).toEqual([]);
});
