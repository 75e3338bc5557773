import { promisify } from "node:util";
import { inflate } from "node:zlib";

const inflated = promisify(inflate);

const SIGNATURE = "\x89PNG\r\n\x1a\n";
const HEADER_BYTES = 33;
/** Bytes of a pixel, by the colour type of the header. */
const PIXEL_BYTES: Readonly<Record<number, number>> = { 2: 3, 6: 4 };

/** Decoded picture: rows of pixels from the top, each of `pixelBytes` bytes that start with red, green and blue. */
export class Picture {
  readonly width: number;
  readonly height: number;
  readonly #pixels: Uint8Array;
  readonly #pixelBytes: number;

  constructor(width: number, height: number, pixels: Uint8Array, pixelBytes: number) {
    this.width = width;
    this.height = height;
    this.#pixels = pixels;
    this.#pixelBytes = pixelBytes;
  }

  /** Colour of a pixel as 0xRRGGBB; -1 outside of the picture. */
  colour(x: number, y: number): number {
    if (x < 0 || y < 0 || x >= this.width || y >= this.height) return -1;
    const start = (y * this.width + x) * this.#pixelBytes;
    const [red = 0, green = 0, blue = 0] = this.#pixels.subarray(start, start + 3);
    return (red << 16) | (green << 8) | blue;
  }

  /** Pixels of 4 bytes, the last of which has no meaning. */
  rgbx(): Buffer {
    const count = this.width * this.height;
    const pixels = Buffer.alloc(count * 4);
    for (let at = 0; at < count; at++) {
      const from = at * this.#pixelBytes;
      pixels.set(this.#pixels.subarray(from, from + 3), at * 4);
    }
    return pixels;
  }
}

/** Decodes a PNG of Chromium: 8 bits a channel, RGB or RGBA, not interlaced. Throws a `TypeError` for any other PNG. */
export async function decodePng(png: Buffer): Promise<Picture> {
  const isPng = png.length >= HEADER_BYTES && png.toString("latin1", 0, 8) === SIGNATURE;
  const pixelBytes = isPng && png[24] === 8 && png[28] === 0 ? PIXEL_BYTES[png[25] ?? 0] : undefined;
  if (pixelBytes === undefined) throw new TypeError("not a PNG of 8 bits a channel, RGB or RGBA, not interlaced");
  const [width, height] = [png.readUInt32BE(16), png.readUInt32BE(20)];
  const rows = await inflated(Buffer.concat([...dataChunks(png)]));
  if (rows.length !== height * (1 + width * pixelBytes)) throw new TypeError("the PNG has not the size of its header");
  return new Picture(width, height, unfiltered(rows, width * pixelBytes, height, pixelBytes), pixelBytes);
}

function* dataChunks(png: Buffer): Iterable<Buffer> {
  for (let at = 8; at + 8 <= png.length; at += 12 + png.readUInt32BE(at)) {
    if (png.toString("latin1", at + 4, at + 8) === "IDAT") yield png.subarray(at + 8, at + 8 + png.readUInt32BE(at));
  }
}

/** Undoes the filter of each row; the first byte of a row names its filter. */
function unfiltered(rows: Uint8Array, stride: number, height: number, pixelBytes: number): Uint8Array {
  const pixels = new Uint8Array(stride * height);
  for (let row = 0; row < height; row++) {
    const filter = rows[row * (stride + 1)] ?? 0;
    const source = row * (stride + 1) + 1;
    const start = row * stride;
    for (let at = 0; at < stride; at++) {
      const left = at < pixelBytes ? 0 : (pixels[start + at - pixelBytes] ?? 0);
      const above = row === 0 ? 0 : (pixels[start + at - stride] ?? 0);
      const corner = row === 0 || at < pixelBytes ? 0 : (pixels[start + at - stride - pixelBytes] ?? 0);
      pixels[start + at] = (rows[source + at] ?? 0) + predicted(filter, left, above, corner);
    }
  }
  return pixels;
}

function predicted(filter: number, left: number, above: number, corner: number): number {
  switch (filter) {
    case 1:
      return left;
    case 2:
      return above;
    case 3:
      return (left + above) >> 1;
    case 4:
      return paeth(left, above, corner);
    default:
      return 0;
  }
}

function paeth(left: number, above: number, corner: number): number {
  const [byLeft, byAbove] = [Math.abs(above - corner), Math.abs(left - corner)];
  const byCorner = Math.abs(left + above - 2 * corner);
  if (byLeft <= byAbove && byLeft <= byCorner) return left;
  return byAbove <= byCorner ? above : corner;
}
