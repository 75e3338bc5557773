import { chmodSync, mkdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, describe, expect, test } from "vitest";
import { type Home, jsonError, runHere, temporaryHome } from "../../support/cli/run-cli.ts";

let home: Home;
let file: string;
beforeEach(() => {
  home = temporaryHome();
  file = join(home.configDir, "settings.json");
  mkdirSync(home.configDir, { mode: 0o700 });
});

const run = (words: string) => runHere(words.split(" "), { home, stdin: "t-1" });
const store = (value: unknown, mode = 0o600): void => writeFileSync(file, JSON.stringify(value), { mode });

/** Commands that read the settings, and those that write them. */
const commands = [
  "context list",
  "config explain",
  "config set timeout 1s",
  "context add x --base-url https://x.example.com",
  "login --base-url https://x.example.com --token-stdin --skip-check",
  "logout",
  "browsers list",
];

describe("a settings file that cannot be used stays as it is, and every command names it", () => {
  test("a settings file of a newer version stays, and every command names it", async () => {
    store({ version: 2, contexts: { a: { kind: "cluster" } }, later: true });
    const before = readFileSync(file, "utf8");
    for (const words of commands) {
      expect(jsonError(await run(`${words} -o json`)), words).toMatchObject({
        exit_code: 10,
        message: `the settings file "${file}" has version 2; this browserctl knows version 1`,
        hint: "update browserctl, or set BROWSERCTL_CONFIG_DIR to another directory",
      });
    }
    expect(readFileSync(file, "utf8")).toBe(before);
  });

  test("a directory instead of the settings file stays, and every command names it", async () => {
    mkdirSync(file);
    for (const words of commands) {
      expect(jsonError(await run(`${words} -o json`)), words).toMatchObject({
        exit_code: 10,
        message: `cannot read the settings file "${file}": is a directory`,
      });
    }
    expect(statSync(file).isDirectory()).toBe(true);
  });

  test("a circular link instead of the settings file stays, and every command names it", async () => {
    symlinkSync("settings.json", file);
    for (const words of commands) {
      expect(jsonError(await run(`${words} -o json`)), words).toMatchObject({
        exit_code: 10,
        message: expect.stringContaining(`the settings file "${file}"`),
      });
    }
  });
});

describe.runIf(process.platform !== "win32")("a settings file that other users can read", () => {
  const warning = (): string =>
    `warning: other users could read or write the settings file "${file}" (mode 0644); it is 0600 now`;

  test("a settings file that others can read is mended with one warning by a reading command", async () => {
    store({ version: 1 });
    chmodSync(file, 0o644);
    const { code, stdout, stderr } = await run("context list -o json");
    expect([code, stdout, stderr]).toEqual([0, "[]\n", `${warning()}\n`]);
    expect((statSync(file).mode & 0o777).toString(8)).toBe("600");
    expect((await run("context list -o json")).stderr).toBe("");
  });

  test("--quiet silences the warning about mended settings, and a JSON error holds it", async () => {
    store({ version: 1, values: { output: "json" } });
    chmodSync(file, 0o644);
    expect((await run("context list --quiet")).stderr).toBe("");
    chmodSync(file, 0o644);
    expect(jsonError(await run("config get timeout -o json"))).toMatchObject({
      code: "not_set",
      warnings: [warning().slice("warning: ".length)],
    });
    expect(jsonError(await run("config get timeout -o json"))).not.toHaveProperty("warnings");
    chmodSync(file, 0o644);
    expect(jsonError(await run("config get timeout -o json --quiet"))).not.toHaveProperty("warnings");
    expect((statSync(file).mode & 0o777).toString(8)).toBe("600");
  });

  test("the warning about mended settings comes before the error of unusable settings: as text, within a JSON error, not with --quiet", async () => {
    const failing = async (more: string) => {
      store({ version: 1 });
      chmodSync(file, 0o644);
      writeFileSync(join(home.dir, ".browserctl.json"), '{"contxt":"a"}');
      return run(`context list${more}`);
    };
    expect((await failing("")).stderr.split("\n")[0]).toBe(warning());
    expect((await failing(" --quiet")).stderr).toMatch(/^error: the file /);
    const code = "directory_file_invalid";
    expect(jsonError(await failing(" -o json"))).toMatchObject({
      code,
      warnings: [warning().slice("warning: ".length)],
    });
    expect(jsonError(await failing(" -o json --quiet"))).not.toHaveProperty("warnings");
  });
});

test("the only invalid setting is named at a terminal too", async () => {
  store({ version: 1, contexts: { a: { kind: "hosted", base_url: 3 } } });
  const message = `the settings file "${file}" has values that are not allowed; correct them there`;
  const problem = "contexts.a.base_url: must be a base URL such as https://browsers.example.com/v1";
  expect((await run("whoami")).stderr).toBe(`error: ${message}\n  ${problem}\n`);
});

test("a JSON error holds the warning that a damaged file was replaced", async () => {
  writeFileSync(file, "{", { mode: 0o600 });
  expect(jsonError(await run("config get timeout -o json"))).toMatchObject({
    code: "not_set",
    warnings: [expect.stringMatching(/is damaged: .* was kept as /)],
  });
});
