import { expect, test } from "vitest";
import { localHome } from "../../support/local-home.ts";
import { jsonError } from "../../support/run-cli.ts";

const planOf = async (home: ReturnType<typeof localHome>): Promise<unknown> =>
  (await home.json<{ plan: string }>(["local", "status"])).plan;

test("--plan is shown by the status, kept by a restart and refused for a service with another one", async () => {
  const home = localHome();
  await home.json(["local", "start"]);
  expect(await planOf(home)).toBe("enterprise");
  const other = await home.cli(["local", "start", "--plan", "free", "-o", "json"]);
  expect([other.code, jsonError(other)]).toEqual([
    1,
    expect.objectContaining({
      code: "already_running",
      message: "the local service is already running, with plan enterprise",
      hint: "browserctl local stop && browserctl local start --plan free",
    }),
  ]);
  await home.cli(["local", "stop"]);
  await home.json(["local", "start", "--plan", "free"]);
  expect(await planOf(home)).toBe("free");
  expect((await home.cli(["local", "start", "--plan", "free"])).code).toBe(0);
  await home.cli(["local", "stop"]);
  await home.json(["local", "start"]);
  expect(await planOf(home)).toBe("free");
});

test("--plan with another value is refused with the values", async () => {
  const result = await localHome().cli(["local", "start", "--plan", "gold"]);
  expect([result.code, result.stderr]).toEqual([
    2,
    expect.stringContaining("--plan: must be one of enterprise, startup, hobbyist, free"),
  ]);
});
