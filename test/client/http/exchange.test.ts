import { getEventListeners } from "node:events";
import { describe, expect, test } from "vitest";
import { type RawAnswer, rawServer, response } from "../../support/servers/raw-server.ts";
import { heldTimers } from "../../support/service/held-timers.ts";
import { until } from "../../support/until.ts";
import { failureOf, sender, textOf } from "./support.ts";

const send = sender();

/** Heads of the requests as they arrived, and the answer to each. */
async function recorder(answer = response("")): Promise<{ url: URL; heads: string[] }> {
  const heads: string[] = [];
  const { url } = await rawServer((socket, head) => {
    heads.push(head.toLowerCase());
    socket.write(answer);
  });
  return { url, heads };
}

describe("a response", () => {
  test("a response has its status, status text, and headers in any case, joined where repeated", async () => {
    const { url } = await recorder("HTTP/1.1 418 I'm a teapot\r\nX-One: 1\r\nx-one: 2\r\nContent-Length: 2\r\n\r\nhi");
    const teapot = await send(url);
    expect([teapot.status, teapot.statusText, teapot.headers.get("X-ONE")]).toEqual([418, "I'm a teapot", "1, 2"]);
    expect(await textOf(teapot)).toBe("hi");
  });

  test("a response keeps bytes beyond ASCII in a header", async () => {
    const { url } = await rawServer((socket) =>
      socket.write(Buffer.from(response("", "X-Name: \xc3\xbc\r\n"), "latin1")),
    );
    expect((await send(url)).headers.get("x-name")).toBe("\xc3\xbc");
  });

  test.each([
    ["GET", 204],
    ["GET", 205],
    ["GET", 304],
    ["HEAD", 200],
  ])("a response to %s with status %i has no body, and its connection is reused", async (method, status) => {
    const length = status === 200 ? "Content-Length: 9\r\n" : status === 205 ? "Content-Length: 0\r\n" : "";
    const server = await rawServer((socket) => socket.write(`HTTP/1.1 ${status} Fine\r\n${length}\r\n`));
    const own = sender();
    for (const _ of [1, 2]) {
      expect((await own(server.url, { method })).body).toBeNull();
      // The connection is free after the turn in which the response ended.
      await new Promise(setImmediate);
    }
    expect([server.requests.length, server.sockets.length]).toEqual([2, 1]);
  });

  test("a redirect is returned as a response", async () => {
    const { url, heads } = await recorder("HTTP/1.1 302 Found\r\nLocation: /next\r\nContent-Length: 4\r\n\r\nnext");
    const redirect = await send(url);
    expect([redirect.status, redirect.headers.get("location"), await textOf(redirect)]).toEqual([302, "/next", "next"]);
    expect(heads).toHaveLength(1);
  });

  test("a response may follow 100, 102 and 103", async () => {
    const early = [100, 102, 103].map((status) => `HTTP/1.1 ${status} Early\r\nLink: <x>\r\n\r\n`).join("");
    const { url } = await recorder(`${early}${response("late")}`);
    expect(await textOf(await send(url))).toBe("late");
  });

  test("a response without a length ends with the connection, a chunked one with its last chunk", async () => {
    const ends = await rawServer((socket) => socket.end("HTTP/1.1 200 OK\r\nConnection: close\r\n\r\nall"));
    expect(await textOf(await send(ends.url))).toBe("all");
    const chunked = "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nal\r\n1\r\nl\r\n0\r\n\r\n";
    expect(await textOf(await send((await recorder(chunked)).url))).toBe("all");
  });
});

describe("a request", () => {
  test.each(["POST", "PUT", "PATCH", "DELETE"])("a %s request has the length of its text or bytes", async (method) => {
    const { url, heads } = await recorder();
    await send(url, { method, body: "grün" });
    await send(url, { method, body: new Uint8Array(7) });
    expect(heads.map((head) => /^content-length: (\d+)$/m.exec(head)?.[1])).toEqual(["5", "7"]);
    expect(heads.join()).not.toMatch(/expect:|transfer-encoding/);
  });

  test.each(["POST", "PUT", "PATCH"])("a %s request without a body has a length of 0", async (method) => {
    const { url, heads } = await recorder();
    await send(url, { method });
    expect(heads[0]).toContain("content-length: 0");
  });

  test("a request has Accept-Encoding unless the caller sets it, and no other own headers", async () => {
    const { url, heads } = await recorder();
    await send(url);
    await send(url, { headers: { "Accept-Encoding": "identity", "X-A": "b" } });
    const line = (head?: string): string | undefined => /^accept-encoding: (.*)$/m.exec(head ?? "")?.[1];
    expect(heads.map(line)).toEqual(["gzip, deflate, br, zstd", "identity"]);
    const names = heads[1]
      ?.split("\r\n")
      .slice(1)
      .map((each) => each.split(":")[0]);
    expect(names?.sort()).toEqual(["accept-encoding", "connection", "host", "x-a"]);
  });

  test("a request with a line break in a header is never sent", async () => {
    const { url, heads } = await recorder();
    expect((await failureOf(send(url, { headers: { a: "b\r\nc: d" } }))).code).toBe("ERR_INVALID_CHAR");
    expect(heads).toEqual([]);
  });
});

