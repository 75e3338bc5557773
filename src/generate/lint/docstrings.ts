import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { parseSync } from "rolldown/utils";
import { sourceFiles } from "../architecture.ts";
import { root } from "../paths.ts";

/** Directories whose files are not written by hand. */
const generatedFiles = /^src\/generated\//;

/** First words that hide the subject of a docstring: it has to start with the thing or with a verb for what it does. */
const vagueStart = /^(?:What|Who|Whether|Says|Tells|One that)\b/;

/** A docstring that starts with a question word. */
export interface VagueDocstring {
  /** Path below the project's directory. */
  readonly path: string;
  readonly line: number;
  /** The words that it starts with. */
  readonly start: string;
}

/** Finds vague docstrings in all source files and tests. */
export async function projectDocstrings(): Promise<VagueDocstring[]> {
  const paths = [...(await sourceFiles("src")), ...(await sourceFiles("test"))].filter(
    (path) => /\.tsx?$/.test(path) && !generatedFiles.test(path),
  );
  const found = await Promise.all(
    paths.map(async (path) => vagueDocstrings(path, await readFile(join(root, path), "utf8"))),
  );
  return found.flat();
}

/** The docstrings of one file that start with a question word. Text that only looks like a comment is not one. */
export function vagueDocstrings(path: string, text: string): VagueDocstring[] {
  if (!text.includes("/**")) return [];
  const { comments } = parseSync(path, text);
  return comments.flatMap(({ type, value, start }) => {
    if (type !== "Block" || !value.startsWith("*")) return [];
    const [words] = vagueStart.exec(value.replace(/^[*\s]+/, "")) ?? [];
    return words === undefined ? [] : [{ path, line: text.slice(0, start).split("\n").length, start: words }];
  });
}
