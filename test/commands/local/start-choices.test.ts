import { expect, test } from "vitest";
import { localHome } from "../../support/cli/local-home.ts";
import { jsonError } from "../../support/cli/run-cli.ts";

test("--plan and --projects are shown, kept by a restart, and refused for a service that runs with others", async () => {
  const home = localHome({ fakeBrowser: true });
  const choices = async (): Promise<unknown> => {
    const { plan, projects } = await home.json<{ plan: string; projects: string }>(["local", "status"]);
    return { plan, projects };
  };
  await home.json(["local", "start"]);
  expect(await choices()).toEqual({ plan: "enterprise", projects: "enabled" });
  const free = await home.cli(["local", "start", "--plan", "free", "-o", "json"]);
  expect([free.code, jsonError(free)]).toEqual([
    1,
    expect.objectContaining({
      code: "already_running",
      message: "the local service is already running, with plan enterprise",
      hint: "browserctl local stop && browserctl local start --plan free",
    }),
  ]);
  await home.cli(["local", "stop"]);

  const chosen = ["local", "start", "--plan", "free", "--projects", "disabled"];
  await home.json(chosen);
  expect(await choices()).toEqual({ plan: "free", projects: "disabled" });
  expect((await home.cli(chosen)).code).toBe(0);
  await home.cli(["local", "stop"]);
  await home.json(["local", "start"]);
  expect(await choices()).toEqual({ plan: "free", projects: "disabled" });

  const refused = await home.cli(["projects", "create", "shop"]);
  expect(refused.code).toBe(4);
  expect(refused.stderr).toContain("projects are disabled in this organization\n  There is only the default project");
  expect(refused.stderr).toContain("hint: browserctl local stop && browserctl local start --projects enabled");
  const other = await home.cli(["local", "start", "--projects", "enabled", "-o", "json"]);
  expect(jsonError(other)).toMatchObject({
    code: "already_running",
    hint: "browserctl local stop && browserctl local start --projects enabled",
  });
  await home.cli(["local", "stop"]);
  await home.json(["local", "start", "--projects", "enabled"]);
  expect(await home.json(["projects", "create", "shop"])).toMatchObject({ name: "shop" });
  const used = await home.cli(["projects", "use", "shop"]);
  expect(used.stderr).toContain('Commands of context "local" now work in project shop');
});

test("--plan with another value is refused with the values", async () => {
  const result = await localHome().cli(["local", "start", "--plan", "gold"]);
  expect([result.code, result.stderr]).toEqual([
    2,
    expect.stringContaining("--plan: must be one of enterprise, startup, hobbyist, free"),
  ]);
});
