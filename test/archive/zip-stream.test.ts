import { execFileSync } from "node:child_process";
import { randomBytes } from "node:crypto";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { buffer } from "node:stream/consumers";
import { expect, test } from "vitest";
import { listZip, readZip, readZipEntry } from "../../src/archive/read-zip.ts";
import { type ZipSource, zipStream } from "../../src/archive/zip-stream.ts";
import { temporaryDirectory } from "../support/browser/chromium.ts";

const NOON = new Date(2026, 10, 29, 12, 30, 44);
const GIB4 = 2 ** 32;

const file = (name: string, data: string | Buffer, more: Partial<ZipSource> = {}): ZipSource => {
  const content = Buffer.from(data);
  const head = { name, isDir: false, mode: 0o644, modified: NOON, size: content.length };
  return { ...head, content: () => [content], ...more };
};

async function* each(sources: readonly ZipSource[]): AsyncGenerator<ZipSource> {
  yield* sources;
}

/** Saves an archive in a new directory, and gives its path. */
async function saved(sources: AsyncIterable<ZipSource>): Promise<string> {
  const path = join(await temporaryDirectory(), "out.zip");
  await writeFile(path, await buffer(zipStream(sources)));
  return path;
}

/** Lines that a script of Python prints about an archive; undefined where there is no Python. */
function python(path: string, script: string): string[] | undefined {
  const start = "import sys,zipfile; z=zipfile.ZipFile(sys.argv[1]);";
  try {
    return execFileSync("python3", ["-c", `${start} ${script}`, path], { encoding: "utf8" })
      .trim()
      .split("\n");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return undefined;
    throw error;
  }
}

test("entries of every kind are read back, by other programs too", async () => {
  const noise = randomBytes(200_000);
  const text = Buffer.alloc(200_000, "the same again and again ");
  const sources = [
    { name: "sub", isDir: true, mode: 0o755, modified: NOON, size: 0 },
    file("sub/empty", ""),
    file("sub/ä.txt", "small"),
    file("stored", "small", { stored: true, mode: 0o100755 }),
    file("text", text),
    file("noise", noise, { stored: true }),
    // Files that were larger when they were opened.
    file("shrunk", text, { size: GIB4 }),
    file("shrunk stored", noise, { size: GIB4, stored: true }),
    file("after", "last"),
  ];
  const path = await saved(each(sources));
  const found: Record<string, Buffer> = {};
  for await (const entry of readZip(path))
    found[entry.name] = entry.isDir ? Buffer.alloc(0) : await buffer(entry.open());
  const contents = sources.map(({ content, isDir, name }) => [
    isDir ? `${name}/` : name,
    Buffer.concat([...((content?.() ?? []) as Iterable<Uint8Array>)]),
  ]);
  expect(found).toEqual(Object.fromEntries(contents));
  const facts = python(
    path,
    "print(z.testzip()); [print(i.date_time, oct(i.external_attr >> 16)) for i in z.infolist()]",
  );
  if (facts === undefined) return;
  expect(facts.slice(0, 3)).toEqual([
    "None",
    "(2026, 11, 29, 12, 30, 44) 0o40755",
    "(2026, 11, 29, 12, 30, 44) 0o100644",
  ]);
  expect(facts[4]).toBe("(2026, 11, 29, 12, 30, 44) 0o100755");
});

test("times that the format does not have become its first or its last one", async () => {
  const years = [1969, 1979, 1980, 2107, 2108];
  const sources = years.map((year) => file(String(year), "", { modified: new Date(year, 0, 2, 3, 4, 6) }));
  const path = await saved(each(sources));
  const times = python(path, "[print(*i.date_time) for i in z.infolist()]");
  if (times === undefined) return;
  const first = "1980 1 1 0 0 0";
  expect(times).toEqual([first, first, "1980 1 2 3 4 6", "2107 1 2 3 4 6", "2107 12 31 23 59 58"]);
});

test("an archive of more than 65 535 entries has all of them", async () => {
  const count = 70_000;
  const path = await saved(each(Array.from({ length: count }, (_, at) => file(`f${at}`, String(at)))));
  const limits = { entries: count, bytes: 1e9, ratio: 200 };
  expect((await listZip(path, limits)).length).toBe(count);
  expect(String(await readZipEntry(path, "f69999", 10))).toBe("69999");
});

test.each([
  ["whole", 5],
  ["while it is read", 200_000],
])("an error of a content that is compressed %s ends the archive", async (_how, size) => {
  const content = async function* (): AsyncGenerator<Uint8Array> {
    yield Buffer.from("begun");
    throw new Error("gone");
  };
  await expect(buffer(zipStream(each([file("a", "", { size, content })])))).rejects.toThrow("gone");
});

test("an archive that is not read to its end lets go of its entries", async () => {
  const ended: string[] = [];
  const content = async function* (): AsyncGenerator<Uint8Array> {
    try {
      for (;;) yield randomBytes(64 * 1_024);
    } finally {
      ended.push("content");
    }
  };
  const sources = async function* (): AsyncGenerator<ZipSource> {
    try {
      yield file("endless", "", { size: 2 ** 40, content });
    } finally {
      ended.push("entries");
    }
  };
  const archive = zipStream(sources());
  for await (const _ of archive) break;
  await expect.poll(() => ended.toSorted()).toEqual(["content", "entries"]);
});
