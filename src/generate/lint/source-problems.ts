import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { sourceFiles } from "../architecture.ts";
import { root } from "../paths.ts";

/** Problems in the sources of the project: those that `problemsOf` finds in each file whose path `isRead` accepts. */
export async function sourceProblems(
  isRead: (path: string) => boolean,
  problemsOf: (path: string, text: string) => readonly string[],
): Promise<string[]> {
  const paths = (await sourceFiles()).filter(isRead);
  const found = await Promise.all(
    paths.map(async (path) => problemsOf(path, await readFile(join(root, path), "utf8"))),
  );
  return found.flat();
}
