import { readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { build, type Metafile, type Plugin } from "esbuild";
import { generateContract } from "./contract.ts";
import { root } from "./paths.ts";

/** What stays outside the bundle: found at run time, or never used. */
const external = ["node:*", "bufferutil", "utf-8-validate"];

const replacements: Plugin = {
  name: "replacements",
  setup(builder) {
    builder.onResolve({ filter: /^ofetch$/ }, () => ({ path: join(root, "node_modules/ofetch/dist/index.mjs") }));
    builder.onResolve({ filter: /^react-devtools-core$/ }, ({ path }) => ({ path, namespace: "empty" }));
    // commander can run subcommands as programs; this one never does, and the module costs 2 ms of every start.
    builder.onResolve({ filter: /^node:child_process$/ }, ({ importer }) =>
      /node_modules.commander/.test(importer) ? { path: "child_process", namespace: "empty" } : undefined,
    );
    builder.onLoad({ filter: /.*/, namespace: "empty" }, () => ({ contents: "export default {};" }));
  },
};

/** Bundles `src/main.ts` into `dist/` as ES modules, one chunk for what is loaded together. */
export async function bundle(out = join(root, "dist")): Promise<Metafile> {
  await generateContract();
  const { version } = JSON.parse(await readFile(join(root, "package.json"), "utf8")) as { version: string };
  await rm(out, { recursive: true, force: true });
  const { metafile } = await build({
    entryPoints: { main: join(root, "src/main.ts") },
    outdir: out,
    absWorkingDir: root,
    bundle: true,
    splitting: true,
    format: "esm",
    platform: "node",
    target: "node24",
    minifySyntax: true,
    minifyWhitespace: true,
    legalComments: "linked",
    chunkNames: "chunks/[name]-[hash]",
    external,
    metafile: true,
    logLevel: "warning",
    plugins: [replacements],
    define: {
      "process.env.NODE_ENV": '"production"',
      "process.env.DEV": "undefined",
      'process.env["BROWSERCTL_BUILD_VERSION"]': JSON.stringify(version),
    },
    // CommonJS libraries in the bundle ask for Node's modules with require.
    banner: {
      js: 'import{createRequire as __createRequire}from"node:module";const require=__createRequire(import.meta.url);',
    },
  });
  await writeFile(join(out, "meta.json"), JSON.stringify(metafile));
  return metafile;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await bundle();
