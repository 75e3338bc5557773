import { expect, test } from "vitest";
import { pages, RUN_BOUND_MS, runPages } from "./run-pages.ts";

test(
  "every console block of README and docs works in order, in one fresh home, and shows what it prints",
  async () => {
    const { problems, orders } = await runPages(pages);
    expect(problems).toBe("");
    expect(orders).toEqual([{ country: "Japan", date: "2027-03-15" }]);
  },
  RUN_BOUND_MS,
);
