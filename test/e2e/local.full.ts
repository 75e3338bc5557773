import { expect, test } from "vitest";
import { localHome, type StartedService } from "../support/cli/local-home.ts";

test("local start: two at once make one service", async () => {
  const home = localHome();
  const both = await Promise.all([1, 2].map(() => home.json<StartedService>(["local", "start"])));
  expect(both[0]?.pid).toBe(both[1]?.pid);
});
