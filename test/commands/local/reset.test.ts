import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import type { FindingRow } from "../../../src/commands/doctor/lib/finding.ts";
import { type LocalHome, startedHome } from "../../support/cli/local-home.ts";
import { jsonError } from "../../support/cli/run-cli.ts";

interface WrittenSettings {
  contexts: Record<string, { project?: string }>;
}

const settingsOf = ({ configDir }: LocalHome): WrittenSettings =>
  JSON.parse(readFileSync(join(configDir, "settings.json"), "utf8")) as WrittenSettings;

const gone = "p23456789012345678901234";
const withoutProject = { kind: "local", state_dir: expect.any(String) };

test("local reset takes the deleted project out of every context of the service", async () => {
  const home = await startedHome({ fakeBrowser: true, inProcess: true });
  await home.json(["projects", "create", "web"]);
  await home.json(["projects", "use", "web"]);
  await home.json(["context", "add", "other", "--base-url", "https://other.example.com", "--project", "web"]);
  const reset = await home.cli(["local", "reset", "--yes"]);
  expect([reset.code, reset.stderr]).toEqual([
    0,
    expect.stringContaining('context "local" works in the default project'),
  ]);
  expect(settingsOf(home).contexts).toEqual({
    local: withoutProject,
    other: expect.objectContaining({ project: "web" }),
  });
  await home.json(["local", "start"]);
  expect(await home.json(["browsers", "list"])).toEqual([]);
});

test("local reset with nothing stored takes a project out of the context too", async () => {
  const home = await startedHome({ fakeBrowser: true, inProcess: true });
  await home.json(["local", "reset", "--yes"]);
  storeProject(home, gone);
  expect(await home.json(["local", "reset"])).toMatchObject({ deleted: false });
  expect(settingsOf(home).contexts["local"]).toEqual(withoutProject);
});

test("a context whose project is gone: the error says what to do, and doctor --fix does it", async () => {
  const home = await startedHome({ fakeBrowser: true, inProcess: true });
  storeProject(home, gone);
  const refused = await home.cli(["browsers", "list", "-o", "json"]);
  expect(jsonError(refused)).toMatchObject({
    code: "project_not_found",
    hint: "browserctl projects use default, or one of: browserctl projects list",
  });
  const diagnose = async (...more: string[]): Promise<FindingRow[]> => {
    const { stdout } = await home.cli(["doctor", "--only", "service", ...more, "-o", "json"]);
    return JSON.parse(stdout) as FindingRow[];
  };
  const row = (rows: FindingRow[], id: string): FindingRow | undefined => rows.find((each) => each.id === id);
  const found = await diagnose();
  expect(row(found, "service.token")).toMatchObject({ status: "ok" });
  expect(row(found, "service.project")).toMatchObject({
    status: "error",
    found: expect.stringMatching(/^project "p2345\w+", from contexts\.local\.project in .+: the project .+ not found/),
    fix: expect.stringContaining("browserctl doctor --fix"),
  });
  const fixed = await diagnose("--fix");
  expect(row(fixed, "service.project")).toMatchObject({
    status: "ok",
    fixed: 'context "local" works in the default project again',
  });
  expect(await home.json(["browsers", "list"])).toEqual([]);
});

test("doctor leaves a project of a variable alone and names it", async () => {
  const home = await startedHome({ fakeBrowser: true, inProcess: true });
  const { code, stdout } = await home.cli(["doctor", "--only", "service", "--fix", "-o", "json"], {
    env: { BROWSERCTL_PROJECT: gone },
  });
  expect(code).not.toBe(0);
  expect((JSON.parse(stdout) as FindingRow[]).find(({ id }) => id === "service.project")).toMatchObject({
    status: "error",
    fixed: null,
    fix: "browserctl projects list",
  });
});

function storeProject(home: LocalHome, project: string): void {
  const settings = settingsOf(home);
  const { local } = settings.contexts;
  writeFileSync(
    join(home.configDir, "settings.json"),
    JSON.stringify({ ...settings, contexts: { ...settings.contexts, local: { ...local, project } } }),
    { mode: 0o600 },
  );
}
