import { existsSync } from "node:fs";
import { readdir, readFile } from "node:fs/promises";
import { join, relative, sep } from "node:path";
import { root } from "./paths.ts";

interface Manifest {
  readonly name: string;
  readonly version: string;
  readonly files?: readonly string[];
  readonly license?: string;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
}

/** A package that the program loads at run time. */
export interface InstalledPackage {
  readonly name: string;
  readonly version: string;
  readonly license: string;
  /** Path below the project's directory, with slashes. */
  readonly path: string;
}

/** Files of a package that no program reads: types, source maps, documentation. */
const unread = /\.d\.[cm]?ts$|\.map$|(?:^|\/)(?:README|CHANGELOG)(?:\.\w+)?$/i;

/**
 * The packages of `dependencies` and `optionalDependencies` with their own dependencies, without those of other
 * platforms.
 */
export async function installedPackages(): Promise<InstalledPackage[]> {
  const found = new Map<string, InstalledPackage>();
  const visit = async (path: string): Promise<void> => {
    const { dependencies, optionalDependencies } = await manifestOf(path);
    for (const name of Object.keys({ ...dependencies, ...optionalDependencies })) {
      const at = placeOf(path, name);
      if (at === undefined) {
        if (optionalDependencies?.[name] === undefined) throw new Error(`${name} is not installed: npm ci`);
        continue;
      }
      if (found.has(at)) continue;
      const { version, license = "unknown" } = await manifestOf(at);
      found.set(at, { name, version, license, path: at });
      await visit(at);
    }
  };
  await visit("");
  return [...found.values()].toSorted((one, other) => (one.path < other.path ? -1 : 1));
}

/** Path of a package as a module in `from` finds it. */
function placeOf(from: string, name: string): string | undefined {
  for (let at = from; ; at = at.slice(0, Math.max(0, at.lastIndexOf("node_modules/") - 1))) {
    const path = [...(at === "" ? [] : [at]), "node_modules", name].join("/");
    if (existsSync(join(root, path, "package.json"))) return path;
    if (at === "") return undefined;
  }
}

/** Version of the program. */
export async function programVersion(): Promise<string> {
  return (await manifestOf("")).version;
}

/** Files of an installed package that its programs and licence need, as paths below the project's directory. */
export async function packageFiles(installed: InstalledPackage): Promise<string[]> {
  return (await ownFiles(installed)).filter((file) => !unread.test(file));
}

/** All files of an installed package, without those of packages inside of it. */
export async function ownFiles({ path }: InstalledPackage): Promise<string[]> {
  return (await filesBelow(path)).filter((file) => !file.slice(path.length).includes("/node_modules/"));
}

/** Files of the program itself: those of its npm package, without its descriptions. */
export async function programFiles(): Promise<string[]> {
  const { files = [] } = await manifestOf("");
  const [left, taken] = [files.filter((name) => name.startsWith("!")), files.filter((name) => !name.startsWith("!"))];
  const found = await Promise.all(taken.map((name) => (name.endsWith(".md") ? [] : filesBelow(name))));
  return ["package.json", "LICENSE", ...found.flat()].filter((path) => !left.includes(`!${path}`));
}

/** Every file below a directory, as a path below the project's. */
async function filesBelow(path: string): Promise<string[]> {
  const entries = await readdir(join(root, path), { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => relative(root, join(entry.parentPath, entry.name)).replaceAll(sep, "/"));
}

async function manifestOf(path: string): Promise<Manifest> {
  return JSON.parse(await readFile(join(root, path, "package.json"), "utf8")) as Manifest;
}
