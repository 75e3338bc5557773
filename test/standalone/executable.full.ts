import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { appTemplates } from "../../src/commands/apps/lib/templates.ts";
import { buildStandalone, type Standalone } from "../../src/generate/standalone.ts";
import { listServer, sessions } from "../complete/support/list-server.ts";
import { startKeyring } from "../support/cli/keyring.ts";
import { type Machine, machine, workday } from "../support/cli/workday.ts";
import { ensureDebianPackage } from "../support/screen/debian-package.ts";
import { until } from "../support/until.ts";

let built: Standalone;
const directory = mkdtempSync(join(tmpdir(), "browserctl-standalone-"));

beforeAll(async () => {
  await ensureDebianPackage("bubblewrap", "bwrap");
  built = await buildStandalone(directory);
}, 300_000);

afterAll(() => rmSync(directory, { recursive: true, force: true }));

/** A machine without Node, and its directory of unpacked packages. */
async function withExecutable(): Promise<Machine & { readonly packages: string }> {
  const own = await machine([built.path]);
  return { ...own, packages: join(own.dir, ".cache/browserctl/standalone") };
}

test("a day's work on a machine without Node", async () => {
  await workday(await withExecutable());
});

test("two first starts at once unpack one package; the next unpacks nothing", async () => {
  const { ok, packages } = await withExecutable();
  const outputs = await Promise.all([1, 2].map(() => ok(["--help"])));
  expect(outputs[0]?.stdout).toBe(outputs[1]?.stdout);
  const names = readdirSync(packages);
  expect(names).toEqual([expect.stringMatching(/^\d+\.\d+\.\d+-[0-9a-f]{16}$/)]);
  const main = join(packages, names[0] ?? "", "dist/main.cjs");
  const before = statSync(main);
  await ok(["--help"]);
  expect(statSync(main)).toMatchObject({ ino: before.ino, mtimeMs: before.mtimeMs });
});

test("the executable writes each template of apps init", async () => {
  const { dir, ok } = await withExecutable();
  for (const { name } of appTemplates) {
    await ok(["apps", "init", name, "--from-template", name]);
    expect(readFileSync(join(dir, name, "app.ts"), "utf8")).toContain(`name: "${name}",\n`);
  }
});

test("completion uses a token of the keychain", async () => {
  await using keyring = await startKeyring();
  const { dir, ok, run } = await withExecutable();
  const server = await listServer({ "/browsers": sessions("shop") });
  const login = ["login", "--base-url", server.url, "--token-stdin", "--skip-check", "--store", "keychain"];
  await ok(login, { stdin: "token", env: keyring.env });
  const { stdout } = await until(
    () => {
      // A keychain that was late, as on a busy machine, is left alone for minutes.
      rmSync(join(dir, ".cache/browserctl/completion"), { recursive: true, force: true });
      return run(["__complete", "browsers", "sh", "--"], { env: keyring.env });
    },
    (result) => result.stdout !== "",
  );
  expect(stdout).toMatch(/^shop\t/);
  expect(server.requests.at(-1)?.headers.authorization).toBe("Bearer token");
});

test("an unpacked package from which files are gone is repaired", async () => {
  const { ok, packages } = await withExecutable();
  const help = await ok(["--help"]);
  const [name = ""] = readdirSync(packages);
  for (const path of ["dist/main.cjs", "dist/chunks", "node_modules"]) {
    rmSync(join(packages, name, path), { recursive: true });
    expect((await ok(["--help"])).stdout).toBe(help.stdout);
  }
  expect(readFileSync(join(packages, name, "node_modules/playwright-core/LICENSE"), "utf8")).toContain("Apache");
});

test("a directory that cannot be used is named, as JSON too, with the way out", async () => {
  const { dir, run } = await withExecutable();
  writeFileSync(join(dir, "file"), "");
  const env = { XDG_CACHE_HOME: join(dir, "file"), TMPDIR: join(dir, "file") };
  const { code, stderr, stdout } = await run(["browsers", "list"], { env });
  expect({ code, stdout }).toEqual({ code: 10, stdout: "" });
  expect(stderr).toMatch(/^error: cannot unpack the program's files: .*file: is not a directory.*\n.*XDG_CACHE_HOME=/);
  const json = await run(["browsers", "list", "-o", "json"], { env });
  expect(await run(["__complete", "browsers", ""], { env })).toMatchObject({ code: 0, stdout: "", stderr: "" });
  expect(JSON.parse(json.stderr).error).toMatchObject({ code: "cannot_unpack", exit_code: 10 });
});

test("without a usable cache directory the package is unpacked in the one for temporary files", async () => {
  const { ok, dir } = await withExecutable();
  // Nothing can be made in a file: the directory for temporary files is next.
  writeFileSync(join(dir, ".cache"), "");
  await ok(["--version"]);
  expect(readdirSync(dir)).toEqual([".cache"]);
  await ok(["--version"]);
  const unpacked = readdirSync(tmpdir()).filter((name) => name.startsWith("browserctl-unpacked-"));
  expect(unpacked).toHaveLength(1);
  for (const name of unpacked) rmSync(join(tmpdir(), name), { recursive: true });
});
