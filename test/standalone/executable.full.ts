import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { buildStandalone, type Standalone } from "../../src/generate/standalone.ts";
import { appSource } from "../support/app.ts";
import { ensureDebianPackage } from "../support/debian-package.ts";
import { processesMarked, stillThere } from "../support/leftovers.ts";
import { onLoopback } from "../support/loopback.ts";
import { pathWith } from "../support/program-path.ts";
import { type CliOptions, type CliResult, spawnCli, temporaryHome } from "../support/run-cli.ts";

let built: Standalone;
const directory = mkdtempSync(join(tmpdir(), "browserctl-standalone-"));

beforeAll(async () => {
  await ensureDebianPackage("bubblewrap", "bwrap");
  built = await buildStandalone(directory);
}, 300_000);

afterAll(() => rmSync(directory, { recursive: true, force: true }));

interface Machine {
  /** The empty home directory. */
  readonly dir: string;
  /** Directories of unpacked packages. */
  readonly packages: string;
  run(args: readonly string[], options?: CliOptions): Promise<CliResult>;
  /** Runs a command that must succeed. */
  ok(args: readonly string[], options?: CliOptions): Promise<CliResult>;
}

/** A machine without Node, with an empty home directory. */
async function machine(): Promise<Machine> {
  const home = temporaryHome();
  const env = { PATH: await pathWith("sh"), BROWSERCTL_CONFIG_DIR: undefined, BROWSERCTL_STATE_DIR: undefined };
  const run = (args: readonly string[], options: CliOptions = {}): Promise<CliResult> =>
    spawnCli(args, { home, executable: built.path, ...options, env: { ...env, ...options.env } }).done;
  const ok = async (args: readonly string[], options?: CliOptions): Promise<CliResult> => {
    const result = await run(args, options);
    expect(result.code, `${args.join(" ")}: ${result.stderr}`).toBe(0);
    return result;
  };
  return { dir: home.dir, packages: join(home.dir, ".cache/browserctl/standalone"), run, ok };
}

test("a whole day's work on a machine without Node", async () => {
  const { dir, ok, run } = await machine();
  onTestFinished(() => run(["local", "stop"]).then(() => {}));
  const site = await onLoopback(
    createServer((_request, response) => response.setHeader("content-type", "text/html").end("<title>Shop</title>")),
  );
  expect((await ok(["--version"])).stdout).toMatch(/^\d+\.\d+\.\d+\n$/);
  await ok(["local", "start"]);
  await ok(["browsers", "create", "--name", "shop", "--headless"]);
  const code = `await page.goto("${site.url}"); return await page.title();`;
  expect((await ok(["browsers", "playwright", "execute", "shop", code])).stdout).toContain("Shop");

  const sum = [
    "browsers",
    "process",
    "exec",
    "shop",
    "--",
    "/run/browserctl/bin/node",
    "-p",
    "process.argv.length, 40 + 2",
  ];
  expect((await ok(sum)).stdout).toBe("42\n");
  const exit = await run(["browsers", "process", "exec", "-i", "shop", "--", "sh", "-c", "cat; exit 7"], {
    stdin: "typed",
  });
  expect(exit).toMatchObject({ code: 7, stdout: "typed" });
  const terminal = await ok(["browsers", "process", "exec", "-t", "shop", "--", "sh", "-c", "test -t 1 && echo yes"]);
  expect(terminal.stdout).toContain("yes");

  mkdirSync(join(dir, "extension"));
  writeFileSync(join(dir, "extension/manifest.json"), '{"manifest_version":3,"name":"Marker","version":"1.2"}');
  expect((await ok(["browsers", "extensions", "upload", "shop", "extension"])).stderr).toContain("Marker 1.2");

  const child = `fork(new URL("./child.mjs", import.meta.url)).on("message", done)`;
  const actions = `forks: () => new Promise((done) => ${child}),`;
  const source = appSource(actions, { before: 'import { fork } from "node:child_process";' });
  mkdirSync(join(dir, "app"));
  writeFileSync(join(dir, "app/app.ts"), source);
  writeFileSync(join(dir, "app/child.mjs"), "process.send(6 * 7);");
  await ok(["apps", "deploy", "app/app.ts"]);
  expect((await ok(["invoke", "demo", "forks"])).stdout).toBe("42\n");

  await ok(["local", "stop"]);
  // The home's path is in the command lines of all of them.
  expect(await stillThere(() => processesMarked(dir), 3_000)).toEqual([]);
});

test("two first starts at once unpack one package; the next unpacks nothing", async () => {
  const { ok, packages } = await machine();
  const outputs = await Promise.all([1, 2].map(() => ok(["--help"])));
  expect(outputs[0]?.stdout).toBe(outputs[1]?.stdout);
  const names = readdirSync(packages);
  expect(names).toEqual([expect.stringMatching(/^\d+\.\d+\.\d+-[0-9a-f]{16}$/)]);
  const main = join(packages, names[0] ?? "", "dist/main.cjs");
  const before = statSync(main);
  await ok(["--help"]);
  expect(statSync(main)).toMatchObject({ ino: before.ino, mtimeMs: before.mtimeMs });
});

test("an unpacked package from which files are gone is repaired", async () => {
  const { ok, packages } = await machine();
  const help = await ok(["--help"]);
  const [name = ""] = readdirSync(packages);
  for (const path of ["dist/main.cjs", "dist/chunks", "node_modules"]) {
    rmSync(join(packages, name, path), { recursive: true });
    expect((await ok(["--help"])).stdout).toBe(help.stdout);
  }
  expect(readFileSync(join(packages, name, "node_modules/playwright-core/LICENSE"), "utf8")).toContain("Apache");
});

test("a directory that cannot be used is named, as JSON too, with the way out", async () => {
  const { dir, run } = await machine();
  writeFileSync(join(dir, "file"), "");
  const env = { XDG_CACHE_HOME: join(dir, "file"), TMPDIR: join(dir, "file") };
  const { code, stderr, stdout } = await run(["browsers", "list"], { env });
  expect({ code, stdout }).toEqual({ code: 10, stdout: "" });
  expect(stderr).toMatch(/^error: cannot unpack the program's files: .*file: is not a directory.*\n.*XDG_CACHE_HOME=/);
  const json = await run(["browsers", "list", "-o", "json"], { env });
  expect(JSON.parse(json.stderr).error).toMatchObject({ code: "cannot_unpack", exit_code: 10 });
});

test("without a usable cache directory the package is unpacked in the one for temporary files", async () => {
  const { ok, dir } = await machine();
  // Nothing can be made in a file: the directory for temporary files is next.
  writeFileSync(join(dir, ".cache"), "");
  await ok(["--version"]);
  expect(readdirSync(dir)).toEqual([".cache"]);
  rmSync(join(tmpdir(), `browserctl-${process.getuid?.()}`), { recursive: true });
});
