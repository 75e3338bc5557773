import { describe, expect, it } from "vitest";
import { longestDuration, parseDuration } from "../../src/core/duration.ts";
import { CliError } from "../../src/core/errors.ts";

function expectRefused(text: string, message: string): void {
  expect(() => parseDuration(text)).toThrow(
    expect.toSatisfy((error) => error instanceof CliError && error.exit === "usage" && error.message.includes(message)),
  );
}

describe("parseDuration", () => {
  it.each([
    ["0s", 0],
    ["500ms", 500],
    ["30s", 30_000],
    ["5m", 300_000],
    ["2h", 7_200_000],
    ["1h30m", 5_400_000],
    ["1h2m3s4ms", 3_723_004],
    ["1.5s", 1500],
    ["2d", 172_800_000],
    ["2h 5m", 7_500_000],
    ["0.0004s", 0],
    ["007s", 7000],
    ["2147483647ms", longestDuration],
  ])("parseDuration reads %s as %d ms", (text, ms) => {
    expect(parseDuration(text)).toBe(ms);
  });

  it.each([
    ["30", '"30" has no unit; write 30s or 30ms'],
    ["1.5", '"1.5" has no unit; write 1.5s or 1.5ms'],
    ["", "is not a duration"],
    [" 30s", "is not a duration"],
    ["30 s", "is not a duration"],
    ["30S", "is not a duration"],
    ["-30s", "is not a duration"],
    ["+30s", "is not a duration"],
    ["1e3s", "is not a duration"],
    [".5s", "is not a duration"],
    ["30s\n", "is not a duration"],
    ["2w", "is not a duration"],
    ["1h  30m", "is not a duration"],
    ["1h30", "is not a duration"],
    ["٣s", "is not a duration"],
    ["30s1m", "is not a duration"],
    ["1s1s", "is not a duration"],
    ["2147483648ms", "too long"],
  ])("parseDuration refuses %j", (text, message) => expectRefused(text, message));

  it("parseDuration refuses an infinite number", () => expectRefused(`${"9".repeat(400)}h`, "too long"));

  it("parseDuration refuses a long hostile text at once, without backtracking", () => {
    expect(() => parseDuration(`${"1s".repeat(100_000)}x`)).toThrow("is not a duration");
  });
});
