import { encodePng } from "./encode-png.ts";
import { decodePng } from "./png.ts";

/** Part of a picture, in pixels. */
interface Area {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** Colour of a cover, and of its edge, by red, green and blue. */
const COVER = [0x22, 0x26, 0x2e] as const;
const EDGE = [0x9a, 0xa3, 0xb2] as const;

/**
 * Covers parts of a PNG of Chromium: nothing of their pixels is left. The picture is halved until it has at most
 * `maxBytes`. Throws a `TypeError` for another PNG.
 */
export async function coverPicture(png: Buffer, areas: readonly Area[], maxBytes: number): Promise<Buffer> {
  const picture = await decodePng(png);
  let { width, height } = picture;
  let pixels: Buffer = picture.rgbx();
  for (const area of areas) fill(pixels, { width, height }, area);
  for (;;) {
    const encoded = await encodePng(pixels, width, height);
    if (encoded.length <= maxBytes || width < 2 || height < 2) return encoded;
    pixels = halved(pixels, width, height);
    [width, height] = [width >> 1, height >> 1];
  }
}

/** Fills an area, whole pixels outwards, with an edge that shows neighbouring areas apart. */
function fill(pixels: Buffer, size: { readonly width: number; readonly height: number }, area: Area): void {
  const [left, top] = [Math.max(0, Math.floor(area.x)), Math.max(0, Math.floor(area.y))];
  const right = Math.min(size.width, Math.ceil(area.x + area.width));
  const bottom = Math.min(size.height, Math.ceil(area.y + area.height));
  for (let y = top; y < bottom; y++) {
    for (let x = left; x < right; x++) {
      const isEdge = y === top || y === bottom - 1 || x === left || x === right - 1;
      pixels.set(isEdge ? EDGE : COVER, (y * size.width + x) * 4);
    }
  }
}

/** Picture of half the width and height: each pixel is the mean of four. */
function halved(pixels: Buffer, width: number, height: number): Buffer {
  const [columns, rows] = [width >> 1, height >> 1];
  const half = Buffer.alloc(columns * rows * 4);
  for (let y = 0; y < rows; y++) {
    for (let x = 0; x < columns; x++) {
      const from = (2 * y * width + 2 * x) * 4;
      for (let channel = 0; channel < 3; channel++) {
        const sum = [0, 4, width * 4, width * 4 + 4].reduce((all, by) => all + (pixels[from + by + channel] ?? 0), 0);
        half[(y * columns + x) * 4 + channel] = sum >> 2;
      }
    }
  }
  return half;
}
