import { mkdir, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { buffer } from "node:stream/consumers";
import { deflateRawSync, constants as zlib, zstdCompressSync } from "node:zlib";
import { ArchiveError } from "../../../src/archive/archive-error.ts";
import { readTar } from "../../../src/archive/read-tar.ts";
import { extractZip } from "../../../src/archive/read-zip.ts";
import { unzstd } from "../../../src/archive/zstd-frames.ts";
import { type RawEntry, rawZip } from "../../support/zip.ts";

/** Names of files with their contents; directories end with a slash. */
export type Tree = Readonly<Record<string, string>>;

export const tree: Tree = { "sub/": "", "sub/a": "first ".repeat(40), näme: "second", empty: "" };

interface TarPart {
  name: string;
  data?: string | Buffer;
  type?: string;
  /** The size field, as bytes of the header; that of the data when omitted. */
  size?: string | Buffer;
  /** The bytes 257 to 265; POSIX when omitted. */
  magic?: string;
  mode?: string;
  /** A wrong checksum. */
  checksum?: string;
}

/** One header block and the data after it, as an attacker would write them. */
export function tarPart({
  name,
  data = "",
  type,
  size,
  magic = "ustar\x0000",
  mode = "0000644\0",
  checksum,
}: TarPart): Buffer {
  const block = Buffer.alloc(512);
  const bytes = Buffer.from(data);
  block.write(name);
  block.write(mode, 100, "latin1");
  const length = size ?? `${bytes.length.toString(8).padStart(11, "0")}\0`;
  Buffer.from(length as string, "latin1").copy(block, 124);
  if (Buffer.isBuffer(length)) length.copy(block, 124);
  block.write("00000000000\0", 136, "latin1");
  block.write(type ?? (name.endsWith("/") ? "5" : "0"), 156, "latin1");
  block.write(magic, 257, "latin1");
  block.fill(0x20, 148, 156);
  const sum = block.reduce((total, byte) => total + byte, 0);
  block.write(checksum ?? `${sum.toString(8).padStart(6, "0")}\0 `, 148, "latin1");
  return Buffer.concat([block, bytes, Buffer.alloc((512 - (bytes.length % 512)) % 512)]);
}

export const tarEnd = Buffer.alloc(1_024);

export function tarOf(...parts: TarPart[]): Buffer {
  return Buffer.concat([...parts.map(tarPart), tarEnd]);
}

export function plainTar(files: Tree = tree): Buffer {
  return tarOf(...Object.entries(files).map(([name, data]) => ({ name, data })));
}

export function zstdTar(files: Tree = tree): Buffer {
  return zstd(plainTar(files));
}

/** With a checksum, as our own archives and those of the zstd tool have it. */
export function zstd(data: Buffer): Buffer {
  return zstdCompressSync(data, { params: { [zlib.ZSTD_c_checksumFlag]: 1 } });
}

export function zip(files: Tree = tree): Buffer {
  return rawZip(
    Object.entries(files).map(
      ([name, data]): RawEntry => ({ name, data, mode: name.endsWith("/") ? 0o040755 : 0o100644 }),
    ),
  );
}

/** A zip archive whose entries all have the same data: one local header, many entries of the directory. */
export function overlappingZip(entries: number, bytesEach: number): Buffer {
  const data = Buffer.alloc(bytesEach);
  const one = rawZip([{ name: "f000", data }]);
  const start = one.indexOf("PK\x01\x02");
  const end = one.indexOf("PK\x05\x06");
  const directory = Array.from({ length: entries }, (_, at) => {
    const entry = Buffer.from(one.subarray(start, end));
    entry.write(`f${String(at).padStart(3, "0")}`, 46);
    return entry;
  });
  const tail = Buffer.from(one.subarray(end));
  for (const at of [8, 10]) tail.writeUInt16LE(entries, at);
  tail.writeUInt32LE(directory.length * (end - start), 12);
  return Buffer.concat([one.subarray(0, start), ...directory, tail]);
}

/** Many entries of zeros, one behind the other. */
export function zipOfZeros(entries: number, bytesEach: number): Buffer {
  const data = Buffer.alloc(bytesEach);
  const packed = deflateRawSync(data, { level: 9 });
  if (packed.length > bytesEach / 500) throw new Error("the zeros were not packed well");
  return rawZip(Array.from({ length: entries }, (_, at) => ({ name: `f${at}`, data })));
}

export type Kind = "zip" | "tar" | "tar.zst";

/** Unpacks an archive and returns its files. */
export async function unpacked(kind: Kind, bytes: Buffer, dir: string): Promise<Tree> {
  if (kind === "zip") return unpackedZip(bytes, dir);
  const files: Record<string, string> = {};
  const source = [bytes.subarray(0, 100), bytes.subarray(100, 777), bytes.subarray(777)].filter(
    (part) => part.length > 0,
  );
  const data = kind === "tar" ? chunks(source) : unzstd(chunks(source));
  for await (const entry of readTar(data, { entries: 100, bytes: 2 ** 20 })) {
    files[entry.name] = entry.isDir ? "" : String(await buffer(entry.open()));
  }
  return files;
}

async function unpackedZip(bytes: Buffer, dir: string): Promise<Tree> {
  const into = join(dir, "out");
  await rm(into, { recursive: true, force: true });
  await mkdir(into, { recursive: true });
  const archive = join(dir, "in.zip");
  // A new file each time, because ext4 flushes a file that is truncated and written again.
  await rm(archive, { force: true });
  await writeFile(archive, bytes);
  await extractZip(archive, into, { limits: { entries: 100, bytes: 2 ** 20, ratio: 200 } });
  const files: Record<string, string> = {};
  for (const entry of await readdir(into, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name);
    const name = path.slice(into.length + 1);
    files[entry.isDirectory() ? `${name}/` : name] = entry.isDirectory() ? "" : await readFile(path, "utf8");
  }
  return files;
}

async function* chunks(parts: readonly Uint8Array[]): AsyncGenerator<Uint8Array> {
  yield* parts;
}

/** Unpacks an archive; returns its files, or the message of the error that describes what is wrong with it. */
export async function outcome(kind: Kind, bytes: Buffer, dir: string): Promise<{ files: Tree } | { error: string }> {
  try {
    return { files: await unpacked(kind, bytes, dir) };
  } catch (error) {
    if (error instanceof ArchiveError) return { error: error.message };
    throw error;
  }
}

/** Random numbers from a seed (mulberry32), so that a failure can be repeated. */
export function randomFrom(seed: number): (below: number) => number {
  let state = seed >>> 0;
  return (below) => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) % below;
  };
}

/** The archive with one to four random changes: bytes, bits, cuts, insertions, repetitions. */
export function mutated(bytes: Buffer, random: (below: number) => number): Buffer {
  let result = Buffer.from(bytes);
  for (let left = 1 + random(4); left > 0; left -= 1) {
    const at = random(Math.max(1, result.length));
    const length = 1 + random(20);
    switch (random(6)) {
      case 0:
        result[at] = random(256);
        break;
      case 1:
        result[at] = (result[at] ?? 0) ^ (1 << random(8));
        break;
      case 2:
        result = result.subarray(0, at);
        break;
      case 3:
        result = Buffer.concat([
          result.subarray(0, at),
          Buffer.from(Array.from({ length }, () => random(256))),
          result.subarray(at),
        ]);
        break;
      case 4:
        result = Buffer.concat([result.subarray(0, at), result.subarray(at + length)]);
        break;
      default:
        result = Buffer.concat([result.subarray(0, at), result.subarray(0, at + 512)]);
    }
  }
  return result;
}
