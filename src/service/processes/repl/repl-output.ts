import { Console } from "node:console";
import { readFile } from "node:fs/promises";
import { Readable, Writable } from "node:stream";
import { inspect, types } from "node:util";
import { MAX_REPL_IMAGE_BYTES, MAX_REPL_IMAGES_BYTES, MAX_REPL_TEXT_BYTES } from "../../../contract/limits.ts";
import { MAX_REPL_ITEMS, type ReplChannel, type ReplMessage } from "./protocol.ts";

/** Bounds of a value that `repl.write` shows. */
const SHOWN = { depth: 4, maxArrayLength: 100, maxStringLength: 8_192, breakLength: 120 } as const;

/** Output of the code of a REPL: sent as it comes, within the limits of an answer (contract 2.28). */
export class ReplOutput {
  readonly #send: (message: ReplMessage) => void;
  #items = 0;
  #textBytes = 0;
  #imageBytes = 0;
  #truncated = false;

  constructor(send: (message: ReplMessage) => void) {
    this.#send = send;
  }

  /** Begins the output of another evaluation. */
  restart(): void {
    this.#items = 0;
    this.#textBytes = 0;
    this.#imageBytes = 0;
    this.#truncated = false;
  }

  text(channel: ReplChannel, text: string): void {
    const bytes = Buffer.from(text);
    const room = MAX_REPL_TEXT_BYTES - this.#textBytes;
    if (!this.#hasRoom() || room <= 0) {
      this.#truncate();
      return;
    }
    const part = bytes.length > room ? new TextDecoder().decode(bytes.subarray(0, room), { stream: true }) : text;
    this.#textBytes += Math.min(room, bytes.length);
    this.#items += 1;
    this.#send({ item: { type: "text", channel, text: part } });
    if (bytes.length > room) this.#truncate();
  }

  /** Emits a picture. Throws for one that is too large; leaves out one that the answer has no room for, and says so. */
  image(mimeType: string, bytes: Buffer): void {
    if (bytes.length > MAX_REPL_IMAGE_BYTES) {
      throw new Error(`repl.emitImage: the picture has ${bytes.length} bytes; the limit is ${MAX_REPL_IMAGE_BYTES}`);
    }
    if (!this.#hasRoom() || this.#imageBytes + bytes.length > MAX_REPL_IMAGES_BYTES) {
      this.#truncate();
      this.text("stderr", `repl.emitImage: left out ${bytes.length} bytes; the answer has no room for more pictures`);
      return;
    }
    this.#imageBytes += bytes.length;
    this.#items += 1;
    this.#send({ item: { type: "image", mime_type: mimeType, data_b64: bytes.toString("base64") } });
  }

  #hasRoom(): boolean {
    return this.#items < MAX_REPL_ITEMS;
  }

  #truncate(): void {
    if (!this.#truncated) this.#send({ truncated: true });
    this.#truncated = true;
  }
}

/** Console whose calls are one text each, without the newline at its end. */
export function capturingConsole(output: ReplOutput): Console {
  const stream = (channel: ReplChannel): Writable =>
    new Writable({
      decodeStrings: false,
      write: (text: string | Buffer, _encoding, done) => {
        output.text(channel, String(text).replace(/\n$/, ""));
        done();
      },
    });
  return new Console({ stdout: stream("stdout"), stderr: stream("stderr"), colorMode: false });
}

/** Makes the streams of a process write to the output, and its stdin empty: the REPL's own pipes are not for the code. */
export function captureStreams(own: NodeJS.Process, output: ReplOutput): void {
  for (const channel of ["stdout", "stderr"] as const) {
    const write = (text: string | Uint8Array, ...rest: readonly unknown[]): boolean => {
      output.text(channel, typeof text === "string" ? text : Buffer.from(text).toString());
      const done = rest.find((each) => typeof each === "function") as (() => void) | undefined;
      if (done) queueMicrotask(done);
      return true;
    };
    own[channel].write = write as typeof own.stdout.write;
  }
  Object.defineProperty(own, "stdin", { value: Readable.from([]), configurable: true });
}

/** Text of a value for `repl.write`; a string is itself. */
export function shownValue(value: unknown): string {
  return typeof value === "string" ? value : inspect(value, SHOWN);
}

/** Bytes and media type of a picture: a data URL, bytes, `{ bytes, mimeType }` or `{ path, mimeType }`. */
export async function imageOf(input: unknown): Promise<{ bytes: Buffer; mimeType: string }> {
  const parts = typeof input === "string" ? /^data:([^;,]+);base64,(.*)$/s.exec(input) : null;
  if (parts) return checkedImage(Buffer.from(parts[2] ?? "", "base64"), parts[1]);
  const bytes = bytesOf(input);
  if (bytes) return checkedImage(bytes);
  const { bytes: inner, path, mimeType } = (input ?? {}) as { bytes?: unknown; path?: unknown; mimeType?: unknown };
  const given = bytesOf(inner) ?? (typeof path === "string" ? await readFile(path) : undefined);
  if (given) return checkedImage(given, mimeType);
  throw new Error("repl.emitImage takes bytes, a data URL, { bytes, mimeType } or { path, mimeType }");
}

function bytesOf(value: unknown): Buffer | undefined {
  if (ArrayBuffer.isView(value)) return Buffer.from(value.buffer, value.byteOffset, value.byteLength);
  return types.isAnyArrayBuffer(value) ? Buffer.from(new Uint8Array(value)) : undefined;
}

function checkedImage(bytes: Buffer, mimeType: unknown = mimeTypeOf(bytes)): { bytes: Buffer; mimeType: string } {
  if (mimeType === undefined) throw new Error("repl.emitImage: the bytes are no PNG, JPEG or WebP");
  if (typeof mimeType !== "string" || !/^image\/[A-Za-z0-9.+-]{1,120}$/.test(mimeType)) {
    throw new Error("repl.emitImage: the media type must be image/…");
  }
  return { bytes, mimeType };
}

function mimeTypeOf(bytes: Buffer): string | undefined {
  if (bytes.subarray(0, 4).equals(Buffer.from([0x89, 0x50, 0x4e, 0x47]))) return "image/png";
  if (bytes.subarray(0, 3).equals(Buffer.from([0xff, 0xd8, 0xff]))) return "image/jpeg";
  const isWebp =
    bytes.subarray(0, 4).toString("latin1") === "RIFF" && bytes.subarray(8, 12).toString("latin1") === "WEBP";
  return isWebp ? "image/webp" : undefined;
}
