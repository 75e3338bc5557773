import { inflateSync } from "node:zlib";
import { describe, expect, test } from "vitest";
import { encodePng } from "../../../src/service/chromium/encode-png.ts";
import { drawPointer } from "../../../src/service/screen/display-screenshot.ts";

/** Pixels of one grey each. */
function grey(...values: number[]): Buffer {
  return Buffer.from(values.flatMap((value) => [value, value, value, 0]));
}

describe("encodePng", () => {
  test("encodePng writes size, pixels without the unused byte, and an end", async () => {
    const png = await encodePng(Buffer.from([1, 2, 3, 99, 4, 5, 6, 99, 4, 5, 6, 99, 1, 2, 3, 99]), 1, 4);
    expect(png.subarray(0, 8).toString("latin1")).toBe("\u0089PNG\r\n\u001a\n");
    expect([png.readUInt32BE(16), png.readUInt32BE(20)]).toEqual([1, 4]);
    const start = png.indexOf("IDAT") + 4;
    const rows = inflateSync(png.subarray(start, start + png.readUInt32BE(start - 8)));
    expect([...rows]).toEqual([0, 1, 2, 3, 0, 4, 5, 6, 0, 4, 5, 6, 0, 1, 2, 3]);
    expect(png.subarray(-8, -4).toString("latin1")).toBe("IEND");
  });

  test.each([1, 2, 3, 4, 5, 6, 7, 8, 9])("encodePng keeps each pixel of rows of %d", async (width) => {
    const pixels = Buffer.from(Array.from({ length: 2 * width * 4 }, (_, index) => 255 - index));
    const png = await encodePng(pixels, width, 2);
    const start = png.indexOf("IDAT") + 4;
    const rows = inflateSync(png.subarray(start, start + png.readUInt32BE(start - 8)));
    const colours = [...pixels].filter((_value, index) => index % 4 !== 3);
    expect([...rows]).toEqual([0, ...colours.slice(0, 3 * width), 0, ...colours.slice(3 * width)]);
  });
});

describe("drawPointer", () => {
  const shape = { width: 2, height: 1, hotX: 1, hotY: 0, pixels: Buffer.from([200, 200, 200, 255, 0, 0, 0, 128]) };
  const picture = (at: { x: number; y: number }): number[] => {
    const pixels = grey(100, 100, 100, 100);
    drawPointer(pixels, { x: 10, y: 20, width: 2, height: 2 }, shape, at);
    return [...pixels].filter((_value, index) => index % 4 === 0);
  };

  test("drawPointer mixes by alpha, with the hot spot at the position", () => {
    expect(picture({ x: 11, y: 21 })).toEqual([100, 100, 200, 50]);
  });

  test("drawPointer cuts the part outside of the region", () => {
    expect(picture({ x: 10, y: 20 })).toEqual([50, 100, 100, 100]);
    expect(picture({ x: 12, y: 20 })).toEqual([100, 200, 100, 100]);
    expect(picture({ x: 11, y: 22 })).toEqual([100, 100, 100, 100]);
    expect(picture({ x: 0, y: 0 })).toEqual([100, 100, 100, 100]);
  });
});
