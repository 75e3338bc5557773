import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { sourceFiles } from "./architecture.ts";
import { root } from "./paths.ts";

/** Words that are the program's own: those of a command, a group, an alias or a topic, and its version. */
const own = /^(?:spec\.words|words|alias|topic|list|line|raise|version|group === .*|args\.map.*)$/;

/** Command lines to copy with a value in them that is not quoted for a shell by `commandLine`. */
export function rawCommandLines(text: string): string[] {
  return [...text.matchAll(/browserctl [^`\n]*?\$\{([^}`]*)/g)]
    .filter(
      ([match, value = ""]) => !own.test(value) && !match.endsWith("${commandLine") && !value.includes("commandLine"),
    )
    .map(([match]) => match);
}

/** Command lines in the sources with a value that is not quoted. Generators print no value of a user. */
export async function projectCommandLineProblems(): Promise<string[]> {
  const paths = (await sourceFiles()).filter((path) => /\.tsx?$/.test(path) && !path.startsWith("src/generate/"));
  const found = await Promise.all(
    paths.map(async (path) =>
      rawCommandLines(await readFile(join(root, path), "utf8")).map(
        (line) => `${path}: ${line}: write it with commandLine`,
      ),
    ),
  );
  return found.flat();
}
