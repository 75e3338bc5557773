import { execFile } from "node:child_process";
import { cp, mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, relative, sep } from "node:path";
import { promisify } from "node:util";
import { expect, onTestFinished, test } from "vitest";
import { root } from "../../src/generate/paths.ts";
import { runTimePackages } from "../../src/generate/run-time-packages.ts";

interface Packed {
  readonly files: readonly { readonly path: string; readonly mode: number }[];
  readonly size: number;
}

let packed: Promise<Packed> | undefined;

/** The package as npm would send it. */
function pack(): Promise<Packed> {
  packed ??= dryRun();
  return packed;
}

async function dryRun(): Promise<Packed> {
  const { stdout } = await promisify(execFile)("npm", ["pack", "--dry-run", "--json", "--ignore-scripts"], {
    cwd: root,
  });
  return (JSON.parse(stdout) as [Packed])[0];
}

const manifest = JSON.parse(await readFile(join(root, "package.json"), "utf8"));

test("the package has the built program, completions and its documents, and nothing else", async () => {
  const { files, size } = await pack();
  const paths = files.map(({ path }) => path);
  const built = (await readdir(join(root, "dist"), { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile() && !["meta.json", "quickstart.png"].includes(entry.name))
    .map((entry) => join(entry.parentPath, entry.name).slice(root.length + 1));
  const rest = [
    ...["CHANGELOG.md", "LICENSE", "README.md", "package.json", "bin/browserctl.js", "bin/package.json"],
    ...["_browserctl", "browserctl.bash", "browserctl.fish", "browserctl.ps1"].map((name) => `completions/${name}`),
  ];
  expect(paths.toSorted()).toEqual([...rest, ...built].toSorted());
  const kinds =
    /^dist\/(?:LICENSES|main\.cjs|app\.(?:js|d\.ts)|[\w-]+-runner\.[cm]js|chunks\/[^/]+\.cjs|man\/[\w.-]+\.[17]|(?:complete|compile-cache)\.cjs|(?:hosted-login|live-view|login-reader|page-agent)\/\w+\.(?:css|js))$/;
  expect(built.filter((path) => !kinds.test(path))).toEqual([]);
  expect(files.find(({ path }) => path === "bin/browserctl.js")?.mode).toBe(0o755);
  // Megabytes over the network.
  expect(size / 1e6).toBeLessThan(2.75);
});

test("the built program has every file of the templates of apps init", async () => {
  const directory = join(root, "src/commands/apps/lib/templates");
  const entries = await readdir(directory, { recursive: true, withFileTypes: true });
  const paths = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  expect(paths.length).toBeGreaterThan(14);
  const home = await mkdtemp(join(tmpdir(), "browserctl-templates-"));
  onTestFinished(() => rm(home, { recursive: true }));
  // No source is in reach of a copy of what is packed.
  for (const name of ["bin", "dist", "package.json"]) await cp(join(root, name), join(home, name), { recursive: true });
  for (const path of paths) {
    const [template = "", file = ""] = relative(directory, path).split(sep);
    const from = template === "base" ? "example" : template;
    const words = [join(home, "bin/browserctl.js"), "apps", "init", from, "--from-template", from, "--force"];
    await promisify(execFile)(process.execPath, words, { cwd: home, env: { HOME: home } });
    const written = await readFile(join(home, from, file), "utf8");
    if (file === "package.json") expect(JSON.parse(written).name).toBe(from);
    else expect(written).toBe((await readFile(path, "utf8")).replaceAll("example-app", from));
  }
});

test("every path that the manifest names is in the package", async () => {
  const paths = new Set((await pack()).files.map(({ path }) => `./${path}`));
  const { bin, exports, man } = manifest;
  const named = [
    `./${bin.browserctl}`,
    exports["./app"].types,
    exports["./app"].default,
    exports["./package.json"],
    ...man,
  ];
  expect(named.filter((path) => !paths.has(path))).toEqual([]);
});

test("the manifest says what a registry shows, and runs nothing when it is installed", () => {
  const { name, description, engines, keywords, license, scripts, type } = manifest;
  expect({ name, license, type, engines }).toEqual({
    name: "browserctl",
    license: "MIT",
    type: "module",
    engines: { node: ">=24" },
  });
  expect(description).toMatch(/^Command line and local service for browser automation/);
  expect(keywords).toContain("browser-automation");
  const atInstall = ["preinstall", "install", "postinstall", "prepare", "prepublish", "preprepare", "postprepare"];
  expect(Object.keys(scripts).filter((script) => atInstall.includes(script))).toEqual([]);
});

test("an installation brings few packages, none of which runs a script", async () => {
  expect(Object.keys(manifest.dependencies)).toEqual(["@lydell/node-pty", "playwright-core", "rolldown"]);
  expect(Object.keys(manifest.optionalDependencies)).toEqual(["@napi-rs/keyring"]);
  const packages = await runTimePackages();
  expect(packages.length).toBeLessThanOrEqual(9);
  expect(packages.reduce((sum, { size }) => sum + size, 0) / 1e6).toBeLessThan(45);
  expect(packages.filter(({ license }) => !["Apache-2.0", "MIT"].includes(license))).toEqual([]);
  const lock = JSON.parse(await readFile(join(root, "package-lock.json"), "utf8"));
  expect(packages.filter(({ path }) => lock.packages[path].hasInstallScript)).toEqual([]);
});
