import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { rawZip, zip64Claiming } from "../support/zip.ts";
import {
  type Kind,
  mutated,
  outcome,
  overlappingZip,
  plainTar,
  randomFrom,
  tarEnd,
  tarOf,
  tarPart,
  tree,
  unpacked,
  zip,
  zipOfZeros,
  zstd,
  zstdTar,
} from "./support/archives.ts";

let dir: string;
beforeAll(() => {
  dir = mkdtempSync(join(tmpdir(), "browserctl-damaged-"));
});
afterAll(() => rmSync(dir, { recursive: true }));

const good: Readonly<Record<Kind, Buffer>> = { zip: zip(), tar: plainTar(), "tar.zst": zstdTar() };

describe.each(Object.entries(good) as [Kind, Buffer][])("%s", (kind, bytes) => {
  test("an intact archive is unpacked", async () => {
    expect(await unpacked(kind, bytes, dir)).toEqual(tree);
  });

  test("a flipped bit in any byte is an error, or changes no name and no checked content", async () => {
    const bits = randomFrom(1);
    let refused = 0;
    for (let at = 0; at < bytes.length; at += 1) {
      const flipped = Buffer.from(bytes);
      flipped[at] = (flipped[at] as number) ^ (1 << bits(8));
      const result = await outcome(kind, flipped, dir);
      if ("error" in result) refused += 1;
      // A tar archive has no checksum of its contents.
      else if (kind === "tar") expect(Object.keys(result.files), String(at)).toEqual(Object.keys(tree));
      else expect(result.files, String(at)).toEqual(tree);
    }
    expect(refused).toBeGreaterThan(bytes.length / 4);
  });

  test("a cut at any byte is an error", async () => {
    for (let at = 0; at < bytes.length; at += kind === "tar" ? 97 : 1) {
      expect(await outcome(kind, bytes.subarray(0, at), dir), String(at)).toHaveProperty("error");
    }
  });

  test("bytes after its end are an error", async () => {
    for (const more of [Buffer.from("x"), Buffer.alloc(512, 1), bytes]) {
      expect(await outcome(kind, Buffer.concat([bytes, more]), dir), String(more.length)).toHaveProperty("error");
    }
  });

  test("random changes give an error or an archive, never a crash", async () => {
    const random = randomFrom(42);
    let refused = 0;
    for (let count = 0; count < 300; count += 1) {
      const result = await outcome(kind, mutated(bytes, random), dir);
      if ("error" in result) refused += 1;
      else expect(result.files, String(count)).toBeTypeOf("object");
    }
    expect(refused).toBeGreaterThan(100);
  });
});

