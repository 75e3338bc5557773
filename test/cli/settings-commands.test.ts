import { mkdirSync, realpathSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, describe, expect, test } from "vitest";
import { type CliResult, type Home, jsonError, runHere, startCli, temporaryHome } from "../support/run-cli.ts";

let home: Home;
beforeEach(() => {
  home = temporaryHome();
});

async function json(...args: string[]): Promise<unknown> {
  const result = await runHere([...args, "-o", "json"], { home });
  expect([result.code, result.stderr.replace(/^next: .*\n/, "")], args.join(" ")).toEqual([0, ""]);
  return JSON.parse(result.stdout);
}
const fails = async (...args: string[]): Promise<Record<string, unknown>> =>
  jsonError(await runHere([...args, "-o", "json"], { home }));
const add = (name: string, ...more: string[]): Promise<unknown> =>
  json("context", "add", name, "--base-url", `https://${name}.example.com/`, ...more);

describe("context", () => {
  test("add, list, use, show, rename, remove", async () => {
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
    };
    const b = {
      current: "",
      name: "b",
      kind: "hosted",
      base_url: "https://b.example.com",
      project: "web",
      token: "none",
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
  test("what is wrong is exit 2", async () => {
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
  test("--here counts in the folder and below it, and follows a rename", async () => {
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
  test("unbind removes what --here stored, and says where a binding is otherwise", async () => {
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
  test("what only the local service has is refused for a hosted one, before the network", async () => {
    await add("a");
    expect(await fails("local", "support", "--context", "a")).toMatchObject({
      code: "local_only",
      exit_code: 2,
      message: '"local support" is for the local service only',
    });
  });
  test("at a terminal it is chosen from a list; q leaves it as it was", async () => {
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

describe("config", () => {
  test("set, get, list, unset", async () => {
    expect(await json("config", "list")).toEqual({});
    expect(await json("config", "set", "timeout", "2m")).toEqual({ timeout: "2m" });
    await json("config", "set", "no-input", "true");
    expect(await json("config", "get", "timeout")).toBe("2m");
    expect(await json("config", "list")).toEqual({ timeout: "2m", no_input: true });
    expect(await json("config", "unset", "timeout")).toEqual({ key: "timeout", removed: true });
    expect(await json("config", "unset", "timeout")).toEqual({ key: "timeout", removed: false });
    expect(await fails("config", "get", "timeout")).toMatchObject({ code: "not_set", exit_code: 4 });
  });
  test("keys and values are checked", async () => {
    expect(await fails("config", "set", "outptu", "json")).toMatchObject({
      message: '<key>: must be one of output, timeout, no_input, not "outptu"; did you mean output?',
    });
    for (const [key = "", value = ""] of [
      ["output", "xml"],
      ["timeout", "0s"],
      ["timeout", "5"],
      ["no_input", "maybe"],
    ]) {
      expect(await fails("config", "set", key, value), key).toMatchObject({
        exit_code: 2,
        message: expect.stringContaining(key),
      });
    }
    expect(await fails("config", "get", "__proto__")).toMatchObject({ exit_code: 2 });
    expect(await json("config", "list")).toEqual({});
  });
  test("a stored output form is used, also for errors", async () => {
    await json("config", "set", "output", "json");
    const cli = startCli(["config", "list"], { home });
    expect(JSON.parse((await cli.done).stdout)).toEqual({ output: "json" });
    const failed = await startCli(["config", "get", "timeout"], { home }).done;
    expect(jsonError(failed)).toMatchObject({ code: "not_set" });
  });
  test("path says where", async () => {
    expect(await json("config", "path")).toEqual({
      file: join(home.configDir, "settings.json"),
      config_dir: home.configDir,
      state_dir: home.stateDir,
    });
  });
  test("explain says which flag, variable or file won, and never the token", async () => {
    await add("a");
    const env = {
      BROWSERCTL_BASE_URL: "https://env.example.com",
      BROWSERCTL_TOKEN: "tok-secret",
      BROWSERCTL_OUTPUT: "yaml",
    };
    const result = await runHere(["config", "explain", "--base-url", "https://flag.example.com", "-o", "json"], {
      home,
      env,
    });
    const rows = JSON.parse(result.stdout) as {
      setting: string;
      value: unknown;
      source: string;
      from: string;
      shadows: string[];
    }[];
    const row = (name: string) => rows.find(({ setting }) => setting === name);
    expect(row("base_url")).toMatchObject({ value: "https://flag.example.com", source: "flag", from: "--base-url" });
    expect(row("base_url")?.shadows).toContain("BROWSERCTL_BASE_URL");
    expect(row("token")).toMatchObject({ value: "***", from: "BROWSERCTL_TOKEN" });
    expect(row("output")).toMatchObject({ value: "json", source: "flag", shadows: ["BROWSERCTL_OUTPUT"] });
    expect(row("context")).toMatchObject({ value: "a", source: "file" });
    expect(rows.map(({ setting }) => setting)).toEqual(
      "context base_url token project output timeout no_input config_dir state_dir".split(" "),
    );
    expect(result.stdout + result.stderr).not.toContain("tok-secret");
  });
});
