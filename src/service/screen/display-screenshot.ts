import { encodePng } from "../chromium/encode-png.ts";
import { assertInside } from "../chromium/screenshot-region.ts";
import type { PointerShape, Region, RfbClient } from "./rfb/rfb-client.ts";

/** Time in milliseconds after an input during which a screenshot waits for its effect. */
const EFFECT_BOUND_MS = 100;
/** Time in milliseconds without a further change after which a change counts as painted: two frames. */
const QUIET_MS = 34;

export interface DisplayPicture {
  rfb: RfbClient;
  /** Part of the display; all of it when omitted. */
  region?: Region | undefined;
  /** Reading of `performance.now()` at the end of the last input. */
  lastInput: number;
  /** Position of a pointer to draw. */
  pointer?: { x: number; y: number } | undefined;
}

/**
 * Takes a PNG of a display. It shows the effect of the last input: until 100 ms after that input it waits for a change
 * that has settled. Throws a `BrowserError` `invalid` naming each field of a region that leaves the display, or a
 * `DisplayError`.
 */
export async function displayScreenshot({ rfb, region, lastInput, pointer }: DisplayPicture): Promise<Buffer> {
  if (region) assertInside(region, { name: "screen", ...rfb.size });
  await effectShown(rfb, lastInput + EFFECT_BOUND_MS);
  const { region: part, pixels } = await rfb.capture(region);
  if (pointer && rfb.pointerShape) drawPointer(pixels, part, rfb.pointerShape, pointer);
  return await encodePng(pixels, part.width, part.height);
}

/** @param until reading of `performance.now()` */
async function effectShown(rfb: RfbClient, until: number): Promise<void> {
  const left = (): number => Math.max(0, Math.round(until - performance.now()));
  if (left() === 0) return;
  const none = AbortSignal.timeout(left());
  await rfb.change(none);
  while (left() > 0) {
    const quiet = AbortSignal.timeout(Math.min(QUIET_MS, left()));
    await rfb.change(quiet);
    if (quiet.aborted) return;
  }
}

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