describe("tar headers", () => {
  const file = { name: "a", data: "text" };
  const numbers = (...bytes: number[]): Buffer => Buffer.from(bytes);
  const pax = (records: string) => ({ name: "pax", type: "x", data: records });
  const huge = `${(2 ** 30).toString(8).padStart(11, "0")}\0`;

  test.each<[string, Buffer, RegExp]>([
    ["a size that is text", tarOf({ ...file, size: "some bytes\0\0" }), /a header has the size "some bytes"/],
    [
      "a size with text behind digits",
      tarOf({ ...file, size: "0000000004x\0" }),
      /a header has the size "0000000004x"/,
    ],
    ["a size that is not octal", tarOf({ ...file, size: "00000000009\0" }), /a header has the size "00000000009"/],
    ["a size with a sign", tarOf({ ...file, size: "-0000000004\0" }), /a header has the size "-0000000004"/],
    ["a negative size in base 256", tarOf({ ...file, size: Buffer.alloc(12, 0xff) }), /a header has a negative size/],
    [
      "a size beyond counting",
      tarOf({ ...file, size: numbers(0x80, ...Array(11).fill(0xff)) }),
      /a size that is too large/,
    ],
    ["a size larger than the archive", tarOf({ ...file, size: "00000100000\0" }), /the archive is cut/],
    ["a size larger than the limit", tarOf({ ...file, size: "77777777777\0" }), /unpacks to more than 1048576 bytes/],
    ["a mode that is text", tarOf({ ...file, mode: "rwxr-xr\0" }), /a header has the mode "rwxr-xr"/],
    ["a wrong checksum", tarOf({ ...file, checksum: "000001\0 " }), /the checksum of a header does not match/],
    ["a checksum that is text", tarOf({ ...file, checksum: "checksum" }), /a header has the checksum "checksum"/],
    ["an unknown format", tarOf({ ...file, magic: "\0\0\0\0\0\0\0\0" }), /neither of the POSIX nor of the GNU format/],
    ["a directory with data", tarOf({ name: "d/", data: "text" }), /the directory "d\/" has a size/],
    [
      "a pax header of 1 GiB",
      tarOf({ name: "p", type: "x", size: huge }, file),
      /a pax header has 1073741824 bytes; the limit is/,
    ],
    [
      "a global pax header of 1 GiB",
      tarOf({ name: "p", type: "g", size: huge }, file),
      /a pax header has 1073741824 bytes/,
    ],
    ["a GNU name of 1 GiB", tarOf({ name: "l", type: "L", size: huge }, file), /a GNU long name has 1073741824 bytes/],
    ["a GNU link of 1 GiB", tarOf({ name: "l", type: "K", size: huge }, file), /a GNU long link has 1073741824 bytes/],
    ["a pax record without a length", tarOf(pax("path=b\n"), file), /a pax header has a record that is not valid/],
    ["a pax record that is too long", tarOf(pax("99 path=b\n"), file), /a pax header has a record that is not valid/],
    ["a pax record without a value", tarOf(pax("8 path\n\n"), file), /a pax header has a record that is not valid/],
    ["a pax size that is text", tarOf(pax("13 size=four\n"), file), /a pax header has the size "four"/],
    ["a pax size that is negative", tarOf(pax("11 size=-4\n"), file), /a pax header has the size "-4"/],
    ["a pax size beyond counting", tarOf(pax("25 size=9999999999999999\n"), file), /a pax header has the size/],
    [
      "a pax header for all entries",
      tarOf({ ...pax("10 path=b\n"), type: "g" }, file),
      /gives all entries one name or size/,
    ],
    ["a pax header and nothing behind it", tarOf(pax("10 path=b\n")), /the last entry is missing/],
    ["a GNU name and nothing behind it", tarOf({ name: "l", type: "L", data: "name\0" }), /the last entry is missing/],
    ["a sparse file by pax", tarOf(pax("22 GNU.sparse.major=1\n"), file), /sparse files/],
    ["a sparse file of GNU", tarOf({ ...file, type: "S" }), /is a sparse file; only files and directories/],
    ["an entry of an unknown type", tarOf({ ...file, type: "Z" }), /is a special entry of type "Z"/],
    [
      "a name that is not UTF-8",
      tarOf({ name: "l", type: "L", data: numbers(0xff, 0xfe) }, file),
      /a name that is not UTF-8/,
    ],
    ["a second archive behind its end", Buffer.concat([tarOf(file), tarOf(file)]), /there are bytes after its end/],
    [
      "a file between the blocks of its end",
      Buffer.concat([tarPart(file), tarEnd.subarray(512), tarPart(file), tarEnd]),
      /there are bytes after its end/,
    ],
  ])("%s is an error that says so", async (_what, bytes, message) => {
    const result = await outcome("tar", bytes, dir);
    expect(result).toEqual({ error: expect.stringMatching(message) });
    expect(await outcome("tar.zst", zstd(bytes), dir)).toEqual(result);
  });

  test("long names and sizes of POSIX and GNU tar are read", async () => {
    const long = `${"d".repeat(200)}/${"f".repeat(200)}`;
    const record = ` path=${long}\n`;
    const paxName = tarOf(
      { name: "p", type: "x", data: `${record.length + 3}${record}` },
      { name: "short", data: "1" },
    );
    expect(await unpacked("tar", paxName, dir)).toEqual({ [long]: "1" });
    const gnuName = tarOf(
      { name: "././@LongLink", type: "L", data: `${long}\0`, magic: "ustar  \0" },
      { name: "short", data: "1", magic: "ustar  \0" },
    );
    expect(await unpacked("tar", gnuName, dir)).toEqual({ [long]: "1" });
    const paxSize = tarOf(
      { name: "p", type: "x", data: "9 size=4\n" },
      { name: "a", data: "text", size: "00000000000\0" },
    );
    expect(await unpacked("tar", paxSize, dir)).toEqual({ a: "text" });
    const inBase256 = tarOf({ name: "a", data: "text", size: numbers(0x80, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 4) });
    expect(await unpacked("tar", inBase256, dir)).toEqual({ a: "text" });
    const comment = tarOf({ name: "g", type: "g", data: "18 comment=abcdef\n" }, { name: "a", data: "1" });
    expect(await unpacked("tar", comment, dir)).toEqual({ a: "1" });
  });

  test("zeros after the end are accepted, since other programs fill their last record", async () => {
    const bytes = Buffer.concat([plainTar(), Buffer.alloc(10_240)]);
    expect(await unpacked("tar", bytes, dir)).toEqual(tree);
  });
});

