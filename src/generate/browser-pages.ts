import { mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { type Plugin, rolldown } from "rolldown";
import { root } from "./paths.ts";

/** Pages of the service for browsers: each has a directory of `src` and of the output, with one script and one style. */
export const browserPages = [
  { directory: "live-view", name: "viewer" },
  { directory: "hosted-login", name: "page" },
] as const;

/** Styles that come before those of each page. */
const theme = join(root, "src/live-view/page/theme.css");

/** noVNC's keyboard is not among the exports of its package. */
const keyboard = "@novnc/novnc/core/input/keyboard.js";

/** Writes the script and the styles of each page, each as one file for browsers. */
export async function buildBrowserPages(out: string, plugins: Plugin[]): Promise<void> {
  await Promise.all(browserPages.map((page) => buildPage(out, page, plugins)));
}

async function buildPage(
  out: string,
  { directory, name }: (typeof browserPages)[number],
  plugins: Plugin[],
): Promise<void> {
  const source = join(root, "src", directory, "page");
  const dir = join(out, directory);
  const bundler = await rolldown({
    input: join(source, `${name}.ts`),
    cwd: root,
    platform: "browser",
    tsconfig: false,
    resolve: { alias: { [keyboard]: join(root, "node_modules", keyboard) } },
    transform: { target: "es2022" },
    plugins,
  });
  try {
    await mkdir(dir, { recursive: true });
    await bundler.write({
      dir,
      format: "es",
      entryFileNames: `${name}.js`,
      codeSplitting: false,
      comments: false,
      minify: true,
    });
    const styles = await Promise.all([theme, join(source, `${name}.css`)].map((path) => readFile(path, "utf8")));
    await writeFile(join(dir, `${name}.css`), styles.join("\n"));
  } finally {
    await bundler.close();
  }
}
