import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { buffer } from "node:stream/consumers";
import { pack } from "tar-stream";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { extractTar, readTar } from "../../src/archive/read-tar.ts";
import { packTar } from "../../src/archive/tar.ts";
import { fileFormat } from "../../src/core/file-format.ts";

let dir: string;
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), "browserctl-archive-"));
  mkdirSync(join(dir, "in", "sub"), { recursive: true });
  mkdirSync(join(dir, "out"));
  writeFileSync(join(dir, "in", "b"), "second", { mode: 0o600 });
  writeFileSync(join(dir, "in", "sub", "a"), Buffer.alloc(100_000, 7));
});
afterEach(() => rmSync(dir, { recursive: true, force: true }));

const everything = { exclude: () => false };
const packed = (): Promise<Buffer> => buffer(packTar(join(dir, "in"), everything));
async function* chunks(bytes: Buffer, size = 1_000): AsyncGenerator<Buffer> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}
const extracted = (bytes: Buffer, options = {}): Promise<{ entries: number; bytes: number }> =>
  extractTar(chunks(bytes), join(dir, "out"), options);

type Header = Parameters<ReturnType<typeof pack>["entry"]>[0];
async function tarOf(...entries: [Header, string?][]): Promise<Buffer> {
  const tar = pack();
  for (const [header, data] of entries) tar.entry(header, data ?? "");
  tar.finalize();
  return buffer(tar);
}

describe("packing and unpacking", () => {
  test("a packed directory is unpacked unchanged, without the omitted entries", async () => {
    symlinkSync("b", join(dir, "in", "link"));
    writeFileSync(join(dir, "in", "not"), "x");
    const tar = packTar(join(dir, "in"), {
      exclude: (path) => path === "not",
      extra: [{ name: "more/own.json", data: Buffer.from("{}") }],
    });
    const bytes = await buffer(tar);
    expect(fileFormat(bytes.subarray(0, 512))).toBe("tar");
    expect(await extracted(bytes)).toEqual({ entries: 4, bytes: 100_008 });
    expect(readdirSync(join(dir, "out"), { recursive: true }).sort()).toEqual([
      "b",
      "more",
      "more/own.json",
      "sub",
      "sub/a",
    ]);
    expect(readFileSync(join(dir, "out", "sub", "a")).equals(Buffer.alloc(100_000, 7))).toBe(true);
    expect(statSync(join(dir, "out", "b")).mode & 0o777).toBe(0o600);
  });

  test("a file that shrinks during packing is filled with zeros, one that grows is truncated, one that vanishes is omitted", async () => {
    for (const name of ["c", "d", "e"]) writeFileSync(join(dir, "in", name), Buffer.alloc(3_000_000, 1));
    const tar = packTar(join(dir, "in"), everything);
    const parts: Buffer[] = [];
    for await (const chunk of tar) {
      if (parts.length === 0) {
        writeFileSync(join(dir, "in", "c"), "short");
        writeFileSync(join(dir, "in", "d"), "more", { flag: "a" });
        rmSync(join(dir, "in", "e"));
      }
      parts.push(chunk as Buffer);
    }
    await extracted(Buffer.concat(parts));
    expect(readdirSync(join(dir, "out")).sort()).toEqual(["b", "c", "d", "sub"]);
  });

  test("entries that are not read are skipped", async () => {
    const seen: string[] = [];
    for await (const entry of readTar(chunks(await packed()))) {
      if (entry.name === "b") seen.push(String(await buffer(entry.open())));
      else seen.push(`${entry.name} ${entry.bytes}`);
    }
    expect(seen).toEqual(["second", "sub/ 0", "sub/a 100000"]);
  });
});

describe("what is refused", () => {
  test.each<[string, [Header, string?][], RegExp]>([
    ["a way out", [[{ name: "../x" }, "1"]], /^the entry "\.\.\/x" has "\.\." in its name/],
    ["an absolute name", [[{ name: "/etc/x" }, "1"]], /^the entry "\/etc\/x" has an absolute name/],
    [
      "a symbolic link",
      [[{ name: "l", type: "symlink", linkname: "/etc/passwd" }]],
      /^the entry "l" is a symbolic link/,
    ],
    ["a hard link", [[{ name: "a" }, "1"], [{ name: "h", type: "link", linkname: "a" }]], /^the entry "h" is a link/],
    [
      "a device",
      [[{ name: "d", type: "character-device", devmajor: 1, devminor: 3 }]],
      /^the entry "d" is a character device/,
    ],
    ["a pipe", [[{ name: "p", type: "fifo" }]], /^the entry "p" is a pipe/],
    [
      "two of one name",
      [
        [{ name: "a" }, "1"],
        [{ name: "a" }, "2"],
      ],
      /^the archive has two entries at "a"/,
    ],
    [
      "a file below a file",
      [
        [{ name: "a" }, "1"],
        [{ name: "a/b" }, "2"],
      ],
      /^the archive has two entries at "a\/b"/,
    ],
  ])("a tar archive is refused: %s", async (_what, entries, message) => {
    await expect(extracted(await tarOf(...entries))).rejects.toThrow(message);
    expect(readdirSync(dir).sort()).toEqual(["in", "out"]);
  });

  test("a tar archive with more entries or bytes than the limits is refused", async () => {
    const bytes = await packed();
    await expect(extracted(bytes, { limits: { entries: 2, bytes: 1e9 } })).rejects.toThrow("more than the 2 entries");
    rmSync(join(dir, "out"), { recursive: true });
    mkdirSync(join(dir, "out"));
    await expect(extracted(bytes, { limits: { entries: 9, bytes: 100_005 } })).rejects.toThrow(
      "more than 100005 bytes",
    );
  });

  test("a tar archive cut anywhere, and a file that is not one, are refused", async () => {
    const bytes = await packed();
    for (const at of [0, 100, 512, 700, 1_024, 50_000, bytes.length - 1_024, bytes.length - 512]) {
      rmSync(join(dir, "out"), { recursive: true });
      mkdirSync(join(dir, "out"));
      await expect(extracted(bytes.subarray(0, at)), String(at)).rejects.toMatchObject({ kind: "damaged" });
    }
    await expect(extracted(Buffer.from("hello".repeat(1_000)))).rejects.toMatchObject({ kind: "damaged" });
  });
});

test.each([
  [Buffer.from([0x28, 0xb5, 0x2f, 0xfd, 0]), "zstd"],
  [Buffer.from("PK\u0003\u0004"), "zip"],
  [Buffer.from(' \n{"cookies":[]}'), "json"],
  [Buffer.from("hello"), undefined],
  [Buffer.alloc(0), undefined],
])("the beginning %j identifies the kind of a file", (start, kind) => {
  expect(fileFormat(start)).toBe(kind);
});
