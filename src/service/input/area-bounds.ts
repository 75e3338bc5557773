import type { InputProblem } from "../../contract/problems.ts";
import type { InputDevice, Point } from "./device.ts";
import { InputError } from "./input-error.ts";

/**
 * Throws an {@link InputError} `invalid` naming each coordinate that is outside the device's area, and the limit
 * (contract 2.4). `paths` names the two fields of a point.
 */
export async function assertInArea(
  device: InputDevice,
  points: readonly Point[],
  paths: (index: number) => Readonly<Record<"x" | "y", string>> = () => ({ x: "x", y: "y" }),
): Promise<void> {
  const { name, width, height } = await device.area();
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
    throw InputError.invalid(`the point is outside the ${name} of ${width}x${height}`, problems.slice(0, 20));
}
