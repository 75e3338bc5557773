import { existsSync } from "node:fs";
import { mkdir, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { until } from "./until.ts";

const root = join(import.meta.dirname, "../..");

/** Directory of a run's bundles: inside the package, where its files and its dependencies are found. */
export function bundleDirectory(run: string): string {
  return join(root, "node_modules/.cache", `browserctl-${run}`);
}

let bundled: Promise<string> | undefined;

/**
 * Path of a program that runs the service as a process of its own, bundled once in a run: loading the service from its
 * sources costs as much CPU time as all the rest of a start.
 */
export async function serviceProgram(name: "serve-process" | "held-save-process"): Promise<string> {
  bundled ??= bundle(bundleDirectory(process.env["BROWSERCTL_TEST_RUN"] ?? `${process.pid}`));
  return join(await bundled, `${name}.js`);
}

/** Bundles into a new directory, or waits for the worker that does. */
async function bundle(directory: string): Promise<string> {
  const done = join(directory, "done");
  await mkdir(dirname(directory), { recursive: true });
  if ((await mkdir(directory, { recursive: true })) === undefined) {
    await until(() => existsSync(done), { what: "the bundled service", boundMs: 60_000 });
    return directory;
  }
  const { rolldown } = await import("rolldown");
  const programs = ["serve-process", "held-save-process"];
  const bundler = await rolldown({
    input: Object.fromEntries(programs.map((name) => [name, join(import.meta.dirname, `${name}.ts`)])),
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
