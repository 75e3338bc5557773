import { createHash, createPublicKey, verify } from "node:crypto";

/** Error for a file that is not a signed package of an extension; the message says why. */
export class CrxError extends Error {
  override readonly name = "CrxError";
}

/** Maximum size of a header, in bytes. */
const MAX_HEADER_BYTES = 2 ** 20;

/** Bytes of the fixed part: `Cr24`, the version, and the size of the header. */
const FIXED_BYTES = 12;

/** Fields of a header (`crx3.proto` of Chromium): proofs by RSA and by ECDSA, and the data that they sign. */
const PROOF_FIELDS: readonly number[] = [2, 3];
const SIGNED_DATA_FIELD = 10_000;

/** Start of what a proof signs; the size of the signed data and the archive follow. */
const CONTEXT = Buffer.from("CRX3 SignedData\0");

/**
 * Archive of a package in the format CRX3, after a check of all its signatures: the package is that of the extension
 * with this id, as its owner signed it. Throws a {@link CrxError}.
 */
export function archiveOfCrx(crx: Buffer, id: string): Buffer {
  if (crx.length < FIXED_BYTES || crx.toString("latin1", 0, 4) !== "Cr24") throw new CrxError("is not a CRX file");
  const version = crx.readUInt32LE(4);
  if (version !== 3) throw new CrxError(`is a CRX file of version ${version}, not 3`);
  const end = FIXED_BYTES + crx.readUInt32LE(8);
  if (end - FIXED_BYTES > MAX_HEADER_BYTES || end > crx.length) throw new CrxError("is a damaged CRX file");
  const header = fieldsOf(crx.subarray(FIXED_BYTES, end));
  const archive = crx.subarray(end);
  const signed = header.find(({ field }) => field === SIGNED_DATA_FIELD)?.bytes ?? Buffer.alloc(0);
  const crxId = fieldsOf(signed).find(({ field }) => field === 1)?.bytes;
  if (crxId?.length !== 16) throw new CrxError("is a CRX file without an id");
  if (idOf(crxId) !== id) throw new CrxError(`is the extension ${idOf(crxId)}, not ${id}`);
  const size = Buffer.alloc(4);
  size.writeUInt32LE(signed.length);
  const covered = Buffer.concat([CONTEXT, size, signed, archive]);
  const proofs = header.filter(({ field }) => PROOF_FIELDS.includes(field)).map(({ bytes }) => proofOf(bytes));
  const isOwned = proofs.some(({ key }) => createHash("sha256").update(key).digest().subarray(0, 16).equals(crxId));
  if (!isOwned) throw new CrxError(`is not signed by the owner of the extension ${id}`);
  if (!proofs.every((proof) => holds(proof, covered))) throw new CrxError("has a signature that does not match");
  return archive;
}

/** Id of an extension: 16 bytes as letters from a to p. */
function idOf(bytes: Buffer): string {
  return bytes.toString("hex").replace(/./g, (digit) => String.fromCharCode(97 + Number.parseInt(digit, 16)));
}

/** Public key of a proof in DER, and its signature. */
interface Proof {
  readonly key: Buffer;
  readonly signature: Buffer;
}

function proofOf(bytes: Buffer): Proof {
  const fields = fieldsOf(bytes);
  const of = (number: number): Buffer => fields.find(({ field }) => field === number)?.bytes ?? Buffer.alloc(0);
  return { key: of(1), signature: of(2) };
}

function holds({ key, signature }: Proof, covered: Buffer): boolean {
  try {
    return verify("sha256", covered, createPublicKey({ key, format: "der", type: "spki" }), signature);
  } catch {
    return false;
  }
}

/** Fields with bytes of a message of Protocol Buffers; the header of a CRX file has no others. Throws a {@link CrxError}. */
function fieldsOf(message: Buffer): { readonly field: number; readonly bytes: Buffer }[] {
  const fields: { field: number; bytes: Buffer }[] = [];
  let at = 0;
  const number = (): number => {
    let value = 0;
    for (let shift = 0; shift < 35; shift += 7) {
      const byte = message[at++];
      if (byte === undefined) break;
      value += (byte & 0x7f) * 2 ** shift;
      if (byte < 0x80) return value;
    }
    throw new CrxError("is a damaged CRX file");
  };
  while (at < message.length) {
    const tag = number();
    const size = number();
    if (tag % 8 !== 2 || at + size > message.length) throw new CrxError("is a damaged CRX file");
    fields.push({ field: Math.floor(tag / 8), bytes: message.subarray(at, at + size) });
    at += size;
  }
  return fields;
}
