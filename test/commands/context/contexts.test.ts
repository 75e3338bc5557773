import { mkdirSync, realpathSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, describe, expect, test } from "vitest";
import { jsonCommands } from "../../support/cli/json-commands.ts";
import { type CliResult, type Home, jsonError, runHere, startCli, temporaryHome } from "../../support/cli/run-cli.ts";
import { type ApiServer, apiServer } from "../../support/servers/api-server.ts";

let home: Home;
beforeEach(() => {
  home = temporaryHome();
});

const { json, fails, addContext: add } = jsonCommands(() => home);

describe("context", () => {
  test("context add, list, use, show, rename and remove change and show contexts", async () => {
    expect(await json("context", "list")).toEqual([]);
    expect(await add("a")).toEqual({ context: "a", base_url: "https://a.example.com" });
    await add("b", "--project", "web");
    const a = {
      current: "*",
      name: "a",
      kind: "hosted",
      base_url: "https://a.example.com",
      project: null,
      token: "none",
      chosen_by: null,
      project_from: null,
    };
    const b = {
      current: "",
      name: "b",
      kind: "hosted",
      base_url: "https://b.example.com",
      project: "web",
      token: "none",
      chosen_by: null,
      project_from: null,
    };
    expect(await json("context", "list")).toEqual([a, b]);
    await json("context", "use", "b");
    expect(await json("context", "show")).toEqual({ ...b, current: "*" });
    expect(await json("context", "show", "a")).toEqual({ ...a, current: "" });
    await json("context", "rename", "b", "c");
    expect(await json("context", "show")).toEqual({ ...b, name: "c", current: "*" });
    await json("context", "remove", "c", "--yes");
    expect(await json("context", "list")).toEqual([{ ...a, current: "" }]);
  });
  describe("list at a terminal of 80 columns", () => {
    const id = "aw6xz8r4s4r1qmfvvzxqvwy7";
    const project = { id, name: "shop", status: "active", created_at: "2026-03-01T09:30:00Z", updated_at: "" };
    const found = { json: { ...project, updated_at: project.created_at } };
    const lineOf = async (more: object, ...words: string[]): Promise<string> => {
      const entry = { kind: "hosted", base_url: server.url, token: "t-1", project: id, ...more };
      mkdirSync(home.configDir, { recursive: true });
      const settings = { version: 1, current: "prod", contexts: { prod: entry } };
      writeFileSync(join(home.configDir, "settings.json"), JSON.stringify(settings), { mode: 0o600 });
      const tty = { stdout: true };
      const { stdout } = await runHere(["context", "list", ...words], { home, tty, env: { NO_COLOR: "1" } });
      return stdout;
    };
    let server: ApiServer;

    test("context list shows the name of the project and the place of the token", async () => {
      server = await apiServer({ request: `GET /org/projects/${id}`, answer: found });
      expect(await lineOf({})).toMatch(
        /^CURRENT +NAME +BASE URL +PROJECT +TOKEN +KIND\n\* +prod +http:\/\/127\S+ +shop +stored +hosted\n$/,
      );
      expect(server.requests[0]?.headers).toMatchObject({ authorization: "Bearer t-1" });
      expect(server.requests[0]?.headers).not.toHaveProperty("x-kernel-project");
    });
    test("context list shows the project's id when the service is too slow to give the name", async () => {
      const answer = { stall: true };
      server = await apiServer({ request: `GET /org/projects/${id}`, answer, times: "any" });
      expect(await lineOf({})).toMatch(/ aw6xz8r4s\S+ +stored\b/);
    });
    test("context list runs no token program, and makes no request for a program's output", async () => {
      server = await apiServer();
      const token_store = { kind: "command", argv: ["/nonexistent/op"] };
      expect(await lineOf({ token: undefined, token_store })).toMatch(/ aw6xz8r4s\S+ +the prog/);
      expect(JSON.parse(await lineOf({}, "-o", "json"))).toMatchObject([{ project: id, token: "stored" }]);
      expect(await lineOf({}, "--query", "[].project")).toBe(`${id}\n`);
    });
  });
  test("a context command with wrong words is exit 2", async () => {
    await add("staging");
    await add("prod");
    expect(await fails("context", "use", "stagin")).toMatchObject({
      code: "unknown_context",
      message: 'there is no context "stagin"; did you mean "staging"?',
    });
    expect(await fails("context", "add", "staging", "--base-url", "https://x.example.com")).toMatchObject({
      message: 'there is a context "staging" already',
    });
    expect(await fails("context", "add", "x")).toMatchObject({ exit_code: 2, message: "--base-url: is missing" });
    expect(await fails("context", "add", "a/b", "--base-url", "https://x.example.com")).toMatchObject({
      message: expect.stringContaining('"a/b" is no context name'),
    });
    expect(await fails("context", "add", "x", "--base-url", "ftp://x")).toMatchObject({
      message: expect.stringContaining("--base-url"),
    });
    expect(await fails("context", "rename", "staging", "prod")).toMatchObject({
      message: 'there is a context "prod" already',
    });
    expect(await fails("context", "rename", "staging", "__proto__")).toMatchObject({ exit_code: 2 });
    expect(await fails("context", "remove", "constructor", "--yes")).toMatchObject({ code: "unknown_context" });
    expect(await fails("context", "use")).toMatchObject({ message: "missing argument <name>" });
    expect(await fails("browsers", "list", "--context", "nowhere")).toMatchObject({ exit_code: 2 });
  });
  test("context use --here applies in the directory and below it, and follows a rename", async () => {
    const here = join(realpathSync(home.dir), "repo");
    const below = join(here, "deep", "er");
    mkdirSync(below, { recursive: true });
    await add("a");
    await add("b");
    expect((await runHere(["context", "use", "b", "--here"], { home, cwd: here })).code).toBe(0);
    await json("context", "rename", "b", "c");
    const used = async (cwd: string): Promise<string> =>
      (await runHere(["context", "show", "--query", "name"], { home, cwd })).stdout;
    expect(await used(below)).toBe("c\n");
    expect(await used(here)).toBe("c\n");
    expect(await used(home.dir)).toBe("a\n");
    await json("context", "remove", "c", "--yes");
    expect(await used(below)).toBe("a\n");
  });
  test("context unbind removes a binding, and names another bound directory", async () => {
    const here = join(realpathSync(home.dir), "repo");
    mkdirSync(join(here, "deep"), { recursive: true });
    await add("a");
    await add("b");
    const at = (cwd: string, ...args: string[]) => runHere([...args, "-o", "json"], { home, cwd });
    await at(here, "context", "use", "b", "--here");
    expect(jsonError(await at(join(here, "deep"), "context", "unbind"))).toMatchObject({
      code: "not_bound",
      exit_code: 2,
      message: `no context is bound to ${join(here, "deep")}`,
      hint: `browserctl context unbind ${here}`,
    });
    expect(jsonError(await at("/", "context", "unbind")).message).toBe(`no context is bound to /; bound are ${here}`);
    expect(JSON.parse((await at("/", "context", "unbind", here)).stdout)).toEqual({
      directory: here,
      context: "b",
      removed: true,
    });
    expect((await runHere(["context", "show", "--query", "name"], { home, cwd: here })).stdout).toBe("a\n");
  });
  test("a local-only command is refused for a hosted service before the network", async () => {
    await add("a");
    expect(await fails("local", "support", "--context", "a")).toMatchObject({
      code: "local_only",
      exit_code: 2,
      message: '"local support" is for the local service only',
    });
  });
  test("context use at a terminal offers a list; q changes nothing", async () => {
    await add("first");
    await add("second");
    const cli = startCli(["context", "use"], { home, tty: true });
    await cli.shows("second");
    cli.write("\u001b[B");
    await cli.shows("> second");
    cli.write("\r");
    const result: CliResult = await cli.done;
    expect(result.code, result.stdout).toBe(0);
    expect(await json("context", "show")).toMatchObject({ name: "second" });
    const again = startCli(["context", "use"], { home, tty: true });
    await again.shows("second");
    again.write("q");
    expect((await again.done).code).toBe(11);
    expect(await json("context", "show")).toMatchObject({ name: "second" });
  });
});
