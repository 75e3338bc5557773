import type { PointerShape, Region } from "./rfb/rfb-client.ts";

/**
 * Draws the pointer into pixels of a region, 4 bytes each.
 *
 * @param at position of the pointer on the display
 */
export function drawPointer(pixels: Buffer, region: Region, shape: PointerShape, at: { x: number; y: number }): void {
  const [left, top] = [at.x - shape.hotX - region.x, at.y - shape.hotY - region.y];
  for (let y = Math.max(0, -top); y < shape.height && top + y < region.height; y++) {
    for (let x = Math.max(0, -left); x < shape.width && left + x < region.width; x++) {
      const from = (y * shape.width + x) * 4;
      const to = ((top + y) * region.width + left + x) * 4;
      const rest = 255 - (shape.pixels[from + 3] ?? 0);
      for (let channel = 0; channel < 3; channel++) {
        const under = pixels[to + channel] ?? 0;
        pixels[to + channel] = Math.min(255, (shape.pixels[from + channel] ?? 0) + Math.round((under * rest) / 255));
      }
    }
  }
}
