import { join } from "node:path";
import { type Plugin, rolldown } from "rolldown";
import { root } from "./paths.ts";

/** Programs that run as processes of their own: what they import is in their one file. */
const runners = [
  // Apps and their bundler are ES modules.
  { source: "src/service/apps/app-runner-main.ts", file: "app-runner.mjs", format: "esm" },
  // The code of a request gets a `require`.
  { source: "src/service/processes/playwright-runner-main.ts", file: "playwright-runner.cjs", format: "cjs" },
  // Its native library can wait for a person.
  { source: "src/settings/tokens/keychain-runner-main.ts", file: "keychain-runner.cjs", format: "cjs" },
] as const;

/** Writes each runner as a file of its own. */
export async function buildRunners(out: string, plugins: Plugin[]): Promise<void> {
  for (const { source, file, format } of runners) {
    const bundler = await rolldown({
      input: join(root, source),
      cwd: root,
      platform: "node",
      tsconfig: false,
      transform: { target: "node24" },
      plugins,
    });
    try {
      await bundler.write({ dir: out, format, entryFileNames: file, codeSplitting: false, comments: false });
    } finally {
      await bundler.close();
    }
  }
}
