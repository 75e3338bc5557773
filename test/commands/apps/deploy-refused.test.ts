import { symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { type CliResult, type HereOptions, type Home, runHere } from "../../support/cli/run-cli.ts";
import { deployServer } from "../../support/servers/deploy-server.ts";
import { deploy, homeWith } from "./support/deploying.ts";

/** Deployments that are refused before anything is sent. */
async function refused(home: Home, args: readonly string[], options: HereOptions = {}): Promise<CliResult> {
  const server = await deployServer();
  const result = await runHere(["apps", "deploy", ...args], {
    home,
    ...options,
    env: { ...server.env, ...options.env },
  });
  expect(result.stdout).toBe("");
  expect(server.requests).toEqual([]);
  return result;
}

describe("what is refused before anything is sent", () => {
  test.each<[string, Record<string, string>, string[], number, string]>([
    ["no such file", {}, ["app/app.ts"], 10, 'cannot read "app/app.ts": no such file or directory'],
    [
      "no entry",
      { "x.ts": "" },
      ["app"],
      2,
      '"app" has no entry file; looked for app.ts, app.js, index.ts, index.js, src/app.ts, src/index.ts',
    ],
    [
      "no entry, with a main",
      { "package.json": '{"main":"m.js"}' },
      ["app"],
      2,
      '"app" has no entry file; looked for m.js, app.ts,',
    ],
    [
      "package.json is broken",
      { "package.json": "{", "app.ts": "" },
      ["app"],
      10,
      'cannot read "app/package.json": is not JSON',
    ],
    [
      "an entry outside of the root",
      { "a/app.ts": "", "b/x": "" },
      ["app/a/app.ts", "--root", "app/b"],
      2,
      '--root: "app/a/app.ts" is not in "app/b"',
    ],
    [
      "a root that is a file",
      { "app.ts": "" },
      ["app", "--root", "app/app.ts"],
      10,
      '--root: cannot pack "app/app.ts": is not a directory',
    ],
    [
      "a root that is not there",
      { "app.ts": "" },
      ["app", "--root", "nope"],
      10,
      'cannot read "nope": no such file or directory',
    ],
    ["the home", { "app.ts": "" }, ["app", "--root", "."], 2, '"." would pack your whole home'],
    ["the disk", { "app.ts": "" }, ["app", "--root", "/"], 2, '"/" would pack the whole disk'],
    [
      "an entry that git ignores",
      { "dist/a.js": "", ".gitignore": "dist" },
      ["app/dist/a.js", "--root", "app"],
      2,
      '"app/dist/a.js" is left out of the archive: .gitignore names it',
    ],
    [
      "an entry in .git",
      { ".git/a.js": "" },
      ["app/.git/a.js", "--root", "app"],
      2,
      'left out of the archive: ".git" is never packed',
    ],
    [
      "an entry that is the file of variables",
      { "app.ts": "" },
      ["app/app.ts", "--env-file", "app/app.ts"],
      2,
      "it is the file of --env-file",
    ],
    [
      "a name that is none",
      { "app.ts": "" },
      ["app", "--env", "1A=x"],
      2,
      '--env: must be a name of letters, digits and "_" that does not begin with a digit',
    ],
    [
      "no such file of variables",
      { "app.ts": "" },
      ["app", "--env-file", "no.env"],
      10,
      'cannot read "no.env": no such file or directory',
    ],
    [
      "a region that there is not",
      { "app.ts": "" },
      ["app", "--region", "mars"],
      2,
      "--region: must be one of aws.us-east-1a",
    ],
    ["a version that is none", { "app.ts": "" }, ["app", "--app-version", "a b"], 2, "--app-version: must be 1 to 128"],
    ["no app", {}, [], 2, "<entry|dir>"],
  ])("%s", async (_, files, args, code, message) => {
    const result = await refused(homeWith(files), args);
    expect(result.stderr).toContain(message);
    expect(result.code).toBe(code);
  });

  test("invalid names in an env file are refused without showing values", async () => {
    const home = homeWith({ "app.ts": "" });
    const result = await refused(home, ["app", "--env-file", "-"], { stdin: "A B=hidden\nC=1\n" });
    expect(result.code).toBe(2);
    expect(result.stderr).toContain('--env-file: has a key that is not allowed: "A B"');
    expect(result.stderr).not.toContain("hidden");
  });

  test("a link out of the directory is refused, unless it is not packed", async () => {
    const home = homeWith({ "app.ts": "" });
    symlinkSync("/etc/hostname", join(home.dir, "app", "out"));
    const result = await refused(home, ["app"]);
    expect(result).toMatchObject({
      code: 10,
      stderr: expect.stringContaining('"out" is a link that leads out of the directory'),
    });
    writeFileSync(join(home.dir, "app", ".gitignore"), "out\n");
    expect((await deploy(["app"], {}, { home })).code).toBe(0);
  });
});
