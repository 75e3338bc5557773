import { chmodSync, mkdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { beforeEach, describe, expect, test } from "vitest";
import { meantVariable } from "../../../src/commands/doctor/lib/checks/environment.ts";
import { ownVariables } from "../../../src/core/variables.ts";
import { type Home, jsonError, runHere, temporaryHome } from "../../support/cli/run-cli.ts";
import { runProgramAsUser } from "../../support/machine/as-user.ts";
import { diagnose } from "./doctor-run.ts";

let home: Home;
let file: string;
beforeEach(() => {
  home = temporaryHome();
  mkdirSync(home.configDir, { mode: 0o700 });
  file = join(home.configDir, "settings.json");
});

function settings(value: unknown, mode = 0o600): void {
  writeFileSync(file, typeof value === "string" ? value : JSON.stringify(value), { mode });
  chmodSync(file, mode);
}

const context = { kind: "hosted", base_url: "https://prod.example.com", token: "tok-secret" };

describe("settings", () => {
  test("a damaged file is reported with exit 10, and stays as it is", async () => {
    settings('{"contexts": {"prod": {"token": "tok-secret"');
    const { code, of, rows } = await diagnose(["settings", "environment", "service"], { home });
    expect(code).toBe(10);
    expect(of("settings.file")).toMatchObject({
      status: "error",
      exit_code: 10,
      found: expect.stringContaining("is damaged"),
    });
    expect(of("settings.directory").status).toBe("ok");
    expect(JSON.stringify(rows)).not.toContain("tok-secret");
    expect(readFileSync(file, "utf8")).toContain("tok-secret");
    expect(await readdir(home.configDir)).toEqual(["settings.json"]);
  });

  test("a context in a damaged settings file is not reported as unknown", async () => {
    settings("{");
    expect((await diagnose(["settings"], { home, args: ["--context", "prod"] })).code).toBe(10);
    const { of, rows } = await diagnose(["settings", "environment"], { home, env: { BROWSERCTL_CONTEXT: "prod" } });
    expect(of("environment.unknown").status).toBe("note");
    expect(rows.filter(({ status }) => status === "error")).toHaveLength(1);
  });

  test("all invalid settings are named, without their values", async () => {
    settings({ version: 1, contexts: { prod: { ...context, kind: "odd" } }, values: { timeout: "soon" } });
    const { found, status } = (await diagnose(["settings"], { home })).of("settings.file");
    expect(status).toBe("error");
    expect(found).toContain("contexts.prod.kind");
    expect(found).toContain("values.timeout");
  });

  test("a settings file that others can read is a warning; only --fix makes it 0600", async () => {
    settings({ version: 1, contexts: { prod: context } }, 0o644);
    const before = await diagnose(["settings"], { home });
    expect(before.code).toBe(0);
    expect(before.of("settings.mode")).toMatchObject({ status: "warning", fixed: null, fix: `chmod 600 ${file}` });
    expect(statSync(file).mode & 0o777).toBe(0o644);
    const repaired = (await diagnose(["settings"], { home, args: ["--fix"] })).of("settings.mode");
    expect(repaired).toMatchObject({ status: "ok", fixed: "the mode of the settings file is 0600 now" });
    expect(statSync(file).mode & 0o777).toBe(0o600);
  });

  test("unknown members of the settings are a note with a suggestion", async () => {
    settings({ version: 1, contexts: { prod: { ...context, projct: "shop" } }, vales: {} });
    expect((await diagnose(["settings"], { home })).of("settings.unknown")).toMatchObject({
      status: "note",
      found:
        "nothing reads vales (did you mean values?), contexts.prod.projct (did you mean project?) in the settings file",
    });
  });

  test("a directory that cannot be written is a warning with the variable that chooses another one", async () => {
    const env = { BROWSERCTL_CONFIG_DIR: join("/dev/null", "config"), BROWSERCTL_STATE_DIR: "/dev/null" };
    const { of } = await diagnose(["settings"], { home, env });
    expect(of("settings.state-directory")).toMatchObject({
      status: "warning",
      found: expect.stringContaining('"/dev/null" is not a directory'),
      fix: expect.stringContaining("BROWSERCTL_STATE_DIR"),
    });
    expect(of("settings.directory").status).toBe("warning");
  });

  test("a directory file is checked, and an unknown context in it is reported", async () => {
    writeFileSync(join(home.dir, ".browserctl.json"), '{"token": "tok-secret"}');
    const refused = await diagnose(["settings"], { home });
    expect(refused.of("settings.directory-file")).toMatchObject({ status: "error", exit_code: 10 });
    writeFileSync(join(home.dir, ".browserctl.json"), '{"context": "team"}');
    const unknown = await diagnose(["settings"], { home });
    expect(unknown.of("settings.directory-file")).toMatchObject({ status: "error", exit_code: 2 });
  });

  test("doctor works without HOME", async () => {
    const env = { HOME: undefined, BROWSERCTL_CONFIG_DIR: undefined, BROWSERCTL_STATE_DIR: undefined };
    const { of } = await diagnose(["program", "settings"], { home, env });
    expect(of("program.files").status).toBe("ok");
    expect(of("settings.file").found).toMatch(/browserctl/);
  });
});

describe("environment", () => {
  test("a misspelt variable is a warning with the right name, and its value is not shown", async () => {
    const env = { BROWSERCTL_TOKN: "tok-secret", BROWSERCTL_TEST_RUN: undefined };
    const { code, rows } = await diagnose(["environment"], { home, env });
    expect(code).toBe(0);
    expect(rows).toMatchObject([
      {
        id: "environment.misspelt",
        status: "warning",
        found: "nothing reads BROWSERCTL_TOKN; did you mean BROWSERCTL_TOKEN?",
      },
    ]);
    expect(JSON.stringify(rows)).not.toContain("tok-secret");
  });

  test.each([
    ["BROWSERCTRL_TOKEN", "BROWSERCTL_TOKEN"],
    ["browserctl_base_url", "BROWSERCTL_BASE_URL"],
    ["BROWSERCTL_CHROMUM", "BROWSERCTL_CHROMIUM"],
    ["BROWSERCTL_TEST_RUN", undefined],
    ["BROWSER", undefined],
  ])("misspelt variable %s is meant to be %s", (name, meant) => {
    expect(meantVariable(name)).toBe(meant);
  });

  test("variables with bad values are reported, and every other check still runs", async () => {
    const env = { BROWSERCTL_TIMEOUT: "soon", BROWSERCTL_OUTPUT: "xml", BROWSERCTL_NO_DIRECTORY_FILE: "maybe" };
    const { code, rows, of } = await diagnose(["program", "environment"], { home, env });
    expect(code).toBe(2);
    const texts = rows
      .filter(({ status }) => status === "error")
      .map(({ found }) => found)
      .join("\n");
    for (const name of Object.keys(env)) expect(texts).toContain(name);
    expect(of("program.node").status).toBe("ok");
  });

  test("a variable that overrides a stored value names it", async () => {
    settings({ version: 1, current: "prod", contexts: { prod: context } });
    const { of } = await diagnose(["environment"], { home, env: { BROWSERCTL_TOKEN: "tok-other" } });
    expect(of("environment.shadow")).toMatchObject({
      status: "warning",
      found: `BROWSERCTL_TOKEN overrides the token of contexts.prod.token in ${file}`,
    });
  });

  test("certificates that cannot be read, or are not checked, are named", async () => {
    const env = { SSL_CERT_FILE: "/nowhere.pem", NODE_TLS_REJECT_UNAUTHORIZED: "0" };
    const { code, of } = await diagnose(["environment"], { home, env });
    expect(code).toBe(10);
    expect(of("environment.certificates").found).toContain('SSL_CERT_FILE names "/nowhere.pem"');
    expect(of("environment.tls").status).toBe("warning");
  });

  test("every variable in the source is documented or set by the program itself", async () => {
    const source = join(import.meta.dirname, "../../../src");
    const names = (await readdir(source, { recursive: true })).filter((name) => /(?<!generated\/.*)\.tsx?$/.test(name));
    const texts = await Promise.all(names.map((name) => readFile(join(source, name), "utf8")));
    const used = new Set(texts.flatMap((text) => text.match(/(?<=env\[")BROWSERCTL_[A-Z_]+/g) ?? []));
    expect([...used].filter((name) => !ownVariables.has(name))).toEqual([]);
  });
});

test("doctor with an invalid flag is exit 2", async () => {
  expect(jsonError(await runHere(["doctor", "--context", "nope", "-o", "json"], { home }))).toMatchObject({
    exit_code: 2,
  });
  expect(jsonError(await runHere(["doctor", "--only", "clouds", "-o", "json"], { home }))).toMatchObject({
    exit_code: 2,
  });
});

test.runIf(process.getuid?.() === 0)("a user without a home directory gets the variables to set", async () => {
  const run = (...args: string[]) => runProgramAsUser([...args, "-o", "json"], { uid: 43_210 });
  const [report, path] = await Promise.all([run("doctor", "--only", "settings"), run("config", "path")]);
  expect([report.code, report.stderr]).toEqual([10, ""]);
  expect((JSON.parse(report.stdout) as { found: string }[])[0]?.found).toContain("no home directory");
  expect(path.code).toBe(10);
  expect(JSON.parse(path.stderr)).toMatchObject({ error: { code: "no_home", exit_code: 10 } });
});
