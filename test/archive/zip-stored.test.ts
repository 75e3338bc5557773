import { execFileSync } from "node:child_process";
import { randomBytes } from "node:crypto";
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import { open } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { packDirectory, storeDirectory } from "../../src/archive/pack-directory.ts";
import { extractZip, listZip, readZip, readZipEntry } from "../../src/archive/read-zip.ts";
import { compressedShare, isStored } from "../../src/archive/sample.ts";
import { StoredZip } from "../../src/archive/zip-stored.ts";

const GIB4 = 2 ** 32;
const ZEROS = Buffer.alloc(64 * 1_024);
const unlimited = { entries: 1e6, bytes: 2 ** 40, ratio: 200 };

let dir: string;
let directory: string;
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), "browserctl-archive-"));
  directory = join(dir, "directory");
  mkdirSync(join(directory, "sub", "empty"), { recursive: true });
});
afterEach(() => rmSync(dir, { recursive: true, force: true }));

const out = (): string => join(dir, "out.zip");

/** Writes an archive to {@link out}, with holes where it is all zeros, and gives its size. */
async function save(zip: StoredZip): Promise<number> {
  await using file = await open(out(), "w");
  let at = 0;
  let kept: Uint8Array[] = [];
  let keptBytes = 0;
  const write = async (): Promise<void> => {
    if (keptBytes > 0) await file.write(Buffer.concat(kept), 0, keptBytes, at - keptBytes);
    kept = [];
    keptBytes = 0;
  };
  for await (const piece of zip.open()) {
    if (piece.length === ZEROS.length && ZEROS.equals(piece)) await write();
    else {
      kept.push(Buffer.from(piece));
      keptBytes += piece.length;
    }
    at += piece.length;
    if (keptBytes === 0) continue;
    if (keptBytes >= ZEROS.length) await write();
  }
  await write();
  return at;
}

function* zeros(bytes: number): Generator<Uint8Array> {
  for (let left = bytes; left > 0; left -= ZEROS.length) yield ZEROS.subarray(0, Math.min(left, ZEROS.length));
}

const file = (name: string, data: string | Buffer) => ({
  name,
  isDir: false,
  mode: 0o644,
  size: Buffer.byteLength(data),
  content: () => [Buffer.from(data)],
});
const big = (name: string, size: number) => ({ name, isDir: false, mode: 0o644, size, content: () => zeros(size) });

test("a stored archive has the announced size and everything in the directory", async () => {
  const contents: Record<string, Buffer> = {
    "a.sh": Buffer.from("first"),
    empty: Buffer.alloc(0),
    "sub/ä.txt": Buffer.from("third"),
    just: randomBytes(64 * 1_024),
    over: randomBytes(64 * 1_024 + 1),
    large: randomBytes(3_000_000),
  };
  for (const [name, data] of Object.entries(contents)) writeFileSync(join(directory, name), data);
  execFileSync("chmod", ["755", join(directory, "a.sh")]);
  symlinkSync("large", join(directory, "link"));
  const { zip, saved } = await storeDirectory(directory, { sampled: false });
  expect([await save(zip), zip.count, saved]).toEqual([zip.bytes, 9, 0]);
  mkdirSync(join(dir, "back"));
  await extractZip(out(), join(dir, "back"));
  for (const [name, data] of Object.entries({ ...contents, link: contents["large"] as Buffer })) {
    expect(readFileSync(join(dir, "back", name)).equals(data), name).toBe(true);
  }
  expect(statSync(join(dir, "back", "a.sh")).mode & 0o777).toBe(0o755);
  expect(statSync(join(dir, "back", "over")).mode & 0o777).toBe(0o644);
  expect(statSync(join(dir, "back", "sub/empty")).isDirectory()).toBe(true);
  const first = readFileSync(out());
  cpSync(directory, join(dir, "copy"), { recursive: true, verbatimSymlinks: true });
  await save((await storeDirectory(join(dir, "copy"), { sampled: false })).zip);
  expect(readFileSync(out()).equals(first)).toBe(true);
  expect(testedByPython()).toBe(true);
});

test("an archive without entries can be read", async () => {
  const zip = new StoredZip();
  expect(await save(zip)).toBe(zip.bytes);
  expect(await listZip(out())).toEqual([]);
});

