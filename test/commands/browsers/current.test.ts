import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import { type SessionRecord, type StartedHome, sharedHome } from "../../support/cli/local-home.ts";
import { jsonError, runHere } from "../../support/cli/run-cli.ts";
import { apiServer, session } from "../../support/servers/api-server.ts";

const started = sharedHome({ fakeBrowser: true, inProcess: true });

describe("a session that is chosen for a directory", () => {
  let home: StartedHome;
  let shop: SessionRecord;
  let tea: SessionRecord;
  let shopDir: string;
  beforeAll(async () => {
    home = await started();
    const create = (name: string) => home.json<SessionRecord>(["browsers", "create", name, "--timeout-seconds", "1h"]);
    [shop, tea] = [await create("shop"), await create("tea")];
    shopDir = join(home.dir, "work", "shop");
    mkdirSync(shopDir, { recursive: true });
  });
  const at = async (cwd: string, words: readonly string[], env: Record<string, string> = {}) => {
    const result = await home.cli([...words, "-o", "json"], { cwd, env });
    return result.code === 0 ? JSON.parse(result.stdout) : jsonError(result);
  };

  test("the current session may be omitted in its directory and below it, and nowhere else", async () => {
    const cwd = join(home.dir, "work");
    const used = await at(cwd, ["browsers", "use", "shop"]);
    expect(used).toEqual({ session_id: shop.session_id, directory: cwd, in_use: true });
    expect(await at(shopDir, ["browsers", "get"])).toMatchObject({ session_id: shop.session_id });
    expect(await at(shopDir, ["browsers", "get", "tea"])).toMatchObject({ session_id: tea.session_id });
    expect(await at(home.dir, ["browsers", "get"])).toMatchObject({ message: "missing argument <id_or_name>" });
  });

  test("the current session takes the place before the other required words", async () => {
    await at(shopDir, ["browsers", "use", "shop"]);
    expect(await at(shopDir, ["browsers", "fs", "mkdir", "/home/user/in"])).toMatchObject({ ok: true });
    expect(await at(shopDir, ["browsers", "fs", "list", "shop", "/home/user"])).toContainEqual(
      expect.objectContaining({ name: "in" }),
    );
    expect(await at(shopDir, ["browsers", "fs", "rm", "/home/user/in", "-r", "--yes"])).toEqual([
      expect.objectContaining({ path: "/home/user/in" }),
    ]);
  });

  test("@current stands for the current session, also where more words follow; @last is the newest", async () => {
    await at(shopDir, ["browsers", "use", "shop"]);
    const both = ["browsers", "fs", "rm", "@current", "/home/user/a", "/home/user/b", "--dry-run"];
    const shown = await at(shopDir, both);
    expect(JSON.stringify(shown)).toContain(`/browsers/${shop.session_id}/fs/`);
    expect(await at(shopDir, ["browsers", "get", "@last"])).toMatchObject({ session_id: tea.session_id });
    expect(await at(shopDir, ["browsers", "use", "@last"])).toMatchObject({ session_id: tea.session_id });
    expect(await at(shopDir, ["browsers", "get"])).toMatchObject({ session_id: tea.session_id });
  });

  test("@current and @last may precede a path of fs cp", async () => {
    await at(shopDir, ["browsers", "use", "shop"]);
    writeFileSync(join(shopDir, "a.txt"), "a");
    await at(shopDir, ["browsers", "fs", "cp", "a.txt", "@current:of-shop.txt"]);
    await at(shopDir, ["browsers", "fs", "cp", "a.txt", "@last:of-tea.txt"]);
    for (const name of ["shop", "tea"]) {
      const info = await at(shopDir, ["browsers", "fs", "info", name, `/home/user/of-${name}.txt`]);
      expect(info).toMatchObject({ size_bytes: 1 });
    }
    expect(await at(home.dir, ["browsers", "fs", "cp", "a.txt", "@current:x"])).toMatchObject({
      message: expect.stringContaining("<target>: there is no current session"),
    });
  });

  test("BROWSERCTL_BROWSER_ID overrides the current session, and browsers use says so", async () => {
    await at(shopDir, ["browsers", "use", "shop"]);
    const env = { BROWSERCTL_BROWSER_ID: "tea" };
    expect(await at(shopDir, ["browsers", "get"], env)).toMatchObject({ session_id: tea.session_id });
    expect(await at(shopDir, ["browsers", "use", "shop"], env)).toMatchObject({
      in_use: false,
      overridden_by: "BROWSERCTL_BROWSER_ID",
    });
    const explained = (await at(shopDir, ["config", "explain"], env)) as { setting: string }[];
    expect(explained.find(({ setting }) => setting === "session")).toMatchObject({
      value: "tea",
      from: "BROWSERCTL_BROWSER_ID",
      shadows: [expect.stringContaining("contexts.local.sessions")],
    });
  });

  test("browsers unbind removes the current session", async () => {
    await at(shopDir, ["browsers", "use", "shop"]);
    expect(await at(shopDir, ["browsers", "unbind"])).toEqual({ directory: shopDir, removed: true });
    expect(await at(shopDir, ["browsers", "unbind"])).toMatchObject({ code: "not_bound", exit_code: 2 });
    await at(join(home.dir, "work"), ["browsers", "unbind"]);
    const settings = readFileSync(join(home.configDir, "settings.json"), "utf8");
    expect(settings).not.toContain("sessions");
    expect(await at(shopDir, ["browsers", "get", "@current"])).toMatchObject({
      code: "usage",
      message: expect.stringContaining("choose one with browserctl browsers use SESSION"),
    });
  });

  test("the current session is ended only by delete @current, never by delete without words", async () => {
    const { session_id } = await home.json<SessionRecord>(["browsers", "create", "gone", "--timeout-seconds", "1h"]);
    await at(shopDir, ["browsers", "use", "gone"]);
    expect(await at(shopDir, ["browsers", "delete", "--yes"])).toMatchObject({
      message: "missing argument <id_or_name>",
    });
    expect(await at(shopDir, ["browsers", "delete", "@current", "--yes"])).toEqual([
      { id_or_name: session_id, deleted: true },
    ]);
    expect(await at(shopDir, ["browsers", "get"])).toMatchObject({
      exit_code: 4,
      hint: "the current session has ended; choose another one: browserctl browsers use SESSION",
    });
  });

  test("browsers use does not choose a missing session", async () => {
    expect(await at(home.dir, ["browsers", "use", "nowhere"])).toMatchObject({ exit_code: 4 });
    expect(await at(home.dir, ["browsers", "get"])).toMatchObject({ message: "missing argument <id_or_name>" });
  });

  test("browsers open creates a session that becomes the current one", async () => {
    const opened = (await at(shopDir, ["browsers", "open", "about:blank", "--no-open"])) as SessionRecord & object;
    expect(opened).toMatchObject({ timeout_seconds: 3600, start_url: "about:blank" });
    expect(await at(shopDir, ["browsers", "get"])).toMatchObject({ session_id: opened.session_id });
  });
});

