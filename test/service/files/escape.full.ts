import { test } from "vitest";
import { hostEscape, swaps } from "./support/host-escape.ts";

const its = hostEscape();

test.each(swaps)(
  "%s, for many rounds: nothing of the host is read or changed",
  async (_what, swap) => {
    await its.race(swap, 40);
  },
  600_000,
);
