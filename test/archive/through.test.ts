import { Readable } from "node:stream";
import { createZstdDecompress as decompressZstd, zstdCompressSync } from "node:zlib";
import { expect, test } from "vitest";
import { compressZstd } from "../../src/archive/tar.ts";
import { through } from "../../src/archive/zstd-frames.ts";

async function all(source: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of source) chunks.push(chunk);
  return Buffer.concat(chunks);
}

const text = Buffer.from("a text that is long enough to be cut in the middle of it".repeat(100));

test("through returns the source after the transform", async () => {
  const there = through(Readable.from([text]), compressZstd());
  expect((await all(through(there, decompressZstd()))).equals(text)).toBe(true);
});

test("through throws the error of a cut or invalid source to its reader only", async () => {
  const cut = zstdCompressSync(text).subarray(0, 40);
  await expect(all(through(Readable.from([cut]), decompressZstd()))).rejects.toMatchObject({ code: "Z_BUF_ERROR" });
  const other = all(through(Readable.from([text]), decompressZstd()));
  await expect(other).rejects.toMatchObject({ code: "ZSTD_error_prefix_unknown" });
});

test("through throws the error of its source", async () => {
  const source = async function* (): AsyncGenerator<Uint8Array> {
    yield text;
    throw new Error("the disk is gone");
  };
  await expect(all(through(source(), compressZstd()))).rejects.toThrow("the disk is gone");
});

test("a reader that stops closes the source of through", async () => {
  const ended = Promise.withResolvers<void>();
  const source = async function* (): AsyncGenerator<Uint8Array> {
    try {
      // Incompressible data comes out at once.
      for (let seed = 1; ; ) {
        const noise = Buffer.alloc(300_000);
        for (let at = 0; at < noise.length; at += 4) {
          seed = (Math.imul(seed, 1_664_525) + 1_013_904_223) | 0;
          noise.writeInt32LE(seed, at);
        }
        yield noise;
      }
    } finally {
      ended.resolve();
    }
  };
  const transform = compressZstd();
  for await (const _ of through(source(), transform)) break;
  await ended.promise;
  expect(transform.destroyed).toBe(true);
});
