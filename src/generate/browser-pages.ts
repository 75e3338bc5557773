import { mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { type Plugin, rolldown } from "rolldown";
import { root } from "./paths.ts";

/** Script for browsers: it has a directory of `src` and of the output. */
interface BrowserScript {
  readonly directory: string;
  readonly name: string;
  /** Form of the script: a module, or an expression without side effects other than its own assignments. */
  readonly format: "es" | "iife";
  /** Path of its source below the directory; `page/NAME.ts` by default, for a script of the page's own types. */
  readonly source?: string;
  /** Variable that gets the exports of an expression. */
  readonly variable?: string;
  /** True for the script of a page of the service, which has a style of the same name. */
  readonly isStyled: boolean;
}

export const browserScripts: readonly BrowserScript[] = [
  { directory: "live-view", name: "viewer", format: "es", isStyled: true },
  { directory: "hosted-login", name: "page", format: "es", isStyled: true },
  // Evaluated in pages of websites.
  { directory: "login-reader", name: "reader", format: "iife", isStyled: false },
  { directory: "page-agent", name: "element", format: "iife", isStyled: false },
  { directory: "page-agent", name: "reader", format: "iife", isStyled: false },
  { directory: "page-agent", name: "painter", format: "iife", isStyled: false },
  { directory: "page-agent", name: "rest", format: "iife", isStyled: false },
  // Sent to hosted services as code for Playwright.
  {
    directory: "page-agent",
    name: "program",
    format: "iife",
    isStyled: false,
    source: "program.ts",
    variable: "browserctlAgent",
  },
  { directory: "login-reader", name: "recorder", format: "iife", isStyled: false },
];

/** Styles that come before those of each page. */
const theme = join(root, "src/live-view/page/theme.css");

/** noVNC's keyboard is not among the exports of its package. */
const keyboard = "@novnc/novnc/core/input/keyboard.js";

/** Writes each script for browsers, and the styles of its page, each as one file. */
export async function buildBrowserPages(out: string, plugins: Plugin[]): Promise<void> {
  await Promise.all(browserScripts.map((script) => buildScript(out, script, plugins)));
}

async function buildScript(
  out: string,
  { directory, name, format, isStyled, source: entry = `page/${name}.ts`, variable }: BrowserScript,
  plugins: Plugin[],
): Promise<void> {
  const source = join(root, "src", directory, "page");
  const dir = join(out, directory);
  const bundler = await rolldown({
    input: join(root, "src", directory, entry),
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
      format,
      ...(variable !== undefined && { name: variable }),
      entryFileNames: `${name}.js`,
      codeSplitting: false,
      comments: false,
      minify: true,
    });
    if (!isStyled) return;
    const styles = await Promise.all([theme, join(source, `${name}.css`)].map((path) => readFile(path, "utf8")));
    await writeFile(join(dir, `${name}.css`), styles.join("\n"));
  } finally {
    await bundler.close();
  }
}
