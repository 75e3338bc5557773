import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { appDeclarations } from "./app-helper.ts";
import { root } from "./paths.ts";

const directory = "src/commands/apps/lib/example";
const typesFile = "browserctl.d.ts";

interface Manifest {
  readonly dependencies?: Readonly<Record<string, string>>;
  devDependencies: Readonly<Record<string, string>>;
}

/**
 * A module that holds the files of the example app, by their names, as `apps init` writes them: those of `directory`,
 * and the types of what the service provides, so that an editor needs no package of this program.
 */
export async function exampleAppModule(): Promise<string> {
  const names = (await readdir(join(root, directory))).sort();
  const files = await Promise.all(
    names.map(async (name) => {
      const text = await readFile(join(root, directory, name), "utf8");
      return [name, name === "package.json" ? await withVersions(text) : text] as const;
    }),
  );
  files.push([typesFile, await ambientTypes()]);
  files.sort(([a], [b]) => (a < b ? -1 : 1));
  return `/** The files of \`${directory}\`, with the versions of this package's dependencies. */
export const exampleAppFiles: Readonly<Record<string, string>> = ${JSON.stringify(Object.fromEntries(files), null, 2)};
`;
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

/** Dependencies of the example: the versions that this package has, and its own version. */
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