describe("zip64", () => {
  // Largest count of a plain archive, and the smallest that needs zip64.
  test.each([65_534, 65_535])("a zip64 archive has %i entries", async (count) => {
    const zip = new StoredZip();
    for (let at = 0; at < count; at += 1) zip.add(file(`f${at}`, at === 0 ? "first" : ""));
    expect(await save(zip)).toBe(zip.bytes);
    await expect(listZip(out(), { ...unlimited, entries: 10 })).rejects.toThrow(`the archive has ${count} entries`);
    expect(String(await readZipEntry(out(), "f0", 10))).toBe("first");
  });

  test.each([
    ["a file of 4 GiB less two bytes", GIB4 - 2],
    ["a file of 4 GiB less one byte", GIB4 - 1],
  ])(
    "an archive has %s, and the entry after it",
    async (_what, size) => {
      const zip = new StoredZip();
      zip.add(file("before", "1"));
      zip.add(big("big", size));
      zip.add({ name: "directory", isDir: true, mode: 0o755, size: 0, content: () => [] });
      zip.add(file("directory/after", "2"));
      expect(await save(zip)).toBe(zip.bytes);
      const sizes: [string, number][] = [];
      for await (const entry of readZip(out(), unlimited)) {
        sizes.push([entry.name, entry.bytes]);
        if (entry.isDir || entry.bytes > 10) continue;
        const pieces: Uint8Array[] = [];
        for await (const piece of entry.open()) pieces.push(piece);
        expect(Buffer.concat(pieces).toString()).toBe(entry.name === "before" ? "1" : "2");
      }
      expect(sizes).toEqual([
        ["before", 1],
        ["big", size],
        ["directory/", 0],
        ["directory/after", 1],
      ]);
    },
    60_000,
  );
});

describe("content of another length than declared", () => {
  test.each([
    ["a short one", 4, "12345"],
    ["a short one", 6, "12345"],
    ["a long one", 99_999, Buffer.alloc(100_000)],
    ["a long one", 100_001, Buffer.alloc(100_000)],
  ])("content of another length ends the archive: %s of %i bytes", async (_what, size, data) => {
    const zip = new StoredZip();
    zip.add({ ...file("name", data), size });
    await expect(save(zip)).rejects.toMatchObject({ name: "ArchiveError", kind: "changed", entry: "name" });
  });
});

describe("samples", () => {
  const share = (data: Buffer): Promise<number> => {
    writeFileSync(join(directory, "sample"), data);
    return compressedShare({ path: join(directory, "sample"), size: data.length });
  };
  test("samples tell compressible files from others, wherever the content is", async () => {
    const text = Buffer.alloc(1_000_000, "the same again and again ");
    expect(isStored(await share(randomBytes(1_000_000)))).toBe(true);
    expect(await share(text)).toBeLessThan(0.1);
    const half = await share(Buffer.concat([randomBytes(1_000_000), text]));
    expect(half).toBeGreaterThan(0.4);
    expect(half).toBeLessThan(0.7);
    expect(isStored(await share(Buffer.concat([text, randomBytes(500_000)])))).toBe(false);
  });

  test("small files are not sampled", async () => {
    expect(await share(randomBytes(10_000))).toBe(0.5);
    expect(await share(Buffer.alloc(0))).toBe(1);
    expect(isStored(await share(randomBytes(64 * 1_024)))).toBe(true);
  });

  test("samples decide for each file of a packed directory", async () => {
    const noise = randomBytes(200_000);
    writeFileSync(join(directory, "noise"), noise);
    writeFileSync(join(directory, "text"), Buffer.alloc(200_000, "text "));
    const { bytes } = await packDirectory(directory, out());
    expect(bytes).toBeLessThan(205_000);
    expect(readFileSync(out()).includes(noise)).toBe(true);
    expect((await readZipEntry(out(), "noise", 1e6))?.equals(noise)).toBe(true);
    expect((await readZipEntry(out(), "text", 1e6))?.equals(readFileSync(join(directory, "text")))).toBe(true);
    const { zip, saved } = await storeDirectory(directory, { sampled: true });
    expect(saved / zip.bytes).toBeGreaterThan(0.4);
    expect(saved / zip.bytes).toBeLessThan(0.6);
  });
});

/** Checks whether Python accepts it as a valid archive; true where there is no Python. */
function testedByPython(): boolean {
  const script = "import sys,zipfile; print(zipfile.ZipFile(sys.argv[1]).testzip())";
  try {
    return execFileSync("python3", ["-c", script, out()], { encoding: "utf8" }).trim() === "None";
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return true;
    throw error;
  }
}
