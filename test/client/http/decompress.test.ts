import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { promisify } from "node:util";
import { brotliCompress, deflate, deflateRaw, gzip, zstdCompress } from "node:zlib";
import { expect, onTestFinished, test } from "vitest";
import { failureOf, sender, textOf } from "./support.ts";

const send = sender();
const text = "All the words of a page. ".repeat(20_000);

interface Coded {
  coding: string;
  pack: (data: Buffer) => Promise<Buffer>;
}

const gzipped = promisify<Buffer, Buffer>(gzip);
const all: readonly Coded[] = [
  { coding: "gzip", pack: gzipped },
  { coding: "X-GZIP", pack: gzipped },
  { coding: "deflate", pack: promisify<Buffer, Buffer>(deflate) },
  { coding: "deflate", pack: promisify<Buffer, Buffer>(deflateRaw) },
  { coding: "br", pack: promisify<Buffer, Buffer>(brotliCompress) },
  { coding: "zstd", pack: promisify<Buffer, Buffer>(zstdCompress) },
  { coding: "gzip, br", pack: async (data) => promisify<Buffer, Buffer>(brotliCompress)(await gzipped(data)) },
];

/** A server of one body; `sent` of its bytes are sent, and as many announced as `announced` says. */
async function served(coding: string, body: Buffer, sent = body.length, announced = sent): Promise<URL> {
  const server = createServer((_request, response) => {
    response.writeHead(200, { "content-encoding": coding, "content-length": announced });
    if (sent === announced) response.end(body.subarray(0, sent));
    else response.write(body.subarray(0, sent), () => response.destroy());
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
}

test.each(all)("$coding is undone", async ({ coding, pack }) => {
  const url = await served(coding, await pack(Buffer.from(text)));
  const response = await send(url);
  expect(await textOf(response)).toBe(text);
  expect(response.headers.get("content-encoding")).toBe(coding);
});

test.each(all)("$coding that ends too early, is cut or is invalid fails", async ({ coding, pack }) => {
  const packed = await pack(Buffer.from(text));
  const half = packed.length >> 1;
  expect((await failureOf(textOf(await send(await served(coding, packed, half))))).code).toBe("Z_BUF_ERROR");
  const cut = await failureOf(textOf(await send(await served(coding, packed, half, packed.length))));
  expect(cut.code).toBe("ECONNRESET");
  const garbage = Buffer.alloc(1_000, "!");
  expect((await failureOf(textOf(await send(await served(coding, garbage))))).code).toMatch(/^(Z_|ERR_|ZSTD_)/);
});

test("an empty body stays empty in any coding", async () => {
  for (const { coding } of all) expect(await textOf(await send(await served(coding, Buffer.alloc(0))))).toBe("");
});

test("a HEAD response has no body in any coding", async () => {
  for (const { coding } of all) {
    const url = await served(coding, Buffer.alloc(9));
    expect((await send(url, { method: "HEAD" })).body).toBeNull();
  }
});

test("a thousand codings inside each other are not undone", async () => {
  const url = await served(Array(1_000).fill("gzip").join(","), await gzipped(Buffer.from(text)));
  const packed = await textOf(await send(url));
  expect(packed).toMatch(/^\u001f/);
  expect(packed).not.toContain("words");
});

test("an unknown coding, also among known ones, leaves the bytes unchanged", async () => {
  const packed = await gzipped(Buffer.from("words"));
  for (const coding of ["other", "gzip, other", "identity", "constructor", "gzip, valueOf"]) {
    const { body } = await send(await served(coding, packed));
    expect(Buffer.from((await body?.read()) ?? []).equals(packed)).toBe(true);
    await body?.cancel();
  }
});

test("cancelling a compressed body closes the connection", async () => {
  const url = await served("gzip", await gzipped(Buffer.from(text)));
  const controller = new AbortController();
  const { body } = await send(url, { signal: controller.signal });
  expect((await body?.read())?.length).toBeGreaterThan(0);
  controller.abort(new Error("enough"));
  expect((await failureOf(textOf({ body } as Parameters<typeof textOf>[0]))).message).toBe("enough");
});
