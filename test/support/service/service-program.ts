import { existsSync } from "node:fs";
import { mkdir, writeFile } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { until } from "../until.ts";

const root = join(import.meta.dirname, "../../..");

/** Directory of a run's bundles: inside the package, where its files and its dependencies are found. */
export function bundleDirectory(run: string): string {
  return join(root, "node_modules/.cache", `browserctl-${run}`);
}

/** Sources of programs, by their bundle: programs of one bundle share modules. */
const bundles = {
  service: [
    "support/service/serve-process.ts",
    "support/service/held-save-process.ts",
    "support/service/stray-error-process.ts",
  ],
  settings: ["settings/support/writer.ts"],
};

const bundled = new Map<keyof typeof bundles, Promise<string>>();

/**
 * Path of a program that runs the service as a process of its own, bundled once in a run: loading the service from its
 * sources costs as much CPU time as all the rest of a start.
 */
export function serviceProgram(name: "serve-process" | "held-save-process" | "stray-error-process"): Promise<string> {
  return programOf("service", name);
}

/** Path of the program that writes settings as a process of its own, bundled once in a run. */
export function settingsWriter(): Promise<string> {
  return programOf("settings", "writer");
}

async function programOf(bundle: keyof typeof bundles, name: string): Promise<string> {
  const run = process.env["BROWSERCTL_TEST_RUN"] ?? `${process.pid}`;
  const directory = bundled.get(bundle) ?? write(bundles[bundle], join(bundleDirectory(run), bundle));
  bundled.set(bundle, directory);
  return join(await directory, `${name}.js`);
}

/** Bundles into a new directory, or waits for the worker that does. */
async function write(sources: readonly string[], directory: string): Promise<string> {
  const done = join(directory, "done");
  await mkdir(dirname(directory), { recursive: true });
  if ((await mkdir(directory, { recursive: true })) === undefined) {
    await until(() => existsSync(done), { what: `the bundle ${directory}`, boundMs: 60_000 });
    return directory;
  }
  const { rolldown } = await import("rolldown");
  const bundler = await rolldown({
    input: Object.fromEntries(sources.map((path) => [basename(path, ".ts"), join(root, "test", path)])),
    cwd: root,
    platform: "node",
    tsconfig: false,
    external: ["bufferutil", "utf-8-validate"],
    // The CommonJS form of jsonc-parser requires its parts through a parameter, which no bundler sees.
    resolve: { mainFields: ["module", "main"] },
    transform: { target: "node24" },
  });
  try {
    await bundler.write({ dir: directory, format: "esm", comments: false });
  } finally {
    await bundler.close();
  }
  await writeFile(done, "");
  return directory;
}
