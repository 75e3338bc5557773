import { crc32, deflateRawSync } from "node:zlib";

export interface RawEntry {
  name: string | Buffer;
  data?: string | Buffer;
  /** Unix mode with its type bits. */
  mode?: number;
  /** General purpose flags: 1 is encrypted, 0x800 a name in UTF-8. */
  flags?: number;
  method?: number;
  /** Declares a size other than its own. */
  size?: number;
  crc?: number;
}

/** A zip archive byte by byte, so that it can say what no honest tool would. */
export function rawZip(entries: readonly RawEntry[], counted = entries.length): Buffer {
  const locals: Buffer[] = [];
  const central: Buffer[] = [];
  let offset = 0;
  for (const entry of entries) {
    const name = Buffer.isBuffer(entry.name) ? entry.name : Buffer.from(entry.name);
    const data = Buffer.from(entry.data ?? "");
    const method = entry.method ?? 8;
    const packed = method === 8 ? deflateRawSync(data) : data;
    const head = Buffer.alloc(26);
    head.writeUInt16LE(20, 0);
    head.writeUInt16LE(entry.flags ?? 0x800, 2);
    head.writeUInt16LE(method, 4);
    head.writeUInt32LE(entry.crc ?? crc32(data), 10);
    head.writeUInt32LE(packed.length, 14);
    head.writeUInt32LE(entry.size ?? data.length, 18);
    head.writeUInt16LE(name.length, 22);
    locals.push(Buffer.from("PK\x03\x04"), head, name, packed);
    const tail = Buffer.alloc(14);
    tail.writeUInt32LE(((entry.mode ?? 0o100644) << 16) >>> 0, 6);
    tail.writeUInt32LE(offset, 10);
    central.push(Buffer.from("PK\x01\x02"), Buffer.from([20, 3]), head, tail, name);
    offset += 30 + name.length + packed.length;
  }
  const directory = Buffer.concat(central);
  const end = Buffer.alloc(18);
  end.writeUInt16LE(counted & 0xffff, 4);
  end.writeUInt16LE(counted & 0xffff, 6);
  end.writeUInt32LE(directory.length, 8);
  end.writeUInt32LE(offset, 12);
  return Buffer.concat([...locals, directory, Buffer.from("PK\x05\x06"), end]);
}

/** An empty archive that says, in its zip64 end, that it has so many entries. */
export function zip64Claiming(entries: bigint): Buffer {
  const end64 = Buffer.alloc(56);
  end64.write("PK\x06\x06", 0, "latin1");
  end64.writeBigUInt64LE(44n, 4);
  end64.writeUInt16LE(45, 12);
  end64.writeUInt16LE(45, 14);
  end64.writeBigUInt64LE(entries, 24);
  end64.writeBigUInt64LE(entries, 32);
  const locator = Buffer.alloc(20);
  locator.write("PK\x06\x07", 0, "latin1");
  locator.writeUInt32LE(1, 16);
  const end = Buffer.alloc(22);
  end.write("PK\x05\x06", 0, "latin1");
  for (const at of [8, 10]) end.writeUInt16LE(0xffff, at);
  for (const at of [12, 16]) end.writeUInt32LE(0xffffffff, at);
  return Buffer.concat([end64, locator, end]);
}
