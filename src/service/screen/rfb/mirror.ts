import { intersection, type Region, without } from "./region.ts";

export const BYTES_PER_PIXEL = 4;

/** Copy of the pixels of a display: a server resends only pixels that have changed. */
export class Mirror {
  readonly #region: Region;
  readonly #pixels: Buffer;
  /** Parts whose pixels were never received. */
  #missing: Region[];

  constructor({ width, height }: { width: number; height: number }) {
    this.#region = { x: 0, y: 0, width, height };
    this.#pixels = Buffer.alloc(width * height * BYTES_PER_PIXEL);
    this.#missing = [this.#region];
  }

  /** True when all pixels of a region were received, except those outside of the display. */
  has(region: Region): boolean {
    return this.#missing.every((part) => !intersection(part, region));
  }

  /** Records that the pixels of a region were received. */
  received(region: Region): void {
    this.#missing = this.#missing.flatMap((part) => without(part, region));
  }

  /** Writes bytes of a region's rows. Those outside of the display are dropped. */
  write({ x, y, width }: Region, chunk: Buffer, offset: number): void {
    const rowBytes = width * BYTES_PER_PIXEL;
    if (x === 0 && width === this.#region.width) {
      chunk.copy(this.#pixels, y * rowBytes + offset);
      return;
    }
    const within = Math.min(rowBytes, (this.#region.width - x) * BYTES_PER_PIXEL);
    for (let at = 0; at < chunk.length; ) {
      const row = Math.floor((offset + at) / rowBytes);
      const inRow = (offset + at) % rowBytes;
      const length = Math.min(rowBytes - inRow, chunk.length - at);
      const to = ((y + row) * this.#region.width + x) * BYTES_PER_PIXEL + inRow;
      if (inRow < within) chunk.copy(this.#pixels, to, at, at + Math.min(length, within - inRow));
      at += length;
    }
  }

  /** Copy of a region; the part outside of the display is black. */
  read(region: Region): Buffer {
    const part = intersection(region, this.#region);
    const isInside = part?.width === region.width && part.height === region.height;
    const size = region.width * region.height * BYTES_PER_PIXEL;
    const pixels = isInside ? Buffer.allocUnsafe(size) : Buffer.alloc(size);
    if (!part) return pixels;
    const rowBytes = part.width * BYTES_PER_PIXEL;
    const whole = isInside && part.width === this.#region.width;
    const [rows, bytes] = whole ? [1, rowBytes * part.height] : [part.height, rowBytes];
    for (let row = 0; row < rows; row++) {
      const from = ((part.y + row) * this.#region.width + part.x) * BYTES_PER_PIXEL;
      const to = ((part.y + row - region.y) * region.width + part.x - region.x) * BYTES_PER_PIXEL;
      this.#pixels.copy(pixels, to, from, from + bytes);
    }
    return pixels;
  }
}
