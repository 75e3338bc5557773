import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { appTemplates } from "../commands/apps/lib/templates.ts";
import { appDeclarations } from "./app-helper.ts";
import { root } from "./paths.ts";

const directory = "src/commands/apps/lib/templates";
/** Directory of the files that every template has. */
const BASE = "base";
const typesFile = "browserctl.d.ts";

interface Manifest {
  readonly dependencies?: Readonly<Record<string, string>>;
  devDependencies: Readonly<Record<string, string>>;
}

/**
 * A module that holds the files of the templates of `apps init`: those of `directory`, and the types of the package that
 * the service provides, so that an editor needs no package of this program. The program finds them wherever it is installed.
 */
export async function appTemplatesModule(): Promise<string> {
  const base = { ...(await filesOf(BASE)), [typesFile]: await ambientTypes() };
  const own = await Promise.all(appTemplates.map(async ({ name }) => [name, await filesOf(name)] as const));
  const names = appTemplates.map(({ name }) => JSON.stringify(name)).join(" | ");
  return `/** Files of every app, with the versions of this package's dependencies. */
export const baseFiles: Readonly<Record<string, string>> = ${JSON.stringify(base, null, 2)};

/** Files of each template beside them. */
export const templateFiles: Readonly<Record<${names}, Readonly<Record<string, string>>>> = ${JSON.stringify(Object.fromEntries(own), null, 2)};
`;
}

/** The files in a directory of {@link directory}, by their names. */
async function filesOf(name: string): Promise<Record<string, string>> {
  const names = (await readdir(join(root, directory, name))).sort();
  const files = await Promise.all(
    names.map(async (file) => {
      const text = await readFile(join(root, directory, name, file), "utf8");
      return [file, file === "package.json" ? await withVersions(text) : text] as const;
    }),
  );
  return Object.fromEntries(files);
}

/** The types of `browserctl/app` as a module that needs no package. */
async function ambientTypes(): Promise<string> {
  const text = (await appDeclarations()).replaceAll(/^export declare /gm, "export ").trimEnd();
  return `/** Types of what the service provides; \`browserctl apps init --force\` writes them again. */
declare module "browserctl/app" {
${text.replaceAll(/^(?=.)/gm, "\t").replaceAll("\t", "  ")}
}
`;
}

/** Dependencies of an app: the versions that this package has, and its own version. */
async function withVersions(text: string): Promise<string> {
  const own = JSON.parse(await readFile(join(root, "package.json"), "utf8")) as Manifest;
  const known: Record<string, string> = { ...own.devDependencies, ...own.dependencies };
  const manifest = JSON.parse(text) as Manifest;
  manifest.devDependencies = Object.fromEntries(
    Object.keys(manifest.devDependencies).map((name) => {
      const version = known[name];
      if (version === undefined) throw new Error(`package.json has no ${name}, which ${directory} needs`);
      return [name, version];
    }),
  );
  return `${JSON.stringify(manifest, null, 2)}\n`;
}
