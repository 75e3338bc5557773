import { zstdDecompressSync } from "node:zlib";
import { unsnappy } from "./snappy.ts";

/** Maximum size of a block of a table, and of a value of a log; larger ones are not read. */
const MAX_BLOCK_BYTES = 64 * 2 ** 20;
const LOG_BLOCK = 32_768;
const FOOTER_BYTES = 48;
const MAGIC = Buffer.from("57fb808b247547db", "hex");

/**
 * Reads the keys of a LevelDB database, without their values, from its files `*.log` and `*.ldb` in any order. Of a damaged
 * file, the readable part is used. Source: the format descriptions of LevelDB.
 */
export class LevelDbKeys {
  readonly #wanted: (key: string) => boolean;
  /** The latest change of each key. */
  readonly #changes = new Map<string, { sequence: bigint; deleted: boolean }>();

  /** @param wanted returns true for keys to keep; they are read as Latin-1 */
  constructor(wanted: (key: string) => boolean) {
    this.#wanted = wanted;
  }

  add(file: string, bytes: Buffer): void {
    try {
      if (file.endsWith(".log")) this.#addLog(bytes);
      else if (/\.(ldb|sst)$/.test(file)) this.#addTable(bytes);
    } catch (error) {
      // The end of a log that was being written, or a damaged block.
      if (!(error instanceof RangeError) && !(error as NodeJS.ErrnoException).code?.startsWith("ZSTD_")) throw error;
    }
  }

  /** Keys that have not been deleted. */
  keys(): string[] {
    return [...this.#changes].flatMap(([key, { deleted }]) => (deleted ? [] : [key]));
  }

  #change(key: Buffer, sequence: bigint, deleted: boolean): void {
    const name = key.toString("latin1");
    if (!this.#wanted(name)) return;
    const known = this.#changes.get(name);
    if (!known || known.sequence <= sequence) this.#changes.set(name, { sequence, deleted });
  }

  #addLog(bytes: Buffer): void {
    for (const batch of logRecords(bytes)) {
      let sequence = batch.readBigUInt64LE(0);
      for (let at = 12; at < batch.length; sequence += 1n) {
        const isValue = batch.readUInt8(at) === 1;
        const key = slice(batch, at + 1);
        this.#change(key.bytes, sequence, !isValue);
        at = isValue ? slice(batch, key.end).end : key.end;
      }
    }
  }

  #addTable(bytes: Buffer): void {
    if (bytes.length < FOOTER_BYTES || !bytes.subarray(-8).equals(MAGIC)) return;
    const meta = handle(bytes, bytes.length - FOOTER_BYTES);
    for (const { value } of entries(block(bytes, handle(bytes, meta.end)))) {
      for (const { key } of entries(block(bytes, handle(value, 0)))) {
        // The trailer is a sequence number of 7 bytes above the kind of change.
        const trailer = key.readBigUInt64LE(key.length - 8);
        this.#change(key.subarray(0, -8), trailer >> 8n, (trailer & 0xffn) === 0n);
      }
    }
  }
}

/** Records of a log, joined from their parts. */
function* logRecords(bytes: Buffer): Generator<Buffer> {
  let parts: Buffer[] = [];
  for (let start = 0; start < bytes.length; start += LOG_BLOCK) {
    const end = Math.min(start + LOG_BLOCK, bytes.length);
    for (let at = start; at + 7 <= end; ) {
      const length = bytes.readUInt16LE(at + 4);
      const kind = bytes.readUInt8(at + 6);
      // The rest of the block is empty.
      if (kind === 0 || at + 7 + length > end) break;
      if (kind <= 2) parts = [];
      parts.push(bytes.subarray(at + 7, at + 7 + length));
      if (kind === 1 || kind === 4) yield Buffer.concat(parts);
      at += 7 + length;
    }
  }
}

interface Handle {
  offset: number;
  size: number;
  /** Where the handle itself ends. */
  end: number;
}

function handle(bytes: Buffer, at: number): Handle {
  const offset = varint(bytes, at);
  const size = varint(bytes, offset.end);
  return { offset: offset.value, size: size.value, end: size.end };
}

/** Unpacked block of a table. */
function block(bytes: Buffer, { offset, size }: Handle): Buffer {
  const kind = bytes.readUInt8(offset + size);
  const packed = bytes.subarray(offset, offset + size);
  if (kind === 1) return unsnappy(packed, MAX_BLOCK_BYTES);
  return kind === 2 ? zstdDecompressSync(packed, { maxOutputLength: MAX_BLOCK_BYTES }) : packed;
}

/** Entries of a block; each key is stored as its difference from the previous one. */
function* entries(data: Buffer): Generator<{ key: Buffer; value: Buffer }> {
  const restarts = data.readUInt32LE(data.length - 4);
  const end = data.length - 4 - restarts * 4;
  let key = Buffer.alloc(0);
  for (let at = 0; at < end; ) {
    const shared = varint(data, at);
    const own = varint(data, shared.end);
    const length = varint(data, own.end);
    const value = length.end + own.value;
    if (shared.value > key.length || value + length.value > end) throw new RangeError("damaged");
    key = Buffer.concat([key.subarray(0, shared.value), data.subarray(length.end, value)]);
    at = value + length.value;
    yield { key, value: data.subarray(value, at) };
  }
}

/** Bytes that follow their own length. */
function slice(bytes: Buffer, at: number): { bytes: Buffer; end: number } {
  const { value, end } = varint(bytes, at);
  if (end + value > bytes.length) throw new RangeError("damaged");
  return { bytes: bytes.subarray(end, end + value), end: end + value };
}

function varint(bytes: Buffer, start: number): { value: number; end: number } {
  let value = 0;
  for (let at = start, unit = 1; at < start + 10; at += 1, unit *= 128) {
    const byte = bytes.readUInt8(at);
    value += (byte & 0x7f) * unit;
    if (byte < 0x80) return { value, end: at + 1 };
  }
  throw new RangeError("damaged");
}
