import type { InputProblem } from "../../contract/problems.ts";
import { BrowserError } from "./browser-error.ts";

/** Region of a picture in pixels, from its upper left corner (contract 2.4). */
export interface ScreenshotRegion {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** Throws a {@link BrowserError} `invalid` naming each field of a region that leaves the area, and the limit. */
export function assertInside(
  region: ScreenshotRegion,
  { name, width, height }: { name: "viewport" | "screen"; width: number; height: number },
): void {
  const problems: InputProblem[] = [];
  const area = `in a ${name} of ${width}x${height}`;
  const check = (start: "x" | "y", length: "width" | "height", limit: number): void => {
    const [from, size] = [region[start], region[length]];
    if (from < 0 || from >= limit) {
      problems.push({ path: `region.${start}`, message: `must be from 0 to ${limit - 1} ${area}` });
    } else if (size < 1 || from + size > limit) {
      const message = `must be from 1 to ${limit - from} at ${start} ${from} ${area}`;
      problems.push({ path: `region.${length}`, message });
    }
  };
  check("x", "width", width);
  check("y", "height", height);
  if (problems.length > 0) throw BrowserError.invalid(`the region is outside the ${name}`, problems);
}
