import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { sourceFiles } from "./architecture.ts";
import { root } from "./paths.ts";

/** Maximum number of lines of a file. */
export const MAX_LINES = 400;

/** Generated data, which may be longer. */
const dataFiles = /^src\/generated\//;

export interface LongFile {
  readonly path: string;
  readonly lines: number;
}

/** The TypeScript files below src and test that are longer than `limit` lines. */
export async function longFiles(limit = MAX_LINES): Promise<LongFile[]> {
  const paths = [...(await sourceFiles("src")), ...(await sourceFiles("test"))];
  const files = await Promise.all(
    paths
      .filter((path) => /\.(tsx?|js)$/.test(path) && !dataFiles.test(path))
      .map(async (path) => ({ path, lines: (await readFile(join(root, path), "utf8")).split("\n").length - 1 })),
  );
  return files.filter(({ lines }) => lines > limit);
}
