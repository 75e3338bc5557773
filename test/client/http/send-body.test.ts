import { once } from "node:events";
import { createServer, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, onTestFinished, test } from "vitest";
import { rawServer } from "../../support/servers/raw-server.ts";
import { heldTimers } from "../../support/service/held-timers.ts";
import { until } from "../../support/until.ts";
import { failureOf, sender, textOf } from "./support.ts";

const send = sender();

async function server(handle: RequestListener): Promise<URL> {
  const own = createServer(handle).listen(0, "127.0.0.1");
  await once(own, "listening");
  onTestFinished(() => {
    own.closeAllConnections();
    own.close();
  });
  return new URL(`http://127.0.0.1:${(own.address() as AddressInfo).port}/`);
}

/** A body of so many chunks of 64 KiB, which counts what was taken of it and notes that it was closed. */
function chunks(count: number): {
  taken: number;
  closed: boolean;
  open: () => AsyncGenerator<Uint8Array>;
  bytes: number;
} {
  const state = { taken: 0, closed: false, bytes: count * 65_536, open };
  async function* open(): AsyncGenerator<Uint8Array> {
    try {
      for (; state.taken < count; state.taken += 1) yield Buffer.alloc(65_536, state.taken);
    } finally {
      state.closed = true;
    }
  }
  return state;
}

test("a stream with a length is sent with Content-Length, one without in chunks", async () => {
  const url = await server((request, response) => {
    let bytes = 0;
    request.on("data", (chunk) => {
      bytes += chunk.length;
    });
    request.on("end", () => {
      const { "content-length": length, "transfer-encoding": coding } = request.headers;
      response.end(JSON.stringify([bytes, length ?? coding]));
    });
  });
  const [long, free] = [chunks(50), chunks(3)];
  const headers = { "content-length": String(long.bytes) };
  expect(JSON.parse(await textOf(await send(url, { method: "POST", headers, body: long.open })))).toEqual([
    long.bytes,
    String(long.bytes),
  ]);
  expect(JSON.parse(await textOf(await send(url, { method: "POST", body: free.open })))).toEqual([
    free.bytes,
    "chunked",
  ]);
});

test("a server that does not read slows the body down", async () => {
  let resume = (): void => {};
  const url = await server((request, response) => {
    resume = () => void request.on("end", () => response.end("done")).resume();
  });
  const body = chunks(1_000);
  const sent = send(url, { method: "POST", headers: { "content-length": String(body.bytes) }, body: body.open });
  let before = -1;
  await until(
    () => {
      const stands = body.taken > 0 && body.taken === before;
      before = body.taken;
      return stands;
    },
    { what: () => "the body is still read" },
  );
  // Chunks that the system buffers for both sides.
  expect(before).toBeLessThan(300);
  resume();
  expect(await textOf(await sent)).toBe("done");
  expect(body.taken).toBe(1_000);
});

test("bytes flow both ways at once", async () => {
  const url = await server((request, response) => void request.pipe(response));
  const heard: string[] = [];
  const turns = ["one", "two", "three"];
  const said = Promise.withResolvers<AsyncIterator<Uint8Array>>();
  async function* talk(): AsyncGenerator<Uint8Array> {
    for (const [at, word] of turns.entries()) {
      yield Buffer.from(word);
      // The next word is said when this one has come back.
      const { value } = await (await said.promise).next();
      heard.push(`${at}${Buffer.from(value).toString()}`);
    }
  }
  const { body } = await send(url, { method: "POST", body: talk });
  const echo = (body as AsyncIterable<Uint8Array>)[Symbol.asyncIterator]();
  said.resolve(echo);
  await until(() => heard.length === 3, { what: () => heard.join() });
  expect(heard).toEqual(["0one", "1two", "2three"]);
  expect((await echo.next()).done).toBe(true);
});

test("an early response is read, the rest is not sent, and the body is closed", async () => {
  const answer = "HTTP/1.1 413 Too Large\r\nContent-Length: 5\r\nConnection: close\r\n\r\nlarge";
  const { url } = await rawServer((socket) => socket.end(answer));
  const body = chunks(10_000);
  const early = await send(url, { method: "POST", headers: { "content-length": String(body.bytes) }, body: body.open });
  expect([early.status, await textOf(early)]).toEqual([413, "large"]);
  await until(() => body.closed, { what: () => "the body is closed" });
  expect(body.taken).toBeLessThan(5_000);
});

test("an early response on a connection that stays open ends the request too", async () => {
  const { url, sockets } = await rawServer((socket) => {
    socket.write("HTTP/1.1 401 No\r\nContent-Length: 2\r\n\r\nno");
    socket.pause();
  });
  const body = chunks(10_000);
  const early = await send(url, { method: "PUT", headers: { "content-length": String(body.bytes) }, body: body.open });
  expect([early.status, await textOf(early)]).toEqual([401, "no"]);
  await until(() => body.closed, { what: () => "the body is closed" });
  sockets[0]?.resume();
  await until(() => sockets[0]?.destroyed === true, { what: () => "the connection is closed" });
});

test("a request fails with the error that its body throws", async () => {
  const reason = new Error("the file is gone");
  async function* broken(): AsyncGenerator<Uint8Array> {
    yield Buffer.from("a");
    throw reason;
  }
  const { url, sockets } = await rawServer(() => {});
  expect(await failureOf(send(url, { method: "POST", headers: { "content-length": "9" }, body: broken }))).toBe(reason);
  await until(() => sockets.every((socket) => socket.destroyed), { what: () => "the connection is closed" });
});

test.each([
  ["shorter", "9"],
  ["longer", "2"],
])("a body %s than announced fails", async (_name, length) => {
  const url = await server((request, response) => void request.on("end", () => response.end()).resume());
  async function* body(): AsyncGenerator<Uint8Array> {
    yield Buffer.from("ab");
    yield Buffer.from("c");
  }
  const sent = send(url, { method: "POST", headers: { "content-length": length }, body });
  expect(await failureOf(sent)).toMatchObject({
    exit: "local-file",
    message: "the file changed while it was sent: its length differs from the announced one",
  });
});

test("an abort while sending rejects with its reason and closes the body", async () => {
  const url = await server(() => {});
  const controller = new AbortController();
  const body = chunks(10_000);
  const headers = { "content-length": String(body.bytes) };
  const sent = failureOf(send(url, { method: "POST", headers, body: body.open, signal: controller.signal }));
  await until(() => body.taken > 10, { what: () => `${body.taken} chunks` });
  controller.abort(new Error("enough"));
  expect((await sent).message).toBe("enough");
  await until(() => body.closed, { what: () => "the body is closed" });
});

test("the header timeout restarts with each chunk that is sent", async () => {
  const timers = heldTimers();
  const url = await server((request, response) => void request.on("end", () => response.end("slow")).resume());
  async function* slow(): AsyncGenerator<Uint8Array> {
    for (let at = 0; at < 6; at += 1) {
      await timers.pass(60);
      yield Buffer.from("x");
    }
  }
  const patient = sender({ headers: 200 });
  expect(await textOf(await patient(url, { method: "POST", body: slow }))).toBe("slow");
});
