import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { runHere, temporaryHome } from "../support/cli/run-cli.ts";

describe("openapi --out", () => {
  test("saves the document, and not over another without --force", async () => {
    const home = temporaryHome();
    const first = await runHere(["openapi", "--out", "api.json"], { home });
    expect([first.code, first.stdout]).toEqual([0, ""]);
    expect(first.stderr).toMatch(/^Saved api\.json \([\d.]+ MiB\)\.\n$/);
    expect(JSON.parse(readFileSync(join(home.dir, "api.json"), "utf8"))).toMatchObject({ openapi: "3.1.0" });
    writeFileSync(join(home.dir, "api.json"), "old");
    const second = await runHere(["openapi", "--out", "api.json"], { home });
    expect([second.code, second.stderr]).toEqual([
      10,
      'error: "api.json" already exists\nhint: add --force to replace it\n',
    ]);
    expect((await runHere(["openapi", "--out", "api.json", "--force"], { home })).code).toBe(0);
    expect(readFileSync(join(home.dir, "api.json"), "utf8")).not.toBe("old");
  });
  test("beside another form it saves too, and says so in that form", async () => {
    const home = temporaryHome();
    const result = await runHere(["openapi", "--out", "api.json", "-o", "json"], { home });
    expect(JSON.parse(result.stdout)).toMatchObject({ path: join(home.dir, "api.json") });
    expect(existsSync(join(home.dir, "api.json"))).toBe(true);
  });
});
