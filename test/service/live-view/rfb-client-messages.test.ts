import { describe, expect, test } from "vitest";
import { MalformedMessageError } from "../../../src/service/live-view/malformed-message.ts";
import { RfbClientMessages } from "../../../src/service/live-view/rfb-client-messages.ts";

const VERSION = Buffer.from("RFB 003.008\n");
const HANDSHAKE = Buffer.concat([VERSION, Buffer.from([1, 0])]);
const KEY = Buffer.from([4, 1, 0, 0, 0, 0, 0, 0x61]);
const POINTER = Buffer.from([5, 1, 0, 10, 0, 20]);
const REQUEST = Buffer.from([3, 1, 0, 0, 0, 0, 0, 100, 0, 100]);
const CUT_TEXT = Buffer.concat([Buffer.from([6, 0, 0, 0, 0, 0, 0, 3]), Buffer.from("abc")]);
const EXTENDED_CUT_TEXT = Buffer.concat([Buffer.from([6, 0, 0, 0, 0xff, 0xff, 0xff, 0xfc]), Buffer.from([2, 0, 0, 1])]);
const RESIZE = Buffer.concat([Buffer.from([251, 0, 3, 0, 3, 0, 1, 0]), Buffer.alloc(16)]);
const FENCE = Buffer.from([248, 0, 0, 0, 0, 0, 0, 1, 2, 7, 7]);
const QEMU_KEY = Buffer.from([255, 0, 0, 1, 0, 0, 0, 0x61, 0, 0, 0, 30]);
const CONTINUOUS = Buffer.from([150, 1, 0, 0, 0, 0, 0, 100, 0, 100]);
const PIXEL_FORMAT = Buffer.concat([Buffer.from([0, 0, 0, 0]), Buffer.alloc(16, 1)]);

const encodings = (...numbers: number[]): Buffer => {
  const message = Buffer.alloc(4 + 4 * numbers.length);
  message[0] = 2;
  message.writeUInt16BE(numbers.length, 2);
  for (const [at, number] of numbers.entries()) message.writeInt32BE(number, 4 + 4 * at);
  return message;
};

/** Everything that is passed for these bytes, after the handshake. */
function passed(readOnly: boolean, ...bytes: Buffer[]): Buffer {
  const messages = new RfbClientMessages(readOnly);
  messages.push(HANDSHAKE);
  return Buffer.concat(messages.push(Buffer.concat(bytes)));
}

describe("messages of an RFB client", () => {
  test("messages of an RFB client pass unchanged, wherever they are split, except for the size of the display", () => {
    const all = [PIXEL_FORMAT, encodings(0, 1, -239), REQUEST, KEY, POINTER, CUT_TEXT, EXTENDED_CUT_TEXT];
    const more = [FENCE, CONTINUOUS, QEMU_KEY];
    const bytes = Buffer.concat([HANDSHAKE, ...all, RESIZE, ...more]);
    const wanted = Buffer.concat([VERSION, Buffer.from([1, 1]), ...all, ...more]);
    for (let size = 1; size <= bytes.length; size += 1) {
      const messages = new RfbClientMessages(false);
      const result: Buffer[] = [];
      for (let at = 0; at < bytes.length; at += size) result.push(...messages.push(bytes.subarray(at, at + size)));
      expect(Buffer.concat(result).equals(wanted), `in pieces of ${size}`).toBe(true);
    }
  });

  const off = Buffer.from([6, 0, 0, 0, 0xff, 0xff, 0xff, 0xf8, 9, 0, 0, 1, 0, 0, 0, 0]);

  test("a read-only RFB client turns its clipboard off with the end of the handshake, whatever it sends then", () => {
    const messages = new RfbClientMessages(true);
    const wanted = [VERSION, Buffer.from([1, 1]), encodings(0xc0a1e5ce | 0), off];
    expect(Buffer.concat(messages.push(HANDSHAKE))).toEqual(Buffer.concat(wanted));
  });

  test("a read-only RFB client has no input, and its clipboard is off", () => {
    const result = passed(true, KEY, POINTER, CUT_TEXT, EXTENDED_CUT_TEXT, QEMU_KEY, RESIZE, encodings(0), REQUEST);
    expect(result).toEqual(Buffer.concat([encodings(0, 0xc0a1e5ce | 0), off, REQUEST]));
  });

  test("an RFB client never gets exclusive access, nor pointer events of another length", () => {
    const messages = new RfbClientMessages(false);
    expect(Buffer.concat(messages.push(HANDSHAKE)).at(-1)).toBe(1);
    expect(Buffer.concat(messages.push(encodings(-316, 0)))).toEqual(encodings(0));
  });

  test("an RFB client that leaves releases its held buttons at their position", () => {
    const messages = new RfbClientMessages(false);
    messages.push(HANDSHAKE);
    expect(messages.release()).toBeUndefined();
    messages.push(POINTER);
    expect(messages.release()).toEqual(Buffer.from([5, 0, 0, 10, 0, 20]));
    messages.push(Buffer.from([5, 0, 0, 1, 0, 1]));
    expect(messages.release()).toBeUndefined();
  });

  test.each([
    ["another version", Buffer.from("RFB 003.003\n"), "the version of the protocol must be 3.8"],
    ["HTTP", Buffer.from("GET / HTTP/1.1\r\n"), "the version of the protocol must be 3.8"],
    ["another security type", Buffer.concat([VERSION, Buffer.from([2])]), "unknown security type 2"],
    ["an unknown message", Buffer.concat([HANDSHAKE, Buffer.from([250, 0, 1, 2])]), "unknown message type 250"],
    ["QEMU audio", Buffer.concat([HANDSHAKE, Buffer.from([255, 1, 0, 0])]), "unknown QEMU message 1"],
    [
      "too many encodings",
      Buffer.concat([HANDSHAKE, Buffer.from([2, 0, 0xff, 0xff])]),
      "message type 2 counts 65535; at most 128",
    ],
    [
      "a huge clipboard",
      Buffer.concat([HANDSHAKE, Buffer.from([6, 0, 0, 0, 0x7f, 0xff, 0xff, 0xff])]),
      "a clipboard of 2147483647 bytes; at most 2097152",
    ],
    [
      "a huge extended clipboard",
      Buffer.concat([HANDSHAKE, Buffer.from([6, 0, 0, 0, 0x80, 0, 0, 0])]),
      "a clipboard of 2147483648 bytes; at most 2097152",
    ],
  ])("messages of an RFB client are refused for %s", (_what, bytes, message) => {
    const messages = new RfbClientMessages(false);
    expect(() => messages.push(bytes)).toThrow(new MalformedMessageError(message));
  });
});
