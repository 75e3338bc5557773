import type { Region } from "./region.ts";

/** Messages of a client in the RFB protocol (RFC 6143, and the community's description of its extensions). */

/** Encodings and pseudo encodings that the client understands. */
export const encodings = { raw: 0, desktopSize: -308, pointerShape: -314, pointerPosition: 0x574d5666 } as const;

/** 32 bits for each pixel: red, green, blue and an unused byte, in this order. */
export function setPixelFormat(): Buffer {
  const [message, bits, depth, bigEndian, trueColor, max] = [0, 32, 24, 0, 1, 255];
  const [red, green, blue] = [0, 8, 16];
  const format = [bits, depth, bigEndian, trueColor, 0, max, 0, max, 0, max, red, green, blue, 0, 0, 0];
  return Buffer.from([message, 0, 0, 0, ...format]);
}

export function setEncodings(wanted: readonly number[]): Buffer {
  const buffer = Buffer.alloc(4 + 4 * wanted.length);
  buffer.writeUInt8(2, 0);
  buffer.writeUInt16BE(wanted.length, 2);
  for (const [index, encoding] of wanted.entries()) buffer.writeInt32BE(encoding, 4 + 4 * index);
  return buffer;
}

/** Asks for the pixels of a region: those that have changed since they were last sent, or all. */
export function updateRequest({ x, y, width, height }: Region, changesOnly: boolean): Buffer {
  const buffer = Buffer.alloc(10);
  buffer.writeUInt8(3, 0);
  buffer.writeUInt8(changesOnly ? 1 : 0, 1);
  for (const [index, value] of [x, y, width, height].entries()) buffer.writeUInt16BE(value, 2 + 2 * index);
  return buffer;
}

export function keyEvent(keysym: number, down: boolean): Buffer {
  const buffer = Buffer.alloc(8);
  buffer.writeUInt8(4, 0);
  buffer.writeUInt8(down ? 1 : 0, 1);
  buffer.writeUInt32BE(keysym, 4);
  return buffer;
}

/** @param buttons bit 0 is X's button 1 (left), bit 7 its button 8 (back) */
export function pointerEvent(x: number, y: number, buttons: number): Buffer {
  const buffer = Buffer.alloc(6);
  buffer.writeUInt8(5, 0);
  buffer.writeUInt8(buttons, 1);
  buffer.writeUInt16BE(x, 2);
  buffer.writeUInt16BE(y, 4);
  return buffer;
}

/** Asks for another size of the display, with one screen. */
export function setDesktopSize(width: number, height: number): Buffer {
  const buffer = Buffer.alloc(24);
  buffer.writeUInt8(251, 0);
  buffer.writeUInt16BE(width, 2);
  buffer.writeUInt16BE(height, 4);
  buffer.writeUInt8(1, 6);
  // Id, x, y, then the size, then flags.
  buffer.writeUInt16BE(width, 16);
  buffer.writeUInt16BE(height, 18);
  return buffer;
}
