import { assertInside } from "../chromium/screenshot-region.ts";
import { encodePng } from "./png.ts";
import { drawPointer } from "./pointer-picture.ts";
import type { Region, RfbClient } from "./rfb/rfb-client.ts";

/** Time after an input within which a picture waits for its effect. */
const EFFECT_BOUND_MS = 100;
/** Time without a change after which a change counts as painted: two frames. */
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
