import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { sourceFiles, type Violation } from "./architecture.ts";
import { browserScripts } from "./browser-pages.ts";
import type { SourceImport } from "./import-rules.ts";
import { root } from "./paths.ts";
import { runners } from "./runners.ts";

/** Entries besides the runners, the browser pages and the scripts of package.json. */
const entries = ["src/main.ts", "src/standalone/main.ts", "src/app/define-app.ts"];

/** Source files that are distributed as they are, or generated. */
const given = /^src\/(commands\/apps\/lib\/templates|generated)\//;

/** Source files that no entry reaches by imports. A file that only tests reach is dead. */
export async function unreachedFiles(imports: readonly SourceImport[]): Promise<Violation[]> {
  const paths = (await sourceFiles("src", root)).filter((path) => /(?<!\.d)\.tsx?$/.test(path) && !given.test(path));
  const next = Map.groupBy(imports, ({ from }) => from);
  const reached = new Set([
    ...entries,
    ...(await scripts()),
    ...runners.map(({ source }) => source),
    ...browserScripts.map(({ directory, name }) => `src/${directory}/page/${name}.ts`),
  ]);
  for (const path of reached) for (const { to } of next.get(path) ?? []) reached.add(to);
  return paths
    .filter((path) => !reached.has(path))
    .map((where) => ({ rule: "an entry of the program reaches every file", where }));
}

/** Source files that the scripts of package.json run. */
async function scripts(): Promise<string[]> {
  const { scripts: lines } = JSON.parse(await readFile(join(root, "package.json"), "utf8")) as {
    scripts: Record<string, string>;
  };
  return Object.values(lines).flatMap((line) => line.match(/src\/\S+\.ts/g) ?? []);
}
