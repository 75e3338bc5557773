import { readdir } from "node:fs/promises";
import { join, sep } from "node:path";
import type { CommandSpec } from "../cli/declare/spec.ts";
import { operations } from "../contract/index.ts";
import { commandOrder } from "./command-order.ts";
import { root } from "./paths.ts";

/** A command and the module that exports it. */
export interface CommandModule {
  readonly spec: CommandSpec;
  /** Path below the project's directory, with slashes. */
  readonly path: string;
  readonly exportName: string;
}

const directory = "src/commands";

/**
 * The modules of all commands, in the order of help. A command is declared in the file of its words: `browsers fs cp`
 * in `browsers/fs/cp.ts`. Other files beside commands are in directories named `lib`.
 */
export async function commandModules(): Promise<CommandModule[]> {
  const all = await Promise.all((await commandFiles()).map(commandModule));
  const places = new Map(wordsInOrder(all.map(({ spec }) => spec.words)).map((words, at) => [words, at]));
  return all.sort((one, other) => Number(places.get(one.spec.words)) - Number(places.get(other.spec.words)));
}

/** Files that declare commands. */
async function commandFiles(): Promise<string[]> {
  const paths = (await readdir(join(root, directory), { recursive: true })).map((path) => path.replaceAll(sep, "/"));
  return paths.filter((path) => path.endsWith(".ts") && !/(^|\/)lib\/|\.run\.ts$|^groups\.ts$/.test(path));
}

async function commandModule(file: string): Promise<CommandModule> {
  const path = `${directory}/${file}`;
  const words = file.replace(/\.ts$/, "").replaceAll("/", " ");
  const exported = Object.entries((await import(join(root, path))) as Readonly<Record<string, unknown>>);
  for (const [exportName, value] of exported) {
    if (isCommand(value) && value.words === words) return { spec: value, path, exportName };
  }
  throw new Error(
    `${path} does not declare the command "${words}"; what is beside a command belongs into a lib directory`,
  );
}

function isCommand(value: unknown): value is CommandSpec {
  return typeof value === "object" && value !== null && "words" in value && "examples" in value;
}

/** Words of commands in the order of help. */
function wordsInOrder(all: readonly string[]): string[] {
  const left = new Set([...all].sort());
  const listed = Object.entries(commandOrder).map(([group, names]) => {
    const own = names.split(" ").map((name) => `${group} ${name}`.trim());
    const unknown = own.filter((words) => !left.delete(words));
    if (unknown.length > 0) throw new Error(`command-order.ts lists "${unknown.join('", "')}", which no file declares`);
    return { group, own };
  });
  for (const words of left) {
    const inGroup = listed.findLast(({ group }) => words.startsWith(`${group} `));
    (inGroup ?? listed.find(({ group }) => group === ""))?.own.push(words);
  }
  return listed.flatMap(({ own }) => own);
}

/** Module with the words and the summary of each command; the rest of a declaration is loaded only for its command. */
export async function commandHeadsModule(): Promise<string> {
  const summaries = new Map<string, string>(operations.map(({ id, summary }) => [id, summary]));
  const heads = (await commandModules()).map(({ spec, path, exportName }) => {
    const summary = spec.summary ?? summaries.get(spec.operation ?? "") ?? "";
    const aliases = spec.aliases ? `, aliases: ${JSON.stringify(spec.aliases)}` : "";
    const load = `load: async () => checked((await import(${JSON.stringify(path.replace("src", ".."))})).${exportName})`;
    return `  { words: ${JSON.stringify(spec.words)}${aliases}, summary: ${JSON.stringify(summary)}, ${load} },`;
  });
  return `import { checked } from "../cli/declare/checked.ts";
import type { CommandHead } from "../cli/declare/spec.ts";

export const commandHeads: readonly CommandHead[] = [
${heads.join("\n")}
];
`;
}
