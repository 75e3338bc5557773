import { join } from "node:path";
import { type Plugin, rolldown } from "rolldown";
import { eagerFunctions } from "./eager-functions.ts";
import { root } from "./paths.ts";

/** Minification of files that a start reads. Names are kept for the stacks of --debug. */
export const minify = { compress: true, mangle: false, codegen: { removeWhitespace: true } } as const;

interface Runner {
  readonly source: string;
  readonly file: string;
  readonly format: "esm" | "cjs";
  /** Minified, because its loading time matters and nobody reads it. */
  readonly small?: true;
}

/** Programs besides the main one; each is a single file with its imports. */
export const runners: readonly Runner[] = [
  // Apps and their bundler are ES modules.
  { source: "src/service/apps/runner/app-runner-main.ts", file: "app-runner.mjs", format: "esm" },
  // The code of a request gets a `require`.
  {
    source: "src/service/processes/playwright/playwright-runner-main.ts",
    file: "playwright-runner.cjs",
    format: "cjs",
  },
  // The code of a REPL gets a `require`.
  { source: "src/service/processes/repl/repl-runner-main.ts", file: "repl-runner.cjs", format: "cjs" },
  // Its native library may wait for a person.
  { source: "src/settings/tokens/keychain-runner-main.ts", file: "keychain-runner.cjs", format: "cjs" },
  // A person waits for it at each Tab, so it loads nothing of the main program.
  { source: "src/complete/complete.ts", file: "complete.cjs", format: "cjs", small: true },
  // The launcher loads it before everything else.
  { source: "src/launcher/compile-cache.ts", file: "compile-cache.cjs", format: "cjs", small: true },
];

/** Writes each runner as a file of its own. */
export async function buildRunners(out: string, plugins: Plugin[], define: Record<string, string>): Promise<void> {
  for (const { source, file, format, small } of runners) {
    const bundler = await rolldown({
      input: join(root, source),
      cwd: root,
      platform: "node",
      tsconfig: false,
      transform: { target: "node24", define },
      plugins: small ? [...plugins, eagerFunctions] : plugins,
    });
    try {
      await bundler.write({
        dir: out,
        format,
        entryFileNames: file,
        codeSplitting: false,
        comments: false,
        ...(small && { minify }),
      });
    } finally {
      await bundler.close();
    }
  }
}
