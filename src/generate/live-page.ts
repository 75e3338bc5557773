import { copyFile, mkdir } from "node:fs/promises";
import { join } from "node:path";
import { type Plugin, rolldown } from "rolldown";
import { root } from "./paths.ts";

const source = join(root, "src/live-view/page");

/** noVNC's keyboard is not among the exports of its package. */
const keyboard = "@novnc/novnc/core/input/keyboard.js";

/** Writes the script and the styles of live views, each as one file for browsers. */
export async function buildLivePage(out: string, plugins: Plugin[]): Promise<void> {
  const directory = join(out, "live-view");
  const bundler = await rolldown({
    input: join(source, "viewer.ts"),
    cwd: root,
    platform: "browser",
    tsconfig: false,
    resolve: { alias: { [keyboard]: join(root, "node_modules", keyboard) } },
    transform: { target: "es2022" },
    plugins,
  });
  try {
    await mkdir(directory, { recursive: true });
    await bundler.write({
      dir: directory,
      format: "es",
      entryFileNames: "viewer.js",
      codeSplitting: false,
      comments: false,
      minify: true,
    });
    await copyFile(join(source, "viewer.css"), join(directory, "viewer.css"));
  } finally {
    await bundler.close();
  }
}
