import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { parseSync } from "rolldown/utils";
import { sourceFiles } from "../architecture.ts";
import { root } from "../paths.ts";

/**
 * Directories in which a docstring that starts with a question word fails the check. In the other directories such
 * docstrings are only counted; a directory is added here when its last one is rewritten.
 */
export const strictDirectories: readonly string[] = [
  "src/app",
  "src/archive",
  "src/cli",
  "src/core",
  "src/extensions",
  "src/generate",
  "src/input-rules",
  "src/profiles",
  "src/quickstart",
  "src/render",
  "src/service",
  "src/settings",
  "src/tui",
  "test/archive",
  "test/core",
  "test/e2e",
  "test/generate",
  "test/perf",
  "test/profiles",
  "test/render",
  "test/service",
  "test/settings",
  "test/support",
  "test/tui",
];

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

export interface DocstringReport {
  /** Docstrings in strict directories: problems. */
  readonly problems: readonly VagueDocstring[];
  /** Number of vague docstrings in each other directory, in alphabetical order. */
  readonly counts: ReadonlyMap<string, number>;
}

/** Checks the docstrings of all source files and tests. */
export async function docstringReport(strict: readonly string[] = strictDirectories): Promise<DocstringReport> {
  const paths = [...(await sourceFiles("src")), ...(await sourceFiles("test"))].filter(
    (path) => /\.tsx?$/.test(path) && !generatedFiles.test(path),
  );
  const found = await Promise.all(
    paths.map(async (path) => vagueDocstrings(path, await readFile(join(root, path), "utf8"))),
  );
  return splitByDirectory(found.flat(), strict);
}

/** Separates problems in strict directories from docstrings that are only counted. */
export function splitByDirectory(found: readonly VagueDocstring[], strict: readonly string[]): DocstringReport {
  const isStrict = ({ path }: VagueDocstring): boolean => strict.some((directory) => path.startsWith(`${directory}/`));
  const counts = new Map<string, number>();
  for (const { path } of found.filter((each) => !isStrict(each))) {
    const directory = path.split("/").slice(0, -1).slice(0, 2).join("/");
    counts.set(directory, (counts.get(directory) ?? 0) + 1);
  }
  return {
    problems: found.filter(isStrict),
    counts: new Map([...counts].sort(([a], [b]) => (a < b ? -1 : 1))),
  };
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
