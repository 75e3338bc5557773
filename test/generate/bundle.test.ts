import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import type { Metafile } from "../../src/generate/build.ts";
import { root } from "../../src/generate/paths.ts";

test("the bundle requires no file of a package by a relative path that is not in it", async () => {
  const dist = join(root, "dist");
  const names = (await readdir(dist, { recursive: true })).filter((name) => name.endsWith(".cjs"));
  expect(names.length).toBeGreaterThan(10);
  const files = new Set(names.map((name) => name.split(/[\\/]/).at(-1)));
  for (const name of names) {
    const text = await readFile(join(dist, name), "utf8");
    for (const [, path = ""] of text.matchAll(/\brequire\d*\(["'](\.[^"']+)["']\)/g)) {
      expect(files, `${name} requires ${path}`).toContain(path.split("/").at(-1));
    }
  }
});

/** Own modules in the built file that has this one. */
async function modulesBeside(module: string): Promise<string[]> {
  const { outputs } = JSON.parse(await readFile(join(root, "dist/meta.json"), "utf8")) as Metafile;
  const output = Object.values(outputs).find(({ inputs }) => Object.hasOwn(inputs, module));
  return Object.keys(output?.inputs ?? {}).filter((path) => path.startsWith("src/"));
}

/** Texts and features of single commands, which other commands must not load. */
const ofSingleCommands = [
  "src/core/exit-facts.ts",
  "src/contract/errors.ts",
  "src/contract/index.ts",
  /^src\/cli\/help\/topics\/(?!index)/,
  /^src\/cli\/help\/help(-exits|-related)?\.ts$/,
  /^src\/cli\/declare\/field-limits\.ts$/,
  // The declarations of `wait` share a few words: a file of their own would cost each more.
  /^src\/commands\/(batch|completion|deprecations|doctor|explain|import|schema|wait)\/(?!lib\/wait-words)/,
  /^src\/(archive|curl-line|generated\/openapi|profiles|service|tui)\//,
  /\.run\.tsx?$/,
];

test.for([
  ["main file", "src/main.ts"],
  ["file of every command", "src/cli/run/run-command.ts"],
  ["file of every call", "src/cli/run/run-declared.ts"],
] as const)("the %s has nothing that only single commands need", async ([, module]) => {
  const modules = await modulesBeside(module);
  expect(modules.length).toBeGreaterThan(10);
  const found = modules.filter((path) =>
    ofSingleCommands.some((each) => (typeof each === "string" ? each === path : each.test(path))),
  );
  expect(found).toEqual([]);
});

/** Modules of the main file that are no declarations of commands. Each takes time of every start. */
const everyStart = [
  "src/cli/declare/checked.ts",
  "src/cli/declare/command.ts",
  "src/cli/declare/field-flags.ts",
  "src/cli/declare/global-flags.ts",
  "src/cli/declare/named-records.ts",
  "src/cli/declare/operations.ts",
  "src/cli/help/help-command.ts",
  "src/cli/help/help-groups.ts",
  "src/cli/help/help-page.ts",
  "src/cli/help/help-text.ts",
  "src/cli/help/topics/index.ts",
  "src/cli/output/report.ts",
  "src/cli/output/wants-json.ts",
  "src/cli/output/write-result.ts",
  "src/cli/route/foreign-words.ts",
  "src/cli/route/route.ts",
  "src/cli/route/suggest.ts",
  "src/cli/route/unknown-words.ts",
  "src/cli/route/verb-aliases.ts",
  "src/cli/transfer/progress-flags.ts",
  "src/client/follow/limits.ts",
  "src/contract/telemetry-categories.ts",
  "src/core/abort.ts",
  "src/core/command-line.ts",
  "src/core/duration.ts",
  "src/core/errors.ts",
  "src/core/exit-codes.ts",
  "src/core/hidden-characters.ts",
  "src/core/hosts.ts",
  "src/core/io.ts",
  "src/core/is-object.ts",
  "src/core/sanitize.ts",
  "src/core/shell-quotes.ts",
  "src/core/stdin-offered.ts",
  "src/core/styled.ts",
  "src/core/table.ts",
  "src/core/userinfo.ts",
  "src/core/version.ts",
  "src/core/wrap.ts",
  "src/core/write-without-stream.ts",
  "src/generated/commands.ts",
  "src/generated/index.ts",
  "src/main.ts",
  "src/render/json.ts",
  "src/render/palette.ts",
  "src/settings/base-url.ts",
  "src/settings/model.ts",
  "src/settings/oauth-grant.ts",
  "src/settings/tokens/token-store.ts",
];

test("the main file has the modules that every start needs, and no others", async () => {
  const modules = await modulesBeside("src/main.ts");
  expect(modules.filter((path) => !path.startsWith("src/commands/")).sort()).toEqual(everyStart);
});
