import { Readable, Writable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { zstdCompressSync, zstdDecompressSync } from "node:zlib";
import { expect, test } from "vitest";
import { ParallelZstd } from "../../src/archive/parallel-zstd.ts";
import { until } from "../support/until.ts";

const MIB = 2 ** 20;

/** Bytes of which about half are new, the same for the same seed. */
function halfNew(bytes: number, seed = 1): Buffer {
  const data = Buffer.alloc(bytes, "the same again and again ");
  let state = seed;
  for (let at = 0; at + 4 <= bytes; at += 4) {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) | 0;
    if (at % 8_192 < 4_096) data.writeInt32LE(state, at);
  }
  return data;
}

async function compressed(chunks: Iterable<Uint8Array>): Promise<Buffer> {
  const out: Buffer[] = [];
  const sink = new Writable({
    write(chunk: Buffer, _encoding, done) {
      out.push(chunk);
      done();
    },
  });
  await pipeline(Readable.from(chunks, { objectMode: false }), new ParallelZstd(3), sink);
  return Buffer.concat(out);
}

function* cut(data: Buffer, sizes: readonly number[]): Generator<Buffer> {
  for (let at = 0, turn = 0; at < data.length; turn += 1) {
    const size = sizes[turn % sizes.length] as number;
    yield data.subarray(at, at + size);
    at += size;
  }
}

test.each([
  ["in pieces of all sizes", 21 * MIB + 12_345, [512, 70_001, 1, 3 * MIB + 7, 65_536]],
  ["in pieces larger than a block", 20 * MIB, [9 * MIB + 3]],
  ["of exactly one block", 8 * MIB, [65_536]],
  ["of a few bytes", 5, [2]],
  ["of nothing", 0, [1]],
])("data %s comes back whole", async (_what, bytes, sizes) => {
  const data = halfNew(bytes);
  const packed = await compressed(cut(data, sizes));
  expect(zstdDecompressSync(packed).equals(data)).toBe(true);
});

test("parallel compression gives one frame with a checksum, hardly larger than that of one core", async () => {
  const data = Buffer.concat([halfNew(12 * MIB, 1), halfNew(12 * MIB, 2)]);
  const packed = await compressed(cut(data, [65_536]));
  expect(packed.indexOf(Buffer.from([0x28, 0xb5, 0x2f, 0xfd]), 1)).toBe(-1);
  // Bit of the frame's header that marks a checksum.
  expect((packed[4] as number) & 0x4).toBe(0x4);
  expect(packed.length).toBeLessThan(zstdCompressSync(data).length * 1.05);
});

test("parallel compression stops its source while nobody reads", async () => {
  let given = 0;
  const piece = halfNew(MIB);
  const source = Readable.from(
    (function* () {
      for (;;) {
        given += piece.length;
        yield piece;
      }
    })(),
    { objectMode: false },
  );
  const zstd = new ParallelZstd(3);
  const running = pipeline(source, zstd, new Writable({ highWaterMark: 1, write: () => {} }));
  let before = -1;
  let same = 0;
  // True when no more data is requested, in repeated checks.
  const heldUp = (): boolean => {
    same = given === before ? same + 1 : 0;
    before = given;
    expect(given).toBeLessThan(64 * MIB);
    return same === 20;
  };
  await until(heldUp);
  zstd.destroy(new Error("given up"));
  await expect(running).rejects.toThrow("given up");
});

test("parallel compression throws the error of its source", async () => {
  const failing = (function* () {
    yield halfNew(9 * MIB);
    throw new Error("the disk is gone");
  })();
  await expect(compressed(failing)).rejects.toThrow("the disk is gone");
});
