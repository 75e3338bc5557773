import {
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  realpathSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { beforeEach, describe, expect, test } from "vitest";
import { type CliResult, type Home, jsonError, runHere, startCli, temporaryHome } from "../../support/cli/run-cli.ts";

let home: Home;
let repo: string;
let file: string;

beforeEach(() => {
  home = temporaryHome();
  repo = join(realpathSync(home.dir), "repo");
  file = join(repo, ".browserctl.json");
  mkdirSync(join(repo, "deep"), { recursive: true });
  mkdirSync(home.configDir, { mode: 0o700 });
  const contexts = {
    foo: { kind: "hosted", base_url: "https://foo.example.com", project: "own" },
    bar: { kind: "hosted", base_url: "https://bar.example.com" },
  };
  const settings = { version: 1, current: "foo", contexts, directories: {}, values: {} };
  writeFileSync(join(home.configDir, "settings.json"), JSON.stringify(settings), { mode: 0o600 });
});

const run = (words: string, cwd = repo, env: Record<string, string> = {}): Promise<CliResult> =>
  runHere(words.split(" "), { home, cwd, env });
const json = async (words: string, cwd = repo, env: Record<string, string> = {}): Promise<Record<string, unknown>> => {
  const { code, stdout, stderr } = await run(`${words} -o json`, cwd, env);
  expect([code, stderr], words).toEqual([0, ""]);
  return JSON.parse(stdout) as Record<string, unknown>;
};
const written = (): unknown => JSON.parse(readFileSync(file, "utf8"));

describe("context use --shared", () => {
  test("context use --shared writes context and project for everyone, and nothing else", async () => {
    expect(await run("context use bar --project web --shared")).toMatchObject({
      code: 0,
      stdout: "",
      stderr: `Wrote ${file}. Commands in ${repo} and below it now use context "bar".\n`,
    });
    expect(readFileSync(file, "utf8")).toBe('{\n  "context": "bar",\n  "project": "web"\n}\n');
    expect((statSync(file).mode & 0o777).toString(8)).toBe((0o644 & ~process.umask()).toString(8));
    expect(await json("context use bar --shared")).toEqual({ context: "bar", file, in_use: true });
    expect(written()).toEqual({ context: "bar", project: "web" });
    expect(readdirSync(repo).sort()).toEqual([".browserctl.json", "deep"]);
    expect(readFileSync(join(home.configDir, "settings.json"), "utf8")).not.toContain("repo");
  });

  test("context use --shared keeps output defaults, and drops the project of another context", async () => {
    writeFileSync(file, '{"context":"foo","project":"web","output":"json","timeout":"9s","no_input":true}');
    await run("context use bar --shared");
    expect(written()).toEqual({ context: "bar", output: "json", timeout: "9s", no_input: true });
  });

  test("context use --shared writes to the target of a symbolic link, and ignores a file further up", async () => {
    writeFileSync(join(home.dir, "real.json"), '{"timeout":"9s"}');
    symlinkSync("../real.json", file);
    await run("context use bar --shared");
    expect([lstatSync(file).isSymbolicLink(), written()]).toEqual([true, { context: "bar", timeout: "9s" }]);
    await run("context use foo --shared", join(repo, "deep"));
    expect(readFileSync(join(repo, "deep", ".browserctl.json"), "utf8")).toBe('{\n  "context": "foo"\n}\n');
    expect(await json("context show --query name", join(repo, "deep"))).toBe("foo");
  });

  test("context use --shared says when the user's own binding of the directory still wins", async () => {
    await run("context use foo --here");
    expect(await json("context use bar --shared")).toEqual({
      context: "bar",
      file,
      in_use: false,
      overridden_by: repo,
    });
    expect(await json("context show --query name")).toBe("foo");
  });

  test.each([
    ["context use bar --shared --here", { message: "--shared: excludes --here; give one of them" }],
    ["context use nope --shared", { code: "unknown_context" }],
    ["context use --shared", { message: "missing argument <name>" }],
  ])("context use --shared with %s is exit 2, and nothing is written", async (words, error) => {
    expect(jsonError(await run(`${words} -o json`))).toMatchObject({ exit_code: 2, ...error });
    expect(readdirSync(repo)).toEqual(["deep"]);
  });

  test("context use --shared does not replace an invalid file", async () => {
    writeFileSync(file, '{"token":"t"}');
    expect(jsonError(await run("context use bar --shared -o json"))).toMatchObject({
      code: "directory_file_invalid",
      exit_code: 10,
    });
    expect(written()).toEqual({ token: "t" });
  });
});

describe("commands below a directory with a file", () => {
  beforeEach(() => writeFileSync(file, '{"context":"bar","project":"web"}'));
  const from = (member: string): string => `${member} in ${file}`;

  test("context list and context show name the directory file", async () => {
    const bar = {
      current: "*",
      name: "bar",
      kind: "hosted",
      base_url: "https://bar.example.com",
      project: "web",
      token: "none",
      chosen_by: from("context"),
      project_from: from("project"),
    };
    expect(await json("context show", join(repo, "deep"))).toEqual(bar);
    expect(await json("context list", join(repo, "deep"))).toEqual([
      expect.objectContaining({ name: "foo", current: "", project: "own", chosen_by: null, project_from: null }),
      bar,
    ]);
    expect((await run("context list -o table")).stdout).toMatch(/CHOSEN BY +PROJECT FROM\n/);
    expect((await run("context list -o table", home.dir)).stdout).not.toContain("CHOSEN BY");
  });

  test("context show -o env prints the project that commands here use", async () => {
    expect((await run("context show -o env")).stdout).toContain("BROWSERCTL_PROJECT='web'\n");
    expect((await run("context show foo -o env")).stdout).toContain("BROWSERCTL_PROJECT='own'\n");
  });

  test("config explain names the directory file for each value, also where it is overridden", async () => {
    const rows = async (words = "config explain", env: Record<string, string> = {}) => {
      const value = await json(words, join(repo, "deep"), env);
      return Object.fromEntries((value as unknown as { setting: string }[]).map((row) => [row.setting, row]));
    };
    expect(await rows()).toMatchObject({
      context: { value: "bar", source: "directory", from: from("context") },
      project: { value: "web", source: "directory", from: from("project") },
      directory_file: { value: file, source: "directory" },
    });
    expect(await rows("config explain --project x", { BROWSERCTL_CONTEXT: "foo" })).toMatchObject({
      context: { value: "foo", source: "environment", shadows: expect.arrayContaining([from("context")]) },
      project: { value: "x", source: "flag" },
    });
    expect(await rows("config explain", { BROWSERCTL_NO_DIRECTORY_FILE: "1" })).toMatchObject({
      context: { value: "foo" },
      directory_file: { value: null },
    });
  });

  test("context use says that the directory file still wins, and --here overrides it", async () => {
    expect(await json("context use foo")).toEqual({ context: "foo", in_use: false, overridden_by: file });
    expect((await run("context use foo")).stderr).toBe(
      `Context "foo" is now the default, but commands here still use context "bar": ${file} chooses it. To change that: browserctl context use foo --here\n`,
    );
    expect(await json("context use foo --here")).toEqual({ context: "foo", directory: repo, in_use: true });
    expect(await json("context show --query chosen_by")).toContain(`directories["${repo}"]`);
    expect(await json("context unbind")).toMatchObject({ context: "foo", removed: true });
    expect(jsonError(await run("context unbind -o json"))).toMatchObject({
      code: "not_bound",
      message: `no context is bound to ${repo}; ${file} chooses one: edit or delete it`,
    });
  });

  test("output defaults of the directory file are used", async () => {
    writeFileSync(file, '{"context":"bar","output":"json"}');
    const result = await startCli(["context", "show"], { home, cwd: repo }).done;
    expect(JSON.parse(result.stdout)).toMatchObject({ name: "bar" });
    const failed = await startCli(["context", "show", "nope"], { home, cwd: repo }).done;
    expect(jsonError(failed)).toMatchObject({ code: "unknown_context" });
  });

  test("an unknown context of the directory file is named with the file, and login creates it", async () => {
    writeFileSync(file, '{"context":"team"}');
    const error = {
      code: "unknown_context",
      exit_code: 2,
      message: `${from("context")}: there is no context "team"; browserctl context list shows them`,
      hint: "browserctl login --context team --base-url URL",
    };
    expect(jsonError(await run("context show -o json"))).toMatchObject(error);
    expect(jsonError(await run("browsers list -o json"))).toMatchObject(error);
    expect(await json("context list")).toHaveLength(2);
    expect(await run("context add team --base-url https://team.example.com")).toMatchObject({ code: 0 });
    expect(await json("context show")).toMatchObject({ name: "team", chosen_by: from("context") });
  });
});
