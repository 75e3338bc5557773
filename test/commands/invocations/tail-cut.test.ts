import { describe, test } from "vitest";
import { expectLogOfUncut } from "./support/cut-log.ts";

describe("a stream that is cut ten times at random bytes gives byte for byte the log of an uncut one", () => {
  test.each([
    ["inclusive", 1],
    ["exclusive", 2],
    ["ignored", 3],
  ] as const)("with a since that is %s", async (since, seed) => {
    await expectLogOfUncut({ since, seed, lines: 1_000, cuts: 10 });
  });
});
