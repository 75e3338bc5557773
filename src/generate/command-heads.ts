import { readdir, readFile } from "node:fs/promises";
import { join, sep } from "node:path";
import type { CommandSpec } from "../cli/spec.ts";
import { commands } from "../commands/index.ts";
import { operations } from "../contract/index.ts";
import { root } from "./paths.ts";

/** A command and the module that exports it. */
export interface CommandModule {
  readonly spec: CommandSpec;
  /** Path below the project's directory, with slashes. */
  readonly path: string;
  readonly exportName: string;
}

const directory = "src/commands";
/** Source of the app that `apps init` writes; it imports this package by its name. */
const exampleApp = `${directory}/apps/example/`;

/** The modules of all commands, in the order of `src/commands/index.ts`. */
export async function commandModules(): Promise<CommandModule[]> {
  const files = (await readdir(join(root, directory), { recursive: true }))
    .map((path) => `${directory}/${path.replaceAll(sep, "/")}`)
    .filter((path) => /^src\/commands\/([^/]+\/)+[^./]+\.ts$/.test(path) && !path.startsWith(exampleApp));
  const exported = await Promise.all(
    files.map(async (path) => {
      // The others may import what is generated, which does not exist yet in a fresh clone.
      if (!(await readFile(join(root, path), "utf8")).includes("command({")) return [];
      const module = (await import(join(root, path))) as Readonly<Record<string, unknown>>;
      return Object.entries(module).map(([exportName, value]) => ({ path, exportName, value }));
    }),
  );
  const bySpec = new Map(exported.flat().map(({ path, exportName, value }) => [value, { path, exportName }]));
  return commands.map((spec) => {
    const place = bySpec.get(spec);
    if (!place) throw new Error(`no module below ${directory} exports the command "${spec.words}"`);
    return { spec, ...place };
  });
}

/** Module with the words and the summary of each command; the rest of a declaration is loaded for its command alone. */
export async function commandHeadsModule(): Promise<string> {
  const summaries = new Map<string, string>(operations.map(({ id, summary }) => [id, summary]));
  const heads = (await commandModules()).map(({ spec, path, exportName }) => {
    const summary = spec.summary ?? summaries.get(spec.operation ?? "") ?? "";
    const aliases = spec.aliases ? `, aliases: ${JSON.stringify(spec.aliases)}` : "";
    const load = `load: async () => (await import(${JSON.stringify(path.replace("src", ".."))})).${exportName}`;
    return `  { words: ${JSON.stringify(spec.words)}${aliases}, summary: ${JSON.stringify(summary)}, ${load} },`;
  });
  return `import type { CommandHead } from "../cli/spec.ts";

export const commandHeads: readonly CommandHead[] = [
${heads.join("\n")}
];
`;
}