describe("reading a body", () => {
  test("a body gives each chunk as it arrives", async () => {
    const server = await rawServer((socket) => socket.write("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\na"));
    const { body } = await send(server.url);
    expect(Buffer.from((await body?.read()) ?? []).toString()).toBe("a");
    server.sockets[0]?.write("b");
    expect(Buffer.from((await body?.read()) ?? []).toString()).toBe("b");
    expect(await body?.read()).toBeUndefined();
    expect(await body?.read()).toBeUndefined();
  });

  test("an unread body slows the server down", async () => {
    const size = 64 * 1024 * 1024;
    const server = await rawServer((socket) => {
      socket.write(`HTTP/1.1 200 OK\r\nContent-Length: ${size}\r\n\r\n`);
      socket.write(Buffer.alloc(size));
    });
    const { body } = await send(server.url);
    const [socket] = server.sockets;
    let before = -1;
    // The server sends as much as the system buffers for both sides, and then nothing more.
    await until(
      () => {
        const stands = socket?.writableLength === before;
        before = socket?.writableLength ?? 0;
        return stands;
      },
      { what: () => "the server still sends" },
    );
    expect(before).toBeGreaterThan(size / 2);
    let received = 0;
    for await (const chunk of body ?? []) received += chunk.length;
    expect(received).toBe(size);
  });

  test("cancelling a body closes the connection and ends a waiting read", async () => {
    const server = await rawServer((socket) => socket.write("HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nab"));
    const left = await send(server.url);
    await left.body?.read();
    const waiting = left.body?.read();
    await left.body?.cancel();
    expect(await waiting).toBeUndefined();
    for await (const _ of (await send(server.url)).body ?? []) break;
    await until(() => server.sockets.length === 2 && server.sockets.every((socket) => socket.destroyed), {
      what: () => "both connections closed",
    });
  });

  test("reading a body that the server cuts fails", async () => {
    const { url } = await rawServer((socket) => socket.end("HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nab"));
    expect((await failureOf(textOf(await send(url)))).code).toBe("ECONNRESET");
  });
});

describe("connections", () => {
  const count = async (answer: RawAnswer, times: number): Promise<number> => {
    const server = await rawServer(answer);
    const own = sender();
    for (let at = 0; at < times; at += 1) {
      await textOf(await own(server.url));
      await new Promise(setImmediate);
    }
    return server.sockets.length;
  };

  test("connections are kept and reused", async () => {
    expect(await count((socket) => socket.write(response("x")), 5)).toBe(1);
  });

  test("connections are not kept when the server says so", async () => {
    expect(await count((socket) => socket.end(response("x", "Connection: close\r\n")), 3)).toBe(3);
  });

  /** Requests sent one after the other, where the kept connection is gone when the second one arrives. */
  const afterStale = async (method: string): Promise<{ requests: string[]; ended: unknown }> => {
    const server = await rawServer((socket, _head, before) => {
      if (before === 1) socket.destroy();
      else socket.write(response(String(before)));
    });
    const own = sender();
    await textOf(await own(server.url));
    await new Promise(setImmediate);
    const opened: string[] = [];
    const body = method === "PUT" ? { body: () => upload(opened) } : {};
    const ended = await own(server.url, { method, headers: body.body ? { "content-length": "2" } : {}, ...body }).then(
      textOf,
      (error: { code: string }) => error.code,
    );
    expect(opened).toEqual(method === "PUT" ? ["open", "open"] : []);
    return { requests: server.requests, ended };
  };
  async function* upload(opened: string[]): AsyncGenerator<Uint8Array> {
    opened.push("open");
    yield Buffer.from("ab");
  }

  test.each(["GET", "PUT"])("a kept connection that is closed is replaced for %s", async (method) => {
    const { requests, ended } = await afterStale(method);
    expect(ended).toBe("2");
    expect(requests).toHaveLength(3);
  });

  test.each(["POST", "PATCH", "DELETE"])(
    "a kept connection that is closed fails %s, which may have had its effect",
    async (method) => {
      const { requests, ended } = await afterStale(method);
      expect(ended).toBe("STALE_CONNECTION");
      expect(requests).toHaveLength(2);
    },
  );

  test("a connection that ends before a response is a failure with a code", async () => {
    const closed = await rawServer((socket) => socket.end());
    expect((await failureOf(send(closed.url))).code).toBe("SOCKET_CLOSED");
    expect(closed.requests).toHaveLength(1);
    const reset = await rawServer((socket) => socket.resetAndDestroy());
    expect((await failureOf(send(reset.url))).code).toMatch(/^(ECONNRESET|SOCKET_CLOSED)$/);
    const other = await rawServer((socket) => socket.end("SSH-2.0-OpenSSH\r\n"));
    expect((await failureOf(send(other.url))).code).toMatch(/^HPE_/);
    expect((await failureOf(send(new URL("http://127.0.0.1:9")))).code).toBe("ECONNREFUSED");
  });

  test("a connection that switches protocols is closed and a failure", async () => {
    const server = await rawServer((socket) =>
      socket.write("HTTP/1.1 101 Switching Protocols\r\nConnection: upgrade\r\nUpgrade: x\r\n\r\n"),
    );
    expect((await failureOf(send(server.url))).code).toBe("UNEXPECTED_UPGRADE");
    await until(() => server.sockets[0]?.destroyed === true, { what: () => "the connection closed" });
  });
});

