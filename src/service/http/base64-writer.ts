const ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

/**
 * Writes base64 into a reused buffer. Node can only encode to a string, and at 100 MB/s those strings
 * take a hundred megabytes of memory before they are collected.
 */
export class Base64Writer {
  /** The two characters for each 12-bit value. */
  readonly #pairs = new Uint16Array(4_096);

  constructor() {
    const bytes = new Uint8Array(this.#pairs.buffer);
    for (let bits = 0; bits < 4_096; bits++) {
      bytes[2 * bits] = ALPHABET.charCodeAt(bits >> 6);
      bytes[2 * bits + 1] = ALPHABET.charCodeAt(bits & 63);
    }
  }

  /**
   * Writes all of `bytes` to `to`, starting at `at`, padded (RFC 4648). Returns the end offset. There must be room.
   *
   * @param at even; `to` starts at an even byte offset
   */
  write(bytes: Uint8Array, to: Uint8Array, at: number): number {
    const pairs = this.#pairs;
    const out = new Uint16Array(to.buffer, to.byteOffset + at, (to.length - at) >> 1);
    const whole = bytes.length - (bytes.length % 3);
    let pairIndex = 0;
    for (let index = 0; index < whole; index += 3) {
      const bits =
        ((bytes[index] as number) << 16) | ((bytes[index + 1] as number) << 8) | (bytes[index + 2] as number);
      out[pairIndex] = pairs[bits >> 12] as number;
      out[pairIndex + 1] = pairs[bits & 4_095] as number;
      pairIndex += 2;
    }
    const rest = Buffer.from(bytes.subarray(whole)).toString("base64");
    let end = at + 2 * pairIndex;
    for (let index = 0; index < rest.length; index++) to[end++] = rest.charCodeAt(index);
    return end;
  }
}
