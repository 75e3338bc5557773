import { readdir, readFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { sourcePackages } from "./login-words.ts";
import { root } from "./paths.ts";

/** Licence texts outside of a package's directories with bundled modules. */
const moreLicences: Readonly<Record<string, readonly string[]>> = {
  "@novnc/novnc": ["docs/LICENSE.MPL-2.0"],
  "@mozilla/readability": ["../../@biomejs/biome/LICENSE-APACHE"],
  keycloakify: ["../@biomejs/biome/LICENSE-APACHE"],
};

/** Remarks on code and texts that a package has taken over. */
const remarks: Readonly<Record<string, string>> = {
  keycloakify:
    "Its messages of login pages, of which some are part of this program, are those of Keycloak, by Red Hat, Inc. and the Keycloak contributors, under the Apache License, Version 2.0, which follows.",
};

/** Packages whose texts are part of a generated module. */
const textPackages: Readonly<Record<string, readonly string[]>> = {
  "src/service/login/page/login-words.ts": sourcePackages,
};

interface About {
  readonly name: string;
  readonly version: string;
  readonly license?: string;
  readonly author?: string | { readonly name: string };
  readonly repository?: string | { readonly url: string };
}

/**
 * The licence of every package with modules or texts in the bundle, and licences of third-party code inside these packages.
 *
 * @param inputs modules of the bundle, as paths below the project's directory
 */
export async function licences(inputs: readonly string[]): Promise<string> {
  const packageOf = (path: string): string => /^.*node_modules\/(?:@[^/]+\/)?[^/]+/.exec(path)?.[0] ?? "";
  const packages = Map.groupBy(inputs, packageOf);
  packages.delete("");
  for (const name of inputs.flatMap((path) => textPackages[path] ?? [])) {
    const path = `node_modules/${name}`;
    packages.set(path, packages.get(path) ?? []);
  }
  const entries = [...packages].toSorted(([one], [other]) => (one < other ? -1 : 1));
  const texts = await Promise.all(entries.map(([path, modules]) => packageLicence(path, modules)));
  return `The packages that are part of this program's files in dist/.\n\n${[...new Set(texts)].join(`\n\n${"-".repeat(80)}\n\n`)}\n`;
}

async function packageLicence(path: string, modules: readonly string[]): Promise<string> {
  const about = JSON.parse(await readFile(join(root, path, "package.json"), "utf8")) as About;
  const directories = new Set([path]);
  for (const module of modules)
    for (let at = dirname(module); at.length > path.length; at = dirname(at)) directories.add(at);
  const files = (await Promise.all([...directories].toSorted().map(licenceFiles))).flat();
  const more = (moreLicences[about.name] ?? []).map((name) => `${path}/${name}`);
  const found = await Promise.all([...files, ...more].map((file) => readFile(join(root, file), "utf8")));
  const texts = found.length > 0 ? found : [await usualText(about)];
  const own = about.name in remarks ? texts.toSpliced(1, 0, remarks[about.name] ?? "") : texts;
  const header = `${about.name} ${about.version} (${about.license})`;
  const all = [header, ...sourceOf(about), ...own, ...(await noticesIn(modules))].map((text) => text.trim());
  return all.join("\n\n");
}

async function licenceFiles(directory: string): Promise<string[]> {
  const names = await readdir(join(root, directory));
  return names
    .filter((name) => /^(licen[cs]e|notice|copying)/i.test(name) && !/\.[cm]?[jt]s$/.test(name))
    .toSorted()
    .map((name) => `${directory}/${name}`);
}

/** Location of the source code, which the Mozilla Public License requires. */
function sourceOf({ license = "", name, repository, version }: About): string[] {
  if (!license.includes("MPL")) return [];
  const url = typeof repository === "object" ? repository.url : repository;
  return [
    `Unchanged. The source code of this version is the npm package ${name}@${version}; it is developed at ${url}.`,
  ];
}

/** Text of a licence that a package names without a copy of it. */
async function usualText({ author, license, name }: About): Promise<string> {
  if (license !== "MIT" || author === undefined) throw new Error(`${name} has no licence text: find it for LICENSES`);
  const holder = typeof author === "object" ? author.name : author;
  return (await readFile(join(root, "LICENSE"), "utf8")).replace(/^Copyright .*$/m, `Copyright (c) ${holder}`);
}

/** Comments with their own licence, because the bundle has no comments. */
async function noticesIn(modules: readonly string[]): Promise<string[]> {
  const sources = await Promise.all(modules.map((path) => readFile(join(root, path), "utf8").catch(() => "")));
  const comments = sources.flatMap((text) => text.match(/\/\*[\s\S]*?\*\//g) ?? []);
  const notices = comments.filter((text) => /copyright/i.test(text) && /permission is|redistribution/i.test(text));
  return [...new Set(notices)];
}
