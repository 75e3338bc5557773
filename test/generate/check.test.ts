import { execFile } from "node:child_process";
import { cp, mkdir, mkdtemp, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { longFiles } from "../../src/generate/file-lengths.ts";
import { packageProblems, projectPackageProblems } from "../../src/generate/packages.ts";
import { root } from "../../src/generate/paths.ts";

test("every install script of the project is reviewed, and its lock file has no address", async () => {
  expect(await projectPackageProblems()).toEqual([]);
});

test("an install script that is not reviewed, and an address in the lock file, are problems", () => {
  const manifest = { allowScripts: { esbuild: true, "sharp@1.2.3": true } };
  const packages = {
    "": { hasInstallScript: true },
    "node_modules/esbuild": { version: "1.0.0", hasInstallScript: true },
    "node_modules/sharp": { version: "1.2.3", hasInstallScript: true },
    "node_modules/plain": { version: "1.0.0" },
    "node_modules/linked": { resolved: "packages/linked", link: true },
    "node_modules/a/node_modules/@scope/late": { version: "2.0.0", hasInstallScript: true },
    "node_modules/addressed": { version: "3.0.0", resolved: "https://packages.example/addressed.tgz" },
  };
  const problems = packageProblems(manifest, { packages });
  expect(problems).toHaveLength(2);
  expect(problems[0]).toContain("node_modules/a/node_modules/@scope/late 2.0.0 has an install script");
  expect(problems[1]).toContain("node_modules/addressed has an address");
  expect(
    packageProblems({}, { packages: { "node_modules/esbuild": { version: "1.0.0", hasInstallScript: true } } }),
  ).toHaveLength(1);
});

test("no source file is too long, and a lower limit names the files beyond it", async () => {
  const long = await longFiles();
  expect(long.filter(({ path }) => path.startsWith("src/"))).toEqual([]);
  const paths = (await longFiles(20)).map(({ path }) => path);
  expect(paths).toContain("src/generate/check.ts");
  expect(paths.filter((path) => path.startsWith("src/generated/"))).toEqual([]);
});

const misuse = `export function misuse(): unknown {
  const variables = process.env;
  process.exit(1);
  process["stdout"].write("x");
  return [variables, Date.now(), new Date()];
}
`;
const proper = `export function proper(io: { env: object }): unknown {
  process.on("exit", () => {});
  return [io.env, new Date(5), performance.now()];
}
`;

const recursive = `import { mkdirSync } from "node:fs";
import { mkdir } from "node:fs/promises";
mkdirSync("/x", { recursive: true, mode: 0o700 });
export const made = [mkdir("/x", { recursive: true }), mkdirSync("/x", { mode: 0o700 })];
`;

test("the linter restricts access to the process and to the time, and recursive mkdir", async () => {
  const directory = await mkdtemp(join(tmpdir(), "browserctl-lint-"));
  onTestFinished(() => rm(directory, { recursive: true, force: true }));
  await cp(join(root, "biome.json"), join(directory, "biome.json"));
  await cp(join(root, "src/generate/lint"), join(directory, "src/generate/lint"), { recursive: true });
  await symlink(join(root, "node_modules"), join(directory, "node_modules"));
  const refused = [
    "src/cli/a.ts",
    "src/commands/x/a.ts",
    "src/render/a.ts",
    "src/service/a.ts",
    "src/service/http/a.ts",
  ];
  const allowed = [
    "src/main.ts",
    "src/core/a.ts",
    "src/settings/a.ts",
    "src/service/clock.ts",
    "src/service/lifecycle/a.ts",
  ];
  const others = ["bin/a.ts", "test/a.ts", "src/generate/a.ts", "src/quickstart/a.ts"];
  for (const path of [...refused, ...allowed, ...others]) {
    await mkdir(join(directory, dirname(path)), { recursive: true });
    await writeFile(join(directory, path), misuse);
  }
  await writeFile(join(directory, "src/cli/proper.ts"), proper);
  for (const path of ["src/cli", "src/core", "src/service/lifecycle", "src/service/files", "src/generate"])
    await mkdir(join(directory, path), { recursive: true }).then(() =>
      writeFile(join(directory, path, "made.ts"), recursive),
    );
  const lines = (await biome(directory)).split("\n");
  const found = lines.flatMap((line) => /^(\S+?):(\d+):\d+ plugin/.exec(line)?.slice(1, 3).join(":") ?? []);
  const made = ["src/cli", "src/core", "src/service/lifecycle"].flatMap((path) =>
    [3, 4].map((line) => `${path}/made.ts:${line}`),
  );
  const misused = refused.flatMap((path) => [2, 3, 4, 5, 5].map((line) => `${path}:${line}`));
  expect(found.sort()).toEqual([...made, ...misused].sort());
});

/** Output of the project's linter for a directory. */
function biome(directory: string): Promise<string> {
  const args = [join(root, "node_modules/@biomejs/biome/bin/biome"), "lint", "--max-diagnostics=none", "--colors=off"];
  return new Promise((resolve) => {
    execFile(process.execPath, args, { cwd: directory }, (_, stdout, stderr) => resolve(stdout + stderr));
  });
}
