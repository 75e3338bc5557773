import { createHmac } from "node:crypto";

/** Seconds for which a code is valid. */
const STEP_SECONDS = 30;
const ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";

/** Code of six digits at a time, in milliseconds since 1970, for a secret in base32. Source: RFC 6238. */
export function totpCode(secret: string, time: number): string {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(Math.floor(time / 1_000 / STEP_SECONDS)));
  const digest = createHmac("sha1", base32(secret)).update(counter).digest();
  const offset = (digest.at(-1) ?? 0) & 0xf;
  return String((digest.readUInt32BE(offset) & 0x7fffffff) % 1_000_000).padStart(6, "0");
}

/** True for the code of a time or of the step before. */
export function isTotpCode(secret: string, code: string, now: number): boolean {
  return [now, now - STEP_SECONDS * 1_000].some((time) => totpCode(secret, time) === code.replace(/\s/g, ""));
}

function base32(text: string): Buffer {
  const bits = [...text.toUpperCase().replace(/[^A-Z2-7]/g, "")]
    .map((letter) => ALPHABET.indexOf(letter).toString(2).padStart(5, "0"))
    .join("");
  return Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)));
}