test.each([
  [["browsers", "use"], {}, "missing argument <id_or_name>"],
  [["browsers", "get"], { BROWSERCTL_BROWSER_ID: "@current" }, "BROWSERCTL_BROWSER_ID: is @current"],
  [["browsers", "fs", "read", "shop"], {}, "missing argument <path>"],
  [["browsers", "computer", "click", "shop", "100"], {}, "missing argument <y>"],
  [["browsers", "computer", "click", "shop", "100"], { BROWSERCTL_BROWSER_ID: "tea" }, "<x>: must be a whole number"],
])("%j with %j is refused", async (words, env, message) => {
  const server = await apiServer();
  const refused = await runHere(words, { env: { ...server.env, ...env } });
  expect([refused.code, refused.stderr]).toEqual([2, expect.stringContaining(message)]);
});

test("browsers use needs the service of a context, and names the variable", async () => {
  const server = await apiServer({ request: "GET /browsers/shop", answer: { json: session("s1") } });
  const refused = await runHere(["browsers", "use", "shop", "-o", "json"], { env: server.env });
  expect(jsonError(refused)).toMatchObject({
    code: "no_context",
    hint: expect.stringContaining("set BROWSERCTL_BROWSER_ID"),
  });
});

test("browsers open without a context prints the line that sets the variable, with the id as a word", async () => {
  const answer = { status: 201, json: session("$(id)") };
  const server = await apiServer({ request: "POST /browsers", answer });
  const opened = await runHere(["browsers", "open", "--no-open"], { env: server.env });
  expect([opened.code, opened.stderr]).toEqual([
    0,
    "note: no context is in use, so that the session is not stored; export BROWSERCTL_BROWSER_ID='$(id)'\n",
  ]);
});

test("@last without a session is exit 4 with the next step", async () => {
  const server = await apiServer({ request: "GET /browsers?limit=1", answer: { json: [] } });
  const none = await runHere(["browsers", "get", "@last"], { env: server.env });
  expect([none.code, none.stderr]).toEqual([
    4,
    "error: @last: there is no active session\nhint: browserctl browsers create\n",
  ]);
});
