import { readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { execa } from "execa";
import { describe, expect, test } from "vitest";
import {
  type HereOptions,
  jsonError,
  program,
  quote,
  runCli,
  runHere,
  startCli,
  temporaryHome,
} from "../../support/cli/run-cli.ts";
import { apiServer, authContext } from "../../support/servers/api-server.ts";

const key = `bctl_${"a1".repeat(24)}`;
const record = {
  id: "k1",
  name: "ci",
  masked_key: "bctl_a1a1...a1a1",
  created_at: "2026-01-02T03:04:05Z",
  created_by: { id: "k0", email: "local@localhost", name: "start-up key" },
  expires_at: null,
  deleted_at: null,
  project_id: null,
  project_name: null,
};
const created = { status: 201, json: { ...record, key } };

async function creating(words: readonly string[] = [], options: HereOptions = {}) {
  const server = await apiServer({ request: "POST /org/api_keys", answer: created });
  const home = options.home ?? temporaryHome();
  const env = { ...server.env, NO_COLOR: "1", ...options.env };
  const result = await runHere(["api-keys", "create", "ci", ...words], { ...options, home, env });
  return { result, home, sent: server.requests[0]?.json };
}

describe("a new key", () => {
  test("a new key is all that a pipe gets, whatever notices are on", async () => {
    expect((await creating()).result).toMatchObject({ code: 0, stdout: `${key}\n`, stderr: "" });
    expect((await creating(["-q"])).result).toMatchObject({ code: 0, stdout: `${key}\n`, stderr: "" });
  });

  test("a new key is in the record for programs", async () => {
    const { result } = await creating(["-o", "json"]);
    expect(JSON.parse(result.stdout)).toEqual({ ...record, key });
    expect(result.stderr).toBe("");
  });

  test("a new key is shown at a terminal with the notice that it is not shown again", async () => {
    const { result } = await creating([], { tty: { stdout: true } });
    expect(result.stdout).toMatch(new RegExp(`key +${key}\n`));
    expect(result.stdout).not.toContain("()");
    expect(result.stderr).toMatch(/^Store the key now: it is not shown again\.\n(note: \d+ empty fields? .*\n)?$/);
  });

  test("a new key that --query or --fields leaves out is a note", async () => {
    const { result } = await creating(["--query", "id"]);
    expect(result.stdout).toBe("k1\n");
    expect(result.stderr).toBe(
      "note: the key is given only now; if this output lacks it: browserctl api-keys rotate k1 --grace 0d --yes\n",
    );
  });

  test("a new key goes only to a file of mode 0600 with --out-file", async () => {
    const { result, home } = await creating(["--out-file", "ci.key", "-o", "json"]);
    const path = join(home.dir, "ci.key");
    expect(readFileSync(path, "utf8")).toBe(`${key}\n`);
    expect(statSync(path).mode & 0o777).toBe(0o600);
    expect(JSON.parse(result.stdout)).toEqual({ ...record, out_file: path });
    expect(result.stdout + result.stderr).not.toContain(key);
    expect(readdirSync(home.dir).filter((name) => name.endsWith(".part"))).toEqual([]);
  });

  test("a new key replaces a file only with --force", async () => {
    const home = temporaryHome();
    writeFileSync(join(home.dir, "ci.key"), "old", { mode: 0o644 });
    const env = { BROWSERCTL_BASE_URL: "http://127.0.0.1:9", BROWSERCTL_TOKEN: "t" };
    const refused = await runHere(["api-keys", "create", "ci", "--out-file", "ci.key", "-o", "json"], { home, env });
    expect(jsonError(refused)).toMatchObject({ exit_code: 10, message: '"ci.key" already exists' });
    expect(readFileSync(join(home.dir, "ci.key"), "utf8")).toBe("old");
    await creating(["--out-file", "ci.key", "--force"], { home });
    expect(readFileSync(join(home.dir, "ci.key"), "utf8")).toBe(`${key}\n`);
    expect(statSync(join(home.dir, "ci.key")).mode & 0o777).toBe(0o600);
  });

  test("a new key is not created when its file cannot be, and a refused key leaves no file", async () => {
    const home = temporaryHome();
    const env = { BROWSERCTL_BASE_URL: "http://127.0.0.1:9", BROWSERCTL_TOKEN: "t" };
    const words = ["api-keys", "create", "ci", "-o", "json", "--out-file"];
    for (const path of ["none/ci.key", "/dev/ci/key", "."]) {
      expect(jsonError(await runHere([...words, path], { home, env })).exit_code).toBe(10);
    }
    const server = await apiServer({ request: "POST /org/api_keys", answer: { status: 403, json: { message: "no" } } });
    const refused = await runHere([...words, "ci.key"], { home, env: server.env });
    expect(jsonError(refused).exit_code).toBe(3);
    expect(readdirSync(home.dir).filter((name) => name.includes("ci.key"))).toEqual([]);
  });

  test("a new key is not created when the disk has no room for its file", async () => {
    const home = temporaryHome();
    const env = { ...home.env, BROWSERCTL_BASE_URL: "http://127.0.0.1:9", BROWSERCTL_TOKEN: "t" };
    const words = [process.execPath, program, "api-keys", "create", "ci", "--out-file", "ci.key"].map(quote).join(" ");
    // The reserved space is larger than a file may be.
    const full = await execa("bash", ["-c", `ulimit -f 2; trap '' XFSZ; exec ${words}`], {
      cwd: home.dir,
      env,
      extendEnv: false,
      reject: false,
    });
    expect([full.exitCode, full.stderr]).toEqual([10, 'error: cannot write "ci.key": EFBIG: file too large, write']);
    expect(readdirSync(home.dir).filter((name) => name.includes("ci.key"))).toEqual([]);
  });

  test("a new key whose file cannot be put in place is shown at a terminal; a log gets the next command", async () => {
    const late = async (options: HereOptions) => {
      const home = temporaryHome();
      const answer = () => {
        writeFileSync(join(home.dir, "ci.key"), "theirs");
        return created;
      };
      const server = await apiServer({ request: "POST /org/api_keys", answer });
      const words = ["api-keys", "create", "ci", "--out-file", "ci.key"];
      const result = await runHere(words, { ...options, home, env: server.env });
      expect(readFileSync(join(home.dir, "ci.key"), "utf8")).toBe("theirs");
      return result;
    };
    const inLog = await late({});
    expect(inLog).toMatchObject({ code: 10, stdout: "" });
    expect(inLog.stderr).toBe(
      "API key k1 was created and could not be delivered; get another one: browserctl api-keys rotate k1 --grace 0d --yes\n" +
        'error: "ci.key" already exists\nhint: browserctl api-keys rotate k1 --grace 0d --yes\n',
    );
    const atTerminal = await late({ tty: { stderr: true } });
    expect(atTerminal.code).toBe(10);
    expect(atTerminal.stderr).toContain(`could not be delivered; it is not shown again:\n${key}\n`);
  });

  test("a new key that cannot be printed is shown at a terminal, and elsewhere the next command is", async () => {
    const server = await apiServer({ request: "POST /org/api_keys", answer: created, times: 2 });
    const full = await startCli(["api-keys", "create", "ci"], { env: server.env, tty: true, stdoutFile: "/dev/full" })
      .done;
    expect(full.code).toBe(10);
    expect(full.stdout).toContain(key);
    expect(full.stdout).toContain("no space left on device");
    const unfit = await runHere(["api-keys", "create", "ci", "--query", "abs(name)"], { env: server.env });
    expect(unfit.code).not.toBe(0);
    expect(unfit.stdout).toBe("");
    expect(unfit.stderr).toContain("get another one: browserctl api-keys rotate k1 --grace 0d --yes");
    expect(unfit.stderr).not.toContain(key);
  });

  test("a new key is masked in the log of GitHub Actions before it is printed, and the trace never shows it", async () => {
    const { result } = await creating(["--debug"], { env: { GITHUB_ACTIONS: "true" } });
    expect(result.stdout).toBe(`${key}\n`);
    expect(result.stderr.trimEnd().split("\n").at(-1)).toBe(`::add-mask::${key}`);
    expect(result.stderr.split(key)).toHaveLength(2);
    const { result: elsewhere } = await creating(["--debug"]);
    expect(elsewhere.stderr).not.toContain(key);
  });
});

describe("lifetime", () => {
  test.each([
    [["--expires-in", "90d"], { days_to_expire: 90 }],
    [["--expires-in", "48h"], { days_to_expire: 2 }],
    [["--days-to-expire", "3650"], { days_to_expire: 3650 }],
    [["--days-to-expire", "3650d"], { days_to_expire: 3650 }],
    [[], {}],
  ])("lifetime %j is sent as %j", async (words, sent) => {
    expect((await creating(words)).sent).toEqual({ name: "ci", ...sent });
  });

  test.each([
    [["--expires-in", "36h"], '--expires-in: must be whole days, not "36h"'],
    [["--expires-in", "0d"], "--expires-in: must be 1d to 3650d, not 0d"],
    [["--expires-in", "3651d"], "--expires-in: must be 1d to 3650d, not 3651d"],
    [["--days-to-expire", "soon"], "--days-to-expire:"],
    [["--expires-in", "1d", "--days-to-expire", "1"], "--expires-in: cannot be used together with --days-to-expire"],
    [["--force"], "--force: needs --out-file beside it"],
    [["--organization", "--project-id", "p1"], "--organization: cannot be used together with --project-id"],
  ])("lifetime %j is refused before anything is sent", async (words, message) => {
    const env = { BROWSERCTL_BASE_URL: "http://127.0.0.1:9", BROWSERCTL_TOKEN: "t" };
    const result = await runHere(["api-keys", "create", "ci", ...words], { env });
    expect(result.code).toBe(2);
    expect(result.stderr).toContain(message);
  });

  test("a new key needs exactly one name", async () => {
    const env = { BROWSERCTL_BASE_URL: "http://127.0.0.1:9", BROWSERCTL_TOKEN: "t" };
    expect((await runHere(["api-keys", "create"], { env })).stderr).toContain("--name: is missing");
    const twice = await runHere(["api-keys", "create", "a", "--name", "b"], { env });
    expect(twice.stderr).toContain("--name: cannot be used together with <name>");
  });
});

describe("scope", () => {
  const scoped = {
    ...authContext,
    authorization: { credential_scope: { project_id: null }, effective_scope: { project_id: "p1" } },
  };
  const looking = async (words: readonly string[], env: Record<string, string> = {}) => {
    const server = await apiServer(
      { request: "GET /auth/context", answer: { json: scoped } },
      { request: "POST /org/api_keys", answer: { json: { ...record, key, project_id: "p1", project_name: "shop" } } },
    );
    const result = await runHere(["api-keys", "create", "ci", ...words], { env: { ...server.env, ...env } });
    expect(server.requests[0]?.headers["x-kernel-project"]).toBe("shop");
    return { result, sent: server.requests[1]?.json };
  };

  test("a new key is for the project in effect, which is named if it was not typed", async () => {
    const typed = await looking(["--project", "shop"]);
    expect(typed.sent).toEqual({ name: "ci", project_id: "p1" });
    expect(typed.result.stderr).toBe("");
    const set = await looking([], { BROWSERCTL_PROJECT: "shop" });
    expect(set.sent).toEqual({ name: "ci", project_id: "p1" });
    expect(set.result.stderr).toBe(
      "note: the key is for project shop (p1) alone, from BROWSERCTL_PROJECT; --organization makes one for all projects\n",
    );
  });

  test("a new key is for the scope of --organization or --project-id, without a look-up", async () => {
    const env = { BROWSERCTL_PROJECT: "shop" };
    expect((await creating(["--organization"], { env })).sent).toEqual({ name: "ci", project_id: null });
    expect((await creating(["--project-id", "p9"], { env })).sent).toEqual({ name: "ci", project_id: "p9" });
  });

  test("a preview of a new key never shows a request for a wider key", async () => {
    const env = { BROWSERCTL_BASE_URL: "http://127.0.0.1:9", BROWSERCTL_TOKEN: "t" };
    const preview = async (...words: string[]) => {
      const result = await runHere(["api-keys", "create", "ci", "--dry-run", "-o", "json", ...words], { env });
      return JSON.parse(result.stdout);
    };
    const byName = await preview("--project", "shop");
    expect([byName.method, byName.url]).toEqual(["GET", "http://127.0.0.1:9/auth/context"]);
    const id = "s7h3o9p5p1r8o4j0e6c2t8i1";
    expect((await preview("--project", id)).body).toEqual({ name: "ci", project_id: id });
    expect((await preview("--out-file", "ci.key")).body).toEqual({ name: "ci" });
  });
});

describe("rotate", () => {
  const rotated = { request: "POST /org/api_keys/r4e7v1o8k5e2d9k6e3y0o7l4/rotate", answer: created };
  test.each([
    ["no body without flags", [], undefined],
    ["both times", ["--grace", "2d", "--expires-in", "30d"], { expire_in_days: 2, days_to_expire: 30 }],
    ["an end of the old key at once", ["--grace", "0", "--yes"], { expire_in_days: 0 }],
    ["a new key without an end", ["--never-expires"], { days_to_expire: null }],
  ])("rotate sends %s", async (_what, words, sent) => {
    const server = await apiServer(rotated);
    const result = await runHere(["api-keys", "rotate", "r4e7v1o8k5e2d9k6e3y0o7l4", ...words], { env: server.env });
    expect(result).toMatchObject({ code: 0, stdout: `${key}\n` });
    expect(server.requests[0]?.json).toEqual(sent);
  });

  test("rotate asks before the old key ends at once", async () => {
    const get = {
      request: "GET /org/api_keys/r4e7v1o8k5e2d9k6e3y0o7l4",
      answer: { json: { ...record, id: "r4e7v1o8k5e2d9k6e3y0o7l4" } },
    };
    const pipe = await apiServer(get);
    const refused = await runHere(["api-keys", "rotate", "r4e7v1o8k5e2d9k6e3y0o7l4", "--grace", "0d"], {
      env: pipe.env,
    });
    expect(refused).toMatchObject({
      code: 2,
      stderr:
        "error: Confirmation needed: rotate API key r4e7v1o8k5e2d9k6e3y0o7l4 (ci)? The old key stops working at once. Add --yes.\n",
    });
    const server = await apiServer(get, rotated);
    const terminal = startCli(["api-keys", "rotate", "r4e7v1o8k5e2d9k6e3y0o7l4", "--grace", "0d"], {
      env: server.env,
      tty: true,
    });
    await terminal.shows("Rotate API key r4e7v1o8k5e2d9k6e3y0o7l4 (ci)? The old key stops working at once.");
    terminal.write("y\r");
    expect((await terminal.done).stdout).toContain(key);
  });
});

test("a list of keys is a table at a terminal and contains no key", async () => {
  const server = await apiServer({
    request: "GET /org/api_keys?status=all&sort_by=name",
    answer: { json: [record], headers: { "x-has-more": "false", "x-next-offset": "0" } },
  });
  const result = await runHere(["api-keys", "list", "--status", "all", "--sort-by", "name"], {
    env: { ...server.env, NO_COLOR: "1" },
    tty: { stdout: true },
  });
  expect(result.stdout).toMatch(/^ID +NAME +KEY +CREATED\nk1 +ci +bctl_a1a1\.\.\.a1a1 +.+ ago\n$/);
});

test("the built program passes a key on through a pipe", async () => {
  const server = await apiServer({ request: "POST /org/api_keys", answer: created });
  expect(await runCli(["api-keys", "create", "ci"], { env: server.env })).toMatchObject({
    code: 0,
    stdout: `${key}\n`,
  });
});
