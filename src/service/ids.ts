import { randomBytes } from "node:crypto";

const first = "abcdefghijklmnopqrstuvwxyz";
const rest = "abcdefghijklmnopqrstuvwxyz0123456789";

/** A new id: 24 lower-case letters and digits, beginning with a letter (contract 0.17). */
export function newId(): string {
  let id = "";
  while (id.length < 24) {
    const letters = id === "" ? first : rest;
    for (const byte of randomBytes(32)) {
      // Rejects bytes past the last whole round, which would favour the first letters.
      if (byte >= 256 - (256 % letters.length)) continue;
      id += letters[byte % letters.length];
      if (id.length === 1 || id.length === 24) break;
    }
  }
  return id;
}
