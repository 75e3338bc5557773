import { describe, expect, test } from "vitest";
import { intersection, type Region, without } from "../../../src/service/screen/rfb/region.ts";

const region = (x: number, y: number, width: number, height: number): Region => ({ x, y, width, height });

describe("regions", () => {
  test("two regions share the part that both cover", () => {
    expect(intersection(region(0, 0, 10, 10), region(5, 8, 10, 10))).toEqual(region(5, 8, 5, 2));
    expect(intersection(region(0, 0, 10, 10), region(10, 0, 5, 5))).toBeUndefined();
  });

  test.each([
    ["in the middle", region(3, 4, 2, 2)],
    ["at a corner", region(-5, -5, 8, 8)],
    ["across", region(-1, 4, 20, 1)],
    ["around it", region(-1, -1, 20, 20)],
    ["outside", region(20, 20, 1, 1)],
  ])("regions without a part %s have the pixels of the rest, each once", (_where, hole) => {
    const whole = region(0, 0, 10, 10);
    const parts = without(whole, hole);
    for (let y = 0; y < 10; y++) {
      for (let x = 0; x < 10; x++) {
        const pixel = region(x, y, 1, 1);
        const covered = parts.filter((part) => intersection(part, pixel)).length;
        expect.soft(covered, `${x},${y}`).toBe(intersection(hole, pixel) ? 0 : 1);
      }
    }
  });
});
