import { MalformedMessageError } from "./malformed-message.ts";

/** Maximum size of a clipboard message, in bytes. assumed: 2 MiB. */
const MAX_CLIPBOARD = 2 * 2 ** 20;
const MAX_ENCODINGS = 128;
const MAX_FENCE = 64;

/** Pseudo-encoding of extended mouse buttons, which make pointer events longer. */
const EXTENDED_BUTTONS = -316;
const EXTENDED_CLIPBOARD = 0xc0a1e5ce | 0;

/**
 * Extended clipboard message with capabilities: this client is notified of a text, and gets none without a request.
 * Without notifications, a display sends its clipboard in the old form.
 */
const NO_CLIPBOARD = Buffer.from([6, 0, 0, 0, 0xff, 0xff, 0xff, 0xf8, 9, 0, 0, 1, 0, 0, 0, 0]);

/** Length of a message, as far as its first bytes tell it, and the way to handle the message. */
interface Frame {
  readonly length: number;
  /**
   * Returns the message for the display; undefined drops the message. When omitted, the message is passed unchanged.
   */
  readonly passed?: (message: Buffer) => Buffer | undefined;
}

type Step = "version" | "security" | "init" | "messages";

const dropped = (): undefined => undefined;

/**
 * Messages of an RFB client (RFC 6143) on their way to a display, split at any byte. Passes messages on an allowlist;
 * the size of the display cannot be changed, and a read-only client has no keys, pointer or clipboard. Throws a {@link
 * MalformedMessageError} for anything else.
 */
export class RfbClientMessages {
  readonly #readOnly: boolean;
  #step: Step = "version";
  #rest: Buffer = Buffer.alloc(0);
  /** Incomplete message that spans several chunks; each of its bytes is copied once. */
  #partial: { readonly frame: Frame; readonly message: Buffer; length: number } | undefined;
  #pointer: { readonly x: number; readonly y: number; readonly pressed: boolean } | undefined;

  constructor(readOnly: boolean) {
    this.#readOnly = readOnly;
  }

  /** Adds bytes of the client; returns complete messages for the display. */
  push(bytes: Buffer): Buffer[] {
    const messages: Buffer[] = [];
    const pass = ({ passed }: Frame, message: Buffer): void => {
      const result = passed ? passed(message) : message;
      if (result) messages.push(result);
    };
    const rest = this.#continue(bytes, pass);
    this.#rest = this.#rest.length === 0 ? rest : Buffer.concat([this.#rest, rest]);
    for (;;) {
      const frame = this.#rest.length > 0 ? this.#frame() : undefined;
      if (!frame) return messages;
      if (this.#rest.length < frame.length) {
        const message = Buffer.alloc(frame.length);
        this.#partial = { frame, message, length: this.#rest.copy(message) };
        this.#rest = Buffer.alloc(0);
        return messages;
      }
      const message = this.#rest.subarray(0, frame.length);
      this.#rest = this.#rest.subarray(frame.length);
      pass(frame, message);
    }
  }