describe("time", () => {
  test("the connect timeout includes the TLS handshake", async () => {
    const { url } = await rawServer(() => {});
    const secure = new URL(url.href.replace("http:", "https:"));
    expect((await failureOf(sender({ connect: 60 })(secure))).code).toBe("CONNECT_TIMEOUT");
  });

  test("the header timeout applies on a kept connection too", async () => {
    const asked = Promise.withResolvers<void>();
    const { url } = await rawServer((socket, _head, before) => {
      if (before === 0) socket.write(response("x"));
      else asked.resolve();
    });
    const timers = heldTimers();
    const own = sender({ headers: 60 });
    await textOf(await own(url));
    const failure = failureOf(own(url));
    await asked.promise;
    await timers.pass(60);
    expect((await failure).code).toBe("HEADERS_TIMEOUT");
  });

  test("the body timeout ends a wait for the body", async () => {
    const { url } = await rawServer((socket) => socket.write("HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nab"));
    expect((await failureOf(textOf(await sender({ body: 60 })(url)))).code).toBe("BODY_TIMEOUT");
  });

  test("the body timeout does not run while nobody reads", async () => {
    const server = await rawServer((socket) => socket.write("HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nab"));
    const timers = heldTimers();
    const { body } = await sender({ body: 40 })(server.url);
    expect((await body?.read())?.length).toBe(2);
    await timers.pass(100);
    server.sockets[0]?.write("cde");
    expect(await textOf({ body } as Parameters<typeof textOf>[0])).toBe("cde");
  });
});

describe("an abort", () => {
  const reason = new Error("enough");
  const listeners = (signal: AbortSignal): number => getEventListeners(signal, "abort").length;

  test("an abort before the request sends nothing", async () => {
    const server = await rawServer((socket) => socket.write(response("x")));
    expect(await failureOf(send(server.url, { signal: AbortSignal.abort(reason) }))).toBe(reason);
    expect(server.sockets).toEqual([]);
  });

  test("an abort while connecting, waiting or reading rejects with its reason and closes the connection", async () => {
    const start = "HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nab";
    const server = await rawServer((socket, _head, before) => void (before === 1 && socket.write(start)));
    const connecting = new AbortController();
    const first = failureOf(send(server.url, { signal: connecting.signal }));
    connecting.abort(reason);
    expect(await first).toBe(reason);

    const waiting = new AbortController();
    const second = failureOf(send(server.url, { signal: waiting.signal }));
    await until(() => server.requests.length === 1, { what: () => "the request arrived" });
    waiting.abort(reason);
    expect(await second).toBe(reason);

    const reading = new AbortController();
    const { body } = await send(server.url, { signal: reading.signal });
    expect((await body?.read())?.length).toBe(2);
    const third = failureOf(body?.read() as Promise<unknown>);
    reading.abort(reason);
    expect(await third).toBe(reason);
    const signals = [connecting.signal, waiting.signal, reading.signal];
    await until(
      () => server.sockets.every((socket) => socket.destroyed) && signals.every((signal) => listeners(signal) === 0),
      { what: () => "every connection closed, nobody listens" },
    );
  });

  test("an ended request removes its abort listener", async () => {
    const { url } = await rawServer((socket, _head, before) =>
      before % 3 === 2
        ? socket.destroy()
        : socket.write(before % 3 === 1 ? "HTTP/1.1 204 None\r\n\r\n" : response("x")),
    );
    const { signal } = new AbortController();
    for (let at = 0; at < 12; at += 1) {
      const got = await send(url, { method: "POST", signal }).catch(() => undefined);
      if (got) await textOf(got);
      await new Promise(setImmediate);
    }
    expect(
      await until(
        () => listeners(signal),
        (count) => count === 0,
      ),
    ).toBe(0);
    const unread = await send(url, { method: "POST", signal });
    await unread.body?.cancel();
    expect(
      await until(
        () => listeners(signal),
        (count) => count === 0,
      ),
    ).toBe(0);
  });
});