describe("zstd", () => {
  test("several zstd frames are one archive, with skippable frames between them", async () => {
    const bytes = plainTar();
    const skip = Buffer.from([0x50, 0x2a, 0x4d, 0x18, 3, 0, 0, 0, 1, 2, 3]);
    const frames = [zstd(bytes.subarray(0, 700)), skip, zstd(bytes.subarray(700))];
    expect(await unpacked("tar.zst", Buffer.concat(frames), dir)).toEqual(tree);
  });

  test("a zstd archive that is cut in the middle of the last frame is an error", async () => {
    const bytes = plainTar();
    const frames = Buffer.concat([zstd(bytes), zstd(Buffer.alloc(0))]);
    expect(await outcome("tar.zst", frames.subarray(0, -3), dir)).toEqual({
      error: expect.stringMatching(/its zstd data is cut/),
    });
  });
});

describe("zip directories", () => {
  test("random changes of a zip64 end give an error or an archive", async () => {
    const bytes = zip64Claiming(0n);
    expect(await outcome("zip", bytes, dir)).toEqual({ files: {} });
    const random = randomFrom(7);
    for (let count = 0; count < 300; count += 1) await outcome("zip", mutated(bytes, random), dir);
  });

  test("entries that share their bytes are refused before anything is unpacked", async () => {
    const bytes = overlappingZip(150, 10 * 2 ** 20);
    expect(bytes.length).toBeLessThan(20_000);
    const result = await outcome("zip", bytes, dir);
    expect(result).toHaveProperty("error");
    const small = await outcome("zip", overlappingZip(2, 100), dir);
    expect(small).toEqual({ error: "the archive is damaged: two of its entries share the same bytes" });
  });

  test("the ratio of a zip archive counts over the whole archive", async () => {
    const { extractZip } = await import("../../src/archive/read-zip.ts");
    const { mkdir, writeFile, readdir } = await import("node:fs/promises");
    await writeFile(join(dir, "zeros.zip"), zipOfZeros(20, 2 ** 20));
    await mkdir(join(dir, "zeros"));
    // Each entry alone is below what is looked at.
    await expect(extractZip(join(dir, "zeros.zip"), join(dir, "zeros"))).rejects.toThrow(
      "the archive unpacks to more than 200 times its size",
    );
    expect(await readdir(join(dir, "zeros"))).toEqual([]);
  });

  test("a zip directory that ends before its last entry is refused", async () => {
    const bytes = Buffer.from(zip());
    const end = bytes.lastIndexOf("PK\x05\x06");
    const count = bytes.readUInt16LE(end + 10);
    for (const at of [8, 10]) bytes.writeUInt16LE(count - 1, end + at);
    expect(await outcome("zip", bytes, dir)).toEqual({
      error: "the archive is damaged: its directory has more entries than its end counts",
    });
  });

  test("a zip directory that contradicts the headers of its entries is refused", async () => {
    const bytes = Buffer.from(rawZip([{ name: "one", data: "1" }]));
    bytes.write("two", bytes.indexOf("PK\x01\x02") + 46);
    expect(await outcome("zip", bytes, dir)).toEqual({
      error: 'the archive is damaged: the entry "two" and the directory contradict each other',
    });
  });

  test("a zip entry of a directory with data is refused", async () => {
    const bytes = rawZip([{ name: "d/", data: "text", mode: 0o040755 }]);
    expect(await outcome("zip", bytes, dir)).toEqual({ error: 'the archive is damaged: the directory "d/" has data' });
  });
});
