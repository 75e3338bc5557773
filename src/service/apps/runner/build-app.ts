import { stripVTControlCharacters } from "node:util";
import { PlainError } from "./error-text.ts";
import { importFile, loadApp } from "./load-app.ts";
import type { AppFacts, BuildInput, RunnerAnswer } from "./protocol.ts";

/** Bundles an app beside its entry file, and describes it. Throws a {@link PlainError} when that is not possible. */
export async function buildApp(input: BuildInput, log: (line: string) => void): Promise<RunnerAnswer> {
  const file = await bundle(input, log);
  const app = await loadApp(file, input.word);
  const actions: AppFacts["actions"] = Object.entries(app.actions).map(([name, action]) => ({
    name,
    input_schema: (typeof action === "object" && action.input_schema) || null,
    output_schema: (typeof action === "object" && action.output_schema) || null,
  }));
  return { task: "build", file, app: { name: app.name, actions } };
}

/** Writes the bundle, and returns its file. */
async function bundle(
  { root, entry: entryFile, name, bundler, helper }: BuildInput,
  log: (line: string) => void,
): Promise<string> {
  const { rolldown } = (await importFile(bundler)) as { rolldown: typeof import("rolldown").rolldown };
  const slash = process.platform === "win32" ? "\\" : "/";
  const entry = `${root}${slash}${entryFile}`;
  const bundled = await rolldown({
    input: { [name]: entry },
    cwd: root,
    platform: "node",
    external: [/^playwright-core($|\/)/],
    resolve: { alias: { "browserctl/app": helper } },
    treeshake: false,
    onLog: (level, { code, message }) => {
      // An unresolved import would otherwise fail only when an action runs.
      if (code === "UNRESOLVED_IMPORT") throw new Error(message);
      if (level === "warn") log(`warning: ${plain(message)}`);
    },
  }).catch(cannotBundle);
  // Next to the entry file, so that paths relative to `import.meta.url` work.
  const dir = entry.slice(0, Math.max(entry.lastIndexOf("/"), entry.lastIndexOf(slash)));
  const { output } = await bundled
    .write({
      dir,
      format: "esm",
      sourcemap: true,
      entryFileNames: "[name].mjs",
      chunkFileNames: `${name}-[name]-[hash].mjs`,
    })
    .catch(cannotBundle);
  await bundled.close();
  return `${dir}${slash}${output[0].fileName}`;
}

function cannotBundle(error: unknown): never {
  const text = plain((error as Error).message).replace(/^Build failed with 1 error:\s*/, "");
  throw new PlainError(`it cannot be bundled: ${text}`);
}

function plain(text: string): string {
  return stripVTControlCharacters(text).trim();
}
