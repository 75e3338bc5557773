import { execFile } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { readdir, readFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, test } from "vitest";
import { root } from "../../src/generate/paths.ts";
import { machine, workday } from "../support/cli/workday.ts";
import { ensureDebianPackage } from "../support/screen/debian-package.ts";

const directory = mkdtempSync(join(tmpdir(), "browserctl-install-"));
const prefix = join(directory, "prefix");
const node24 = `node-${process.platform}-${process.arch}`;

/** Runs npm, which asks its registry. */
async function npm(...args: string[]): Promise<string> {
  const { stdout } = await promisify(execFile)("npm", args, { cwd: root });
  return stdout;
}

beforeAll(async () => {
  await ensureDebianPackage("bubblewrap", "bwrap");
  const packed = await npm("pack", "--json", "--ignore-scripts", "--pack-destination", directory);
  const [{ filename }] = JSON.parse(packed) as [{ filename: string }];
  await npm("install", "--global", "--prefix", prefix, join(directory, filename));
  await npm("install", "--no-save", "--ignore-scripts", "--prefix", directory, `${node24}@24`);
}, 300_000);

afterAll(() => rmSync(directory, { recursive: true, force: true }));

const launcher = join(prefix, "bin/browserctl");

test.each([
  ["24", join(directory, "node_modules", node24, "bin/node")],
  ["26", process.execPath],
])("the package, installed from its tarball, does a day's work with Node %s", async (major, node) => {
  const { stdout } = await promisify(execFile)(node, ["--version"]);
  expect(stdout).toMatch(new RegExp(`^v${major}\\.`));
  await workday(await machine([node, launcher]));
});

test("an installation has the packages that the manifest names, and no others", async () => {
  const { dependencies, optionalDependencies } = JSON.parse(await readFile(join(root, "package.json"), "utf8"));
  const found = await readdir(join(prefix, "lib/node_modules/browserctl/node_modules"));
  const scopes = Object.keys({ ...dependencies, ...optionalDependencies }).map((name) => name.split("/")[0]);
  const names = found.filter((name) => !name.startsWith("."));
  expect(names.toSorted()).toEqual([...new Set([...scopes, "@oxc-project", "@rolldown"])].toSorted());
});
