import { table } from "../core/table.ts";
import { withoutEnd } from "../core/without-end.ts";
import { ArchiveError } from "./archive-error.ts";

export const BLOCK_BYTES = 512;

/** Kinds of supported entries; all others are rejected by their name. */
export type TarType = "file" | "directory" | "pax" | "pax-global" | "long-name" | "long-link" | "other";

/** One header block of a tar archive. */
export interface TarHeader {
  readonly name: string;
  readonly type: TarType;
  /** The type for a person: "symbolic link". */
  readonly typeName: string;
  readonly mode: number;
  /** Bytes of data that follow. */
  readonly size: number;
}

const types = table<[TarType, string]>({
  "\0": ["file", "file"],
  "0": ["file", "file"],
  "7": ["file", "file"],
  "1": ["other", "link"],
  "2": ["other", "symbolic link"],
  "3": ["other", "character device"],
  "4": ["other", "block device"],
  "5": ["directory", "directory"],
  "6": ["other", "pipe"],
  S: ["other", "sparse file"],
  x: ["pax", "pax header"],
  g: ["pax-global", "pax header"],
  L: ["long-name", "GNU long name"],
  K: ["long-link", "GNU long link"],
});

/** Error for an archive that differs from the format of POSIX or GNU tar. */
export function damagedTar(why: string): ArchiveError {
  return new ArchiveError("damaged", `the archive is damaged or not a tar archive: ${why}`);
}

/**
 * Reads a header block. Throws {@link ArchiveError} `damaged` for a wrong checksum, an unknown format, and for fields
 * that are not numbers, are negative, or are too large.
 */
export function tarHeader(block: Buffer): TarHeader {
  if (octal(block, 148, 8, "checksum") !== checksum(block)) throw damagedTar("the checksum of a header does not match");
  const magic = block.toString("latin1", 257, 265);
  const posix = magic.startsWith("ustar\0");
  if (!posix && magic !== "ustar  \0") throw damagedTar("a header is neither of the POSIX nor of the GNU format");
  const flag = String.fromCharCode(block[156] as number);
  const [type, typeName] = types.get(flag) ?? ["other", `special entry of type ${JSON.stringify(flag)}`];
  const prefix = posix ? tarText(block.subarray(345, 500)) : "";
  const own = tarText(block.subarray(0, 100));
  const name = prefix === "" ? own : `${prefix}/${own}`;
  // Old programs write directories as files with a slash at the end.
  const isDir = type === "file" && name.endsWith("/");
  return {
    name,
    type: isDir ? "directory" : type,
    typeName,
    mode: octal(block, 100, 8, "mode"),
    size: octal(block, 124, 12, "size"),
  };
}

/** A text that ends with a NUL, or with its field. */
export function tarText(field: Uint8Array): string {
  const end = field.indexOf(0);
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(end < 0 ? field : field.subarray(0, end));
  } catch {
    throw new ArchiveError("unsafe_entry", "an entry has a name that is not UTF-8");
  }
}

/**
 * Reads the records of a pax header, each `<length> <key>=<value>` and a line feed. Throws {@link ArchiveError}
 * `damaged` when the lengths do not add up.
 */
export function paxRecords(data: Buffer): Map<string, string> {
  const records = new Map<string, string>();
  for (let at = 0; at < data.length; ) {
    const blank = data.indexOf(0x20, at);
    const digits = blank < 0 ? "" : data.toString("latin1", at, Math.min(blank, at + 10));
    const end = at + Number(digits);
    const equals = data.indexOf(0x3d, blank);
    if (!/^[1-9]\d*$/.test(digits) || end > data.length || data[end - 1] !== 0x0a || equals < 0 || equals >= end) {
      throw damagedTar("a pax header has a record that is not valid");
    }
    records.set(data.toString("utf8", blank + 1, equals), tarText(data.subarray(equals + 1, end - 1)));
    at = end;
  }
  return records;
}

/** Size in a pax header, which replaces the header's own. */
export function paxSize(text: string): number {
  const size = Number(text);
  if (!/^\d{1,16}$/.test(text) || !Number.isSafeInteger(size))
    throw damagedTar(`a pax header has the size ${quoted(text)}`);
  return size;
}

/** A number in octal digits, or in base 256 as GNU tar writes large ones. */
function octal(block: Buffer, at: number, length: number, what: string): number {
  const field = block.subarray(at, at + length);
  const first = field[0] as number;
  if (first === 0xff) throw damagedTar(`a header has a negative ${what}`);
  if (first === 0x80) {
    const number = field.subarray(1).reduce((sum, byte) => sum * 256 + byte, 0);
    if (!Number.isSafeInteger(number)) throw damagedTar(`a header has a ${what} that is too large`);
    return number;
  }
  const text = field.toString("latin1");
  const digits = /^ *([0-7]*)[ \0]*$/.exec(text)?.[1];
  if (digits === undefined) throw damagedTar(`a header has the ${what} ${quoted(text)}`);
  return digits === "" ? 0 : Number.parseInt(digits, 8);
}

function quoted(text: string): string {
  return JSON.stringify(withoutEnd(text, "\0").slice(0, 40));
}

/** Sum of all bytes, with blanks in place of the checksum itself. */
function checksum(block: Buffer): number {
  let sum = 8 * 0x20;
  for (let at = 0; at < BLOCK_BYTES; at += 1) if (at < 148 || at >= 156) sum += block[at] as number;
  return sum;
}
