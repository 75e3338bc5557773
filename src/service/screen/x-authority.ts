import { randomBytes } from "node:crypto";

const FAMILY_OF_ANY_HOST = 0xffff;
const COOKIE_BYTES = 16;

/**
 * Content of an authority file (`XAUTHORITY`) with one new cookie, for every host name and display number: the file is
 * in the container of one session, which has one display.
 */
export function xAuthority(): Buffer {
  const family = Buffer.alloc(2);
  family.writeUInt16BE(FAMILY_OF_ANY_HOST);
  const [address, number] = [Buffer.alloc(0), Buffer.alloc(0)];
  const fields = [address, number, Buffer.from("MIT-MAGIC-COOKIE-1", "latin1"), randomBytes(COOKIE_BYTES)];
  return Buffer.concat([family, ...fields.flatMap(counted)]);
}

function counted(field: Buffer): Buffer[] {
  const length = Buffer.alloc(2);
  length.writeUInt16BE(field.length);
  return [length, field];
}
