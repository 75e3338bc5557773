import { expect, test } from "vitest";
import { localHome } from "../../support/local-home.ts";
import { jsonError } from "../../support/run-cli.ts";

test("projects are disabled by a start, which is remembered, explained and undone by another", async () => {
  const home = localHome();
  await home.json(["local", "start", "--projects", "disabled"]);
  const refused = await home.cli(["projects", "create", "shop"]);
  expect(refused.code).toBe(4);
  expect(refused.stderr).toContain("projects are disabled in this organization\n  There is only the default project");
  expect(refused.stderr).toContain("hint: browserctl local stop && browserctl local start --projects enabled");
  const other = await home.cli(["local", "start", "--projects", "enabled", "-o", "json"]);
  expect(jsonError(other)).toMatchObject({
    code: "already_running",
    hint: "browserctl local stop && browserctl local start --projects enabled",
  });
  expect((await home.cli(["local", "start", "--projects", "disabled"])).code).toBe(0);
  await home.cli(["local", "stop"]);
  await home.json(["local", "start"]);
  expect(await home.json(["local", "status"])).toMatchObject({ projects: "disabled" });
  await home.cli(["local", "stop"]);
  await home.json(["local", "start", "--projects", "enabled"]);
  expect(await home.json(["projects", "create", "shop"])).toMatchObject({ name: "shop" });
  const used = await home.cli(["projects", "use", "shop"]);
  expect(used.stderr).toContain('Commands of context "local" now work in project shop');
});