  /** Adds bytes to the incomplete message; returns the bytes after it. */
  #continue(bytes: Buffer, pass: (frame: Frame, message: Buffer) => void): Buffer {
    const partial = this.#partial;
    if (!partial) return bytes;
    const copied = bytes.copy(partial.message, partial.length);
    partial.length += copied;
    if (partial.length === partial.message.length) {
      this.#partial = undefined;
      pass(partial.frame, partial.message);
    }
    return bytes.subarray(copied);
  }

  /** Message that releases the buttons that the client holds; undefined when it holds none. */
  release(): Buffer | undefined {
    if (!this.#pointer?.pressed) return undefined;
    const event = Buffer.from([5, 0, 0, 0, 0, 0]);
    event.writeUInt16BE(this.#pointer.x, 2);
    event.writeUInt16BE(this.#pointer.y, 4);
    return event;
  }

  /** Frame of the first message; undefined while its length is unknown. */
  #frame(): Frame | undefined {
    switch (this.#step) {
      case "version":
        return { length: 12, passed: (message) => this.#version(message) };
      case "security":
        return { length: 1, passed: (message) => this.#security(message) };
      case "init":
        return { length: 1, passed: () => this.#init() };
      case "messages":
        return this.#message();
    }
  }

  #version(message: Buffer): Buffer {
    const text = message.toString("latin1");
    if (text !== "RFB 003.008\n") throw new MalformedMessageError("the version of the protocol must be 3.8");
    this.#step = "security";
    return message;
  }

  #security(message: Buffer): Buffer {
    if (message[0] !== 1) throw new MalformedMessageError(`unknown security type ${message[0]}`);
    this.#step = "init";
    return message;
  }

  /**
   * A client that asks for exclusive access would disconnect the others. A read-only client refuses the clipboard in
   * the same write, before the display has anything to send, because it may never send encodings of its own.
   */
  #init(): Buffer {
    this.#step = "messages";
    const shared = Buffer.from([1]);
    return this.#readOnly ? Buffer.concat([shared, withoutClipboard([])]) : shared;
  }

  #message(): Frame | undefined {
    const type = this.#rest[0];
    switch (type) {
      case 0:
        return { length: 20 };
      case 2:
        return this.#counted(2, 2, MAX_ENCODINGS, (count) => ({ length: 4 + 4 * count, passed: this.#encodings }));
      case 3:
        return { length: 10 };
      case 4:
        return this.#input(8);
      case 5:
        return this.#input(6, (message) => this.#pointerEvent(message));
      case 6:
        return this.#clipboard();
      case 150:
        return { length: 10 };
      case 248:
        return this.#counted(8, 1, MAX_FENCE, (length) => ({ length: 9 + length }));
      case 251:
        return this.#counted(6, 1, 255, (screens) => ({ length: 8 + 16 * screens, passed: dropped }));
      case 255:
        return this.#qemu();
      default:
        throw new MalformedMessageError(`unknown message type ${type}`);
    }
  }

  /** Frame of a message whose length follows from an unsigned number in it. */
  #counted(offset: number, bytes: 1 | 2, limit: number, frame: (count: number) => Frame): Frame | undefined {
    if (this.#rest.length < offset + bytes) return undefined;
    const count = this.#rest.readUIntBE(offset, bytes);
    if (count > limit)
      throw new MalformedMessageError(`message type ${this.#rest[0]} counts ${count}; at most ${limit}`);
    return frame(count);
  }

  #input(length: number, passed?: (message: Buffer) => Buffer): Frame {
    if (this.#readOnly) return { length, passed: dropped };
    return passed ? { length, passed } : { length };
  }

  readonly #encodings = (message: Buffer): Buffer => {
    const numbers = Array.from({ length: message.readUInt16BE(2) }, (_, at) => message.readInt32BE(4 + 4 * at));
    const kept = numbers.filter((encoding) => encoding !== EXTENDED_BUTTONS);
    return this.#readOnly ? withoutClipboard(kept) : setEncodings(kept);
  };

  #pointerEvent(message: Buffer): Buffer {
    this.#pointer = { pressed: message[1] !== 0, x: message.readUInt16BE(2), y: message.readUInt16BE(4) };
    return message;
  }

  /** A negative length marks an extended clipboard message. */
  #clipboard(): Frame | undefined {
    if (this.#rest.length < 8) return undefined;
    const length = Math.abs(this.#rest.readInt32BE(4));
    if (length > MAX_CLIPBOARD) {
      throw new MalformedMessageError(`a clipboard of ${length} bytes; at most ${MAX_CLIPBOARD}`);
    }
    return this.#input(8 + length);
  }

  #qemu(): Frame | undefined {
    if (this.#rest.length < 2) return undefined;
    if (this.#rest[1] !== 0) throw new MalformedMessageError(`unknown QEMU message ${this.#rest[1]}`);
    return this.#input(12);
  }
}

/** Without the extended clipboard, the display would send its clipboard to a read-only client without a request. */
function withoutClipboard(encodings: readonly number[]): Buffer {
  return Buffer.concat([setEncodings([...new Set([...encodings, EXTENDED_CLIPBOARD])]), NO_CLIPBOARD]);
}

function setEncodings(encodings: readonly number[]): Buffer {
  const message = Buffer.alloc(4 + 4 * encodings.length);
  message[0] = 2;
  message.writeUInt16BE(encodings.length, 2);
  for (const [at, encoding] of encodings.entries()) message.writeInt32BE(encoding, 4 + 4 * at);
  return message;
}
