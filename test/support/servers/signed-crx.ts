import { createHash, generateKeyPairSync, type KeyObject, sign } from "node:crypto";

/** Owner of extensions: a key, and the id that follows from it. */
export interface Owner {
  readonly privateKey: KeyObject;
  readonly publicKey: Buffer;
  readonly id: string;
  readonly idBytes: Buffer;
}

/** A new owner with a key of this kind. */
export function newOwner(kind: "ec" | "rsa" = "ec"): Owner {
  const { privateKey, publicKey } =
    kind === "ec"
      ? generateKeyPairSync("ec", { namedCurve: "P-256" })
      : generateKeyPairSync("rsa", { modulusLength: 2048 });
  return ownerOf(privateKey, publicKey);
}

export function ownerOf(privateKey: KeyObject, key: KeyObject): Owner {
  const publicKey = key.export({ format: "der", type: "spki" });
  const idBytes = createHash("sha256").update(publicKey).digest().subarray(0, 16);
  const id = idBytes.toString("hex").replace(/./g, (digit) => String.fromCharCode(97 + Number.parseInt(digit, 16)));
  return { privateKey, publicKey, id, idBytes };
}

/** Field with bytes of a message of Protocol Buffers. */
export function field(number: number, bytes: Buffer): Buffer {
  return Buffer.concat([varint(number * 8 + 2), varint(bytes.length), bytes]);
}

function varint(value: number): Buffer {
  const bytes: number[] = [];
  for (let left = value; ; left = Math.floor(left / 128)) {
    bytes.push((left % 128) + (left >= 128 ? 128 : 0));
    if (left < 128) return Buffer.from(bytes);
  }
}

export interface CrxParts {
  /** Id in the signed data; that of the first owner when omitted. */
  readonly idBytes?: Buffer;
  /** Archive that is signed, where another one is packed. */
  readonly signedArchive?: Buffer;
  readonly version?: number;
}

/** Package of an archive in the format CRX3, signed by these owners. */
export function signedCrx(archive: Buffer, owners: readonly Owner[], parts: CrxParts = {}): Buffer {
  const { idBytes = owners[0]?.idBytes ?? Buffer.alloc(16), signedArchive = archive, version = 3 } = parts;
  const data = field(1, idBytes);
  const covered = Buffer.concat([Buffer.from("CRX3 SignedData\0"), uint32(data.length), data, signedArchive]);
  const proofs = owners.map(({ privateKey, publicKey }) => {
    const proof = Buffer.concat([field(1, publicKey), field(2, sign("sha256", covered, privateKey))]);
    return field(privateKey.asymmetricKeyType === "rsa" ? 2 : 3, proof);
  });
  const header = Buffer.concat([...proofs, field(10_000, data)]);
  return Buffer.concat([Buffer.from("Cr24"), uint32(version), uint32(header.length), header, archive]);
}

function uint32(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32LE(value);
  return bytes;
}
