import type { InputProblem } from "../../../contract/problems.ts";
import { BrowserError } from "../browser-error.ts";
import type { InputPage } from "./input-page.ts";
import type { Point } from "./mouse.ts";

/**
 * Throws a {@link BrowserError} `invalid` naming each coordinate that is outside the page's viewport, and the limit
 * (contract 2.4). `paths` names the two fields of a point.
 */
export async function assertInViewport(
  page: InputPage,
  points: readonly Point[],
  paths: (index: number) => Readonly<Record<"x" | "y", string>> = () => ({ x: "x", y: "y" }),
): Promise<void> {
  // Scroll bars included.
  const viewport = "({ width: innerWidth, height: innerHeight })";
  const { width, height } = await page.evaluate<{ width: number; height: number }>(viewport);
  const problems: InputProblem[] = [];
  for (const [index, { x, y }] of points.entries()) {
    const check = (field: "x" | "y", value: number, limit: number): void => {
      if (value >= 0 && value < limit) return;
      const message = `is ${value}, and must be from 0 to ${limit - 1}`;
      problems.push({ path: paths(index)[field], message });
    };
    check("x", x, width);
    check("y", y, height);
  }
  if (problems.length > 0)
    throw BrowserError.invalid(`the point is outside the viewport of ${width}x${height}`, problems.slice(0, 20));
}
