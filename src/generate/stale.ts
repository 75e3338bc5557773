import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { completionScripts } from "./completions.ts";
import { loginWordsModule } from "./login-words.ts";
import { packageText } from "./man/man-pages.ts";
import { root } from "./paths.ts";
import { readmeText } from "./readme.ts";
import { referenceText } from "./reference/reference.ts";
import { usKeysModule } from "./us-keys.ts";

/** Current text of every checked-in generated file, by its path below the project's directory. */
export async function checkedInFiles(): Promise<ReadonlyMap<string, string>> {
  return new Map([
    ...completionScripts(),
    ["README.md", await readmeText()],
    ["docs/reference.md", await referenceText()],
    ["package.json", await packageText()],
    ["src/input-rules/us-keys.ts", await usKeysModule()],
    ["src/service/login/page/login-words.ts", await loginWordsModule()],
  ]);
}

/** Paths of the checked-in generated files that are out of date. Nothing is written. */
export async function staleFiles(directory = root): Promise<string[]> {
  return changedFiles(await checkedInFiles(), directory);
}

/** Paths of the files whose text in `directory` differs, or that are missing. */
export async function changedFiles(files: ReadonlyMap<string, string>, directory: string): Promise<string[]> {
  const changed = await Promise.all(
    [...files].map(async ([path, text]) => {
      const present = await readFile(join(directory, path), "utf8").catch(() => undefined);
      return present === text ? [] : [path];
    }),
  );
  return changed.flat();
}
