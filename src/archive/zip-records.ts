/** Entry of a zip archive with uncompressed content, as its records describe it. */
export interface StoredRecord {
  readonly name: Buffer;
  readonly isDir: boolean;
  /** Permission bits. */
  readonly mode: number;
  /** Bytes, packed and unpacked. */
  readonly size: number;
  /** Offset of its first record. */
  readonly offset: number;
  /** True when its checksum follows its content. */
  readonly descriptor: boolean;
}

const MAX_16 = 0xffff;
const MAX_32 = 0xffff_ffff;
const UTF8_NAME = 0x800;
const CHECKSUM_FOLLOWS = 0x8;
const VERSION = 20;
const VERSION_64 = 45;
const UNIX = 3 << 8;
/** Earliest day that a zip archive can contain. All entries have it, so that equal directories give equal bytes. */
const FIRST_DAY = 0x21;
const EXTRA_64 = 20;
const CENTRAL_EXTRA_64 = 28;
const FILE_TYPE = 0o100000;
const DIRECTORY_TYPE = 0o040000;

/** Size of an entry in the archive: its first record, its content, and the record after it. */
export function entryBytes(entry: Omit<StoredRecord, "offset">): number {
  const large = isLarge(entry);
  const after = entry.descriptor ? (large ? 24 : 16) : 0;
  return 30 + entry.name.length + (large ? EXTRA_64 : 0) + entry.size + after;
}

/** Size of an entry's record in the directory at the end. */
export function centralBytes(entry: StoredRecord): number {
  return 46 + entry.name.length + (needs64(entry) ? CENTRAL_EXTRA_64 : 0);
}

/** Size of the records that end an archive. */
export function endBytes(entries: number, directory: { offset: number; bytes: number }): number {
  return endNeeds64(entries, directory) ? 98 : 22;
}

/** The record before the bytes of an entry. */
export function localRecord(entry: StoredRecord, crc: number): Buffer {
  const large = isLarge(entry);
  const { size, crc: known } = entry.descriptor ? { size: 0, crc: 0 } : { size: entry.size, crc };
  const record = Buffer.alloc(30 + entry.name.length + (large ? EXTRA_64 : 0));
  record.writeUInt32LE(0x0403_4b50, 0);
  writeCommon(record, 4, entry, { crc: known, size: large ? MAX_32 : size, large });
  record.writeUInt16LE(large ? EXTRA_64 : 0, 28);
  entry.name.copy(record, 30);
  if (large) writeExtra(record, 30 + entry.name.length, [size, size]);
  return record;
}

/** The record after the bytes of an entry. */
export function descriptorRecord(entry: StoredRecord, crc: number): Buffer {
  const large = isLarge(entry);
  const record = Buffer.alloc(large ? 24 : 16);
  record.writeUInt32LE(0x0807_4b50, 0);
  record.writeUInt32LE(crc, 4);
  for (const at of [0, 1]) {
    if (large) record.writeBigUInt64LE(BigInt(entry.size), 8 + at * 8);
    else record.writeUInt32LE(entry.size, 8 + at * 4);
  }
  return record;
}

/** The record of an entry in the directory at the end. */
export function centralRecord(entry: StoredRecord, crc: number): Buffer {
  const large = needs64(entry);
  const record = Buffer.alloc(centralBytes(entry));
  record.writeUInt32LE(0x0201_4b50, 0);
  record.writeUInt16LE(UNIX | (large ? VERSION_64 : VERSION), 4);
  writeCommon(record, 6, entry, { crc, size: large ? MAX_32 : entry.size, large });
  record.writeUInt16LE(large ? CENTRAL_EXTRA_64 : 0, 30);
  const mode = (entry.mode & 0o777) | (entry.isDir ? DIRECTORY_TYPE : FILE_TYPE);
  // The lower half is for systems that mark directories by a separate attribute.
  record.writeUInt32LE(((mode << 16) | (entry.isDir ? 0x10 : 0)) >>> 0, 38);
  record.writeUInt32LE(large ? MAX_32 : entry.offset, 42);
  entry.name.copy(record, 46);
  if (large) writeExtra(record, 46 + entry.name.length, [entry.size, entry.size, entry.offset]);
  return record;
}

/** The records that end an archive. */
export function endRecords(entries: number, directory: { offset: number; bytes: number }): Buffer {
  const large = endNeeds64(entries, directory);
  const record = Buffer.alloc(endBytes(entries, directory));
  let at = 0;
  if (large) {
    record.writeUInt32LE(0x0606_4b50, 0);
    record.writeBigUInt64LE(44n, 4);
    record.writeUInt16LE(UNIX | VERSION_64, 12);
    record.writeUInt16LE(VERSION_64, 14);
    for (const place of [24, 32]) record.writeBigUInt64LE(BigInt(entries), place);
    record.writeBigUInt64LE(BigInt(directory.bytes), 40);
    record.writeBigUInt64LE(BigInt(directory.offset), 48);
    record.writeUInt32LE(0x0706_4b50, 56);
    record.writeBigUInt64LE(BigInt(directory.offset + directory.bytes), 64);
    record.writeUInt32LE(1, 72);
    at = 76;
  }
  record.writeUInt32LE(0x0605_4b50, at);
  for (const place of [8, 10]) record.writeUInt16LE(large ? MAX_16 : entries, at + place);
  record.writeUInt32LE(large ? MAX_32 : directory.bytes, at + 12);
  record.writeUInt32LE(large ? MAX_32 : directory.offset, at + 16);
  return record;
}

/** Writes the fields that the local header of an entry and its central directory record share. */
function writeCommon(
  record: Buffer,
  at: number,
  entry: StoredRecord,
  { crc, size, large }: { crc: number; size: number; large: boolean },
): void {
  record.writeUInt16LE(large ? VERSION_64 : VERSION, at);
  record.writeUInt16LE(UTF8_NAME | (entry.descriptor ? CHECKSUM_FOLLOWS : 0), at + 2);
  // Stored, at midnight.
  record.writeUInt16LE(FIRST_DAY, at + 8);
  record.writeUInt32LE(crc, at + 10);
  record.writeUInt32LE(size, at + 14);
  record.writeUInt32LE(size, at + 18);
  record.writeUInt16LE(entry.name.length, at + 22);
}

/** Writes 64-bit numbers that do not fit into a record. */
function writeExtra(record: Buffer, at: number, numbers: readonly number[]): void {
  record.writeUInt16LE(1, at);
  record.writeUInt16LE(numbers.length * 8, at + 2);
  for (const [index, number] of numbers.entries()) record.writeBigUInt64LE(BigInt(number), at + 4 + index * 8);
}

function isLarge({ size }: Pick<StoredRecord, "size">): boolean {
  return size >= MAX_32;
}

function needs64({ size, offset }: Pick<StoredRecord, "size" | "offset">): boolean {
  return size >= MAX_32 || offset >= MAX_32;
}

function endNeeds64(entries: number, { offset, bytes }: { offset: number; bytes: number }): boolean {
  return entries >= MAX_16 || bytes >= MAX_32 || offset >= MAX_32;
}
