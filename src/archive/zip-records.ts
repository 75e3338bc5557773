/** Entry of a zip archive, as its records describe it. */
export interface ZipRecord {
  readonly name: Buffer;
  readonly isDir: boolean;
  /** Permission bits. */
  readonly mode: number;
  /** Time of its last change; without it {@link FIRST_DAY}, so that equal directories give equal bytes. */
  readonly modified?: Date;
  /** Bytes of its content. */
  readonly size: number;
  /** Bytes of its compressed content in the archive; without it the content is stored as it is. */
  readonly packed?: number;
  /** Offset of its first record. */
  readonly offset: number;
  /** True when its checksum and its sizes follow its content. */
  readonly descriptor: boolean;
  /** True when its records have 64 bits for its sizes ({@link mayNeed64}). */
  readonly large: boolean;
}

const MAX_16 = 0xffff;
const MAX_32 = 0xffff_ffff;
const UTF8_NAME = 0x800;
const CHECKSUM_FOLLOWS = 0x8;
const VERSION = 20;
const VERSION_64 = 45;
const UNIX = 3 << 8;
const DEFLATED = 8;
/** Earliest day that a zip archive can contain. */
const FIRST_DAY = 0x21;
/** Compression adds less than this to content that it cannot make smaller, in bytes. */
const MAX_ADDED = 2 ** 24;
const EXTRA_64 = 20;
const CENTRAL_EXTRA_64 = 28;
const FILE_TYPE = 0o100000;
const DIRECTORY_TYPE = 0o040000;

/** Size of an entry in the archive: its first record, its content, and the record after it. */
export function entryBytes(entry: Omit<ZipRecord, "offset">): number {
  const { large } = entry;
  const after = entry.descriptor ? (large ? 24 : 16) : 0;
  return 30 + entry.name.length + (large ? EXTRA_64 : 0) + packedBytes(entry) + after;
}

/** Size of an entry's record in the directory at the end. */
export function centralBytes(entry: ZipRecord): number {
  return 46 + entry.name.length + (needs64(entry) ? CENTRAL_EXTRA_64 : 0);
}

/** Size of the records that end an archive. */
export function endBytes(entries: number, directory: { offset: number; bytes: number }): number {
  return endNeeds64(entries, directory) ? 98 : 22;
}

/** The record before the bytes of an entry. */
export function localRecord(entry: ZipRecord, crc: number): Buffer {
  const { large } = entry;
  const sizes = entry.descriptor ? { size: 0, packed: 0 } : { size: entry.size, packed: packedBytes(entry) };
  const record = Buffer.alloc(30 + entry.name.length + (large ? EXTRA_64 : 0));
  record.writeUInt32LE(0x0403_4b50, 0);
  writeCommon(record, 4, entry, { ...sizes, crc: entry.descriptor ? 0 : crc, large });
  record.writeUInt16LE(large ? EXTRA_64 : 0, 28);
  entry.name.copy(record, 30);
  if (large) writeExtra(record, 30 + entry.name.length, [sizes.size, sizes.packed]);
  return record;
}

/** The record after the bytes of an entry. */
export function descriptorRecord(entry: ZipRecord, crc: number): Buffer {
  const { large } = entry;
  const record = Buffer.alloc(large ? 24 : 16);
  record.writeUInt32LE(0x0807_4b50, 0);
  record.writeUInt32LE(crc, 4);
  for (const [index, bytes] of [packedBytes(entry), entry.size].entries()) {
    if (large) record.writeBigUInt64LE(BigInt(bytes), 8 + index * 8);
    else record.writeUInt32LE(bytes, 8 + index * 4);
  }
  return record;
}

/** The record of an entry in the directory at the end. */
export function centralRecord(entry: ZipRecord, crc: number): Buffer {
  const large = needs64(entry);
  const record = Buffer.alloc(centralBytes(entry));
  record.writeUInt32LE(0x0201_4b50, 0);
  record.writeUInt16LE(UNIX | (large ? VERSION_64 : VERSION), 4);
  const [size, packed] = [entry.size, packedBytes(entry)];
  writeCommon(record, 6, entry, { crc, size, packed, large });
  record.writeUInt16LE(large ? CENTRAL_EXTRA_64 : 0, 30);
  const mode = (entry.mode & 0o777) | (entry.isDir ? DIRECTORY_TYPE : FILE_TYPE);
  // The lower half is for systems that mark directories by a separate attribute.
  record.writeUInt32LE(((mode << 16) | (entry.isDir ? 0x10 : 0)) >>> 0, 38);
  record.writeUInt32LE(large ? MAX_32 : entry.offset, 42);
  entry.name.copy(record, 46);
  if (large) writeExtra(record, 46 + entry.name.length, [size, packed, entry.offset]);
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
  entry: ZipRecord,
  { crc, size, packed, large }: { crc: number; size: number; packed: number; large: boolean },
): void {
  record.writeUInt16LE(large ? VERSION_64 : VERSION, at);
  record.writeUInt16LE(UTF8_NAME | (entry.descriptor ? CHECKSUM_FOLLOWS : 0), at + 2);
  record.writeUInt16LE(entry.packed === undefined ? 0 : DEFLATED, at + 4);
  const { time, day } = timeOf(entry.modified);
  record.writeUInt16LE(time, at + 6);
  record.writeUInt16LE(day, at + 8);
  record.writeUInt32LE(crc, at + 10);
  record.writeUInt32LE(large ? MAX_32 : packed, at + 14);
  record.writeUInt32LE(large ? MAX_32 : size, at + 18);
  record.writeUInt16LE(entry.name.length, at + 22);
}

/** Writes 64-bit numbers that do not fit into a record. */
function writeExtra(record: Buffer, at: number, numbers: readonly number[]): void {
  record.writeUInt16LE(1, at);
  record.writeUInt16LE(numbers.length * 8, at + 2);
  for (const [index, number] of numbers.entries()) record.writeBigUInt64LE(BigInt(number), at + 4 + index * 8);
}

/** Time and day of an entry in the local time of this machine, as the format has them, from 1980 to 2107. */
function timeOf(modified: Date | undefined): { time: number; day: number } {
  const year = modified?.getFullYear() ?? 0;
  if (modified === undefined || year < 1_980) return { time: 0, day: FIRST_DAY };
  if (year > 2_107) return { time: 0xbf7d, day: 0xff9f };
  return {
    time: (modified.getHours() << 11) | (modified.getMinutes() << 5) | (modified.getSeconds() >> 1),
    day: ((year - 1_980) << 9) | ((modified.getMonth() + 1) << 5) | modified.getDate(),
  };
}

function packedBytes({ size, packed = size }: Pick<ZipRecord, "size" | "packed">): number {
  return packed;
}

/** True when the sizes of an entry of at most `size` bytes may need 64 bits, also when compression does not make it smaller. */
export function mayNeed64(size: number, isPacked = false): boolean {
  return size + (isPacked ? MAX_ADDED : 0) >= MAX_32;
}

function needs64({ large, offset }: Pick<ZipRecord, "large" | "offset">): boolean {
  return large || offset >= MAX_32;
}

function endNeeds64(entries: number, { offset, bytes }: { offset: number; bytes: number }): boolean {
  return entries >= MAX_16 || bytes >= MAX_32 || offset >= MAX_32;
}
