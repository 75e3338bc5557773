import { join } from "node:path";
import { beforeEach, describe, expect, test } from "vitest";
import { jsonCommands } from "../../support/cli/json-commands.ts";
import { type Home, jsonError, runHere, startCli, temporaryHome } from "../../support/cli/run-cli.ts";

let home: Home;
beforeEach(() => {
  home = temporaryHome();
});

const { json, fails, addContext: add } = jsonCommands(() => home);

describe("config", () => {
  test("config set, get, list and unset change and show settings", async () => {
    expect(await json("config", "list")).toEqual({});
    expect(await json("config", "set", "timeout", "2m")).toEqual({ timeout: "2m" });
    await json("config", "set", "no-input", "true");
    expect(await json("config", "get", "timeout")).toBe("2m");
    expect(await json("config", "list")).toEqual({ timeout: "2m", no_input: true });
    expect(await json("config", "unset", "timeout")).toEqual({ key: "timeout", removed: true });
    expect(await json("config", "unset", "timeout")).toEqual({ key: "timeout", removed: false });
    expect(await fails("config", "get", "timeout")).toMatchObject({ code: "not_set", exit_code: 4 });
  });
  test("config checks keys and values", async () => {
    expect(await fails("config", "set", "outptu", "json")).toMatchObject({
      message: '<key>: must be one of output, timeout, no_input, pager, not "outptu"; did you mean output?',
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
  test("config path shows the locations", async () => {
    expect(await json("config", "path")).toEqual({
      file: join(home.configDir, "settings.json"),
      config_dir: home.configDir,
      state_dir: home.stateDir,
    });
  });
  test("config explain says which flag, variable or file won, and never the token", async () => {
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
      "context base_url token project session output timeout no_input pager directory_file config_dir state_dir".split(
        " ",
      ),
    );
    expect(result.stdout + result.stderr).not.toContain("tok-secret");
  });
  test("config explain never cuts a value or its origin, however narrow the terminal is", async () => {
    await add("a");
    for (const width of [40, 80, 120, 400]) {
      const { stdout } = await runHere(["config", "explain"], { home, width, tty: { stdout: true } });
      expect(stdout, `${width} columns`).toContain(`current in ${join(home.configDir, "settings.json")}`);
      expect(stdout, `${width} columns`).toContain(home.stateDir);
    }
  });
});
