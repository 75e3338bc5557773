import { readFile, writeFile } from "node:fs/promises";
import { isBuiltin } from "node:module";
import { join, relative, sep } from "node:path";
import { fileURLToPath } from "node:url";
import { type ChunkingContext, type CodeSplittingGroup, type OutputChunk, type Plugin, rolldown } from "rolldown";
import { buildAppHelper } from "./app-helper.ts";
import { buildBrowserPages } from "./browser-pages.ts";
import { commandModules } from "./command-heads.ts";
import { generateContract } from "./contract.ts";
import { licences } from "./licences.ts";
import { writeManPages } from "./man/man-pages.ts";
import { root } from "./paths.ts";
import { replaceDirectory } from "./replace-directory.ts";
import { buildRunners, minify } from "./runners.ts";
import { withoutTopLevelAwait } from "./without-top-level-await.ts";

/**
 * Moves the bundler's own functions from a file of theirs into the main file, which every other file loads anyway: opening
 * a file costs a start more than the code in it. The bundler has no option for that.
 */
export const inlineRuntime: Plugin = {
  name: "inline-runtime",
  generateBundle(_options, bundle) {
    const chunks = Object.values(bundle).filter((file) => file.type === "chunk");
    const runtime = chunks.find(
      ({ moduleIds }) => moduleIds.length === 1 && moduleIds[0]?.endsWith("rolldown/runtime.js"),
    );
    if (!runtime) throw new Error("the bundle has no file of the bundler's functions: look at how it is split");
    const name = runtime.fileName.replace(/^chunks\//, "");
    for (const chunk of chunks) {
      const [path, replacement] = chunk.isEntry
        ? [`./chunks/${name}`, `exports.rolldownRuntime=(exports=>{${runtime.code}\nreturn exports})({})`]
        : [`./${name}`, 'require("../main.cjs").rolldownRuntime'];
      chunk.code = chunk.code.replace(`require("${path}")`, () => replacement);
    }
    delete bundle[runtime.fileName];
  },
};

/** Inputs and outputs of the bundle, in the format of the metafile of esbuild. */
export interface Metafile {
  inputs: Record<string, { bytes: number; imports: MetaImport[] }>;
  outputs: Record<
    string,
    { bytes: number; imports: MetaImport[]; inputs: Record<string, { bytesInOutput: number }>; entryPoint?: string }
  >;
}

export interface MetaImport {
  path: string;
  kind: "import-statement" | "dynamic-import";
  external?: true;
}

/** Optional packages of bundled ones, never installed; Node's own modules stay outside anyway. */
const external = ["bufferutil", "utf-8-validate"];

/** Modules of the main file. */
const main = [
  "src/main.ts",
  // Validators measure the length of texts, so help must get this function without the modules that run commands.
  "src/cli/help/help-command.ts",
  // Shared by help and every command, which do not need each other's remaining modules.
  "src/cli/declare/field-flags.ts",
  "src/cli/declare/global-flags.ts",
  "node_modules/ajv/dist/runtime/ucs2length.js",
];

/**
 * One file for what is always loaded together: opening a file costs more than the code in it. Each tier contains the
 * imports of its modules that no earlier tier has. The bundler splits modules that only some commands share.
 */
const tiers: readonly (readonly [name: string, ...modules: string[]])[] = [
  ["help", "src/cli/help/help.ts", "src/cli/help/help-related.ts"],
  ["command", "src/cli/run/run-command.ts"],
  [
    "client",
    "src/cli/run/call-and-render.ts",
    "src/cli/output/request-preview.ts",
    "src/client/trace.ts",
    "src/cli/run/run-declared.ts",
  ],
  ["render", "src/render/render.ts"],
  ["settings", "src/settings/write-settings.ts"],
];

/** The main file with what several declarations of commands share, the tiers, and a chunk for each command. */
async function chunkGroups(): Promise<CodeSplittingGroup[]> {
  const commands = await commandModules();
  const chunkOf = new Map(commands.map(({ path, spec }) => [path, spec.operation ?? spec.words.replaceAll(" ", ".")]));
  const isShared = (id: string, graph: ChunkingContext): boolean => {
    const importers = graph.getModuleInfo(id)?.importers ?? [];
    return !chunkOf.has(shown(id)) && importers.filter((each) => chunkOf.has(shown(each))).length > 1;
  };
  const groups: CodeSplittingGroup[] = [
    { name: (id, graph) => (main.includes(shown(id)) || isShared(id, graph) ? "main" : undefined), debugName: "main" },
    ...tiers.map(([name, ...paths]) => ({ name, test: (id: string) => paths.includes(shown(id)) })),
    {
      // A call also needs its operation and the operation's validators.
      name: (id) => chunkOf.get(shown(id)) ?? operationModule.exec(shown(id))?.[1],
      debugName: "commands",
    },
  ];
  return groups.map((group, at) => ({ ...group, priority: 100 - at }));
}

const operationModule = /^src\/generated\/(?:operations|validators)\/(.+)\.[jt]s$/;

/** Modules that stand in for others. */
const replaced: Record<string, string> = {
  "react-devtools-core": "export default {};",
  // Commander can run subcommands as programs; this program never does, and the module costs 2 ms of every start.
  "commander node:child_process": "export default {};",
};

const replacements: Plugin = {
  name: "replacements",
  resolveId(id, importer = "") {
    // Its plain entry without side effects at load: reading the web's `Headers` loads all of Node's `fetch`.
    if (id === "ofetch") return { id: join(root, "node_modules/ofetch/dist/index.mjs"), moduleSideEffects: false };
    // Its CommonJS form requires its parts through a parameter, which no bundler sees.
    if (id === "jsonc-parser") return { id: join(root, "node_modules/jsonc-parser/lib/esm/main.js") };
    const name = /node_modules[\\/]commander[\\/]/.test(importer) ? `commander ${id}` : id;
    return Object.hasOwn(replaced, name) ? `\0${name}` : undefined;
  },
  load(id) {
    return id.startsWith("\0") ? replaced[id.slice(1)] : undefined;
  },
};

/** Bundles `src/main.ts` into `dist/` as CommonJS, with the manual, the graph in `meta.json` and the licences of what is inside. */
export async function bundle(out = join(root, "dist")): Promise<Metafile> {
  await generateContract();
  return replaceDirectory(out, (staging) => bundleInto(staging, out));
}

/** @param out final name of `staging` */
async function bundleInto(staging: string, out: string): Promise<Metafile> {
  const { version } = JSON.parse(await readFile(join(root, "package.json"), "utf8")) as { version: string };
  const inputs: Metafile["inputs"] = {};
  const versionText = { "process.env.BROWSERCTL_BUILD_VERSION": JSON.stringify(version) };
  const bundler = await rolldown({
    input: { main: join(root, "src/main.ts") },
    cwd: root,
    platform: "node",
    external,
    tsconfig: false,
    preserveEntrySignatures: "allow-extension",
    transform: {
      target: "node24",
      jsx: { runtime: "automatic" },
      define: {
        "process.env.NODE_ENV": '"production"',
        "process.env.DEV": "undefined",
        ...versionText,
      },
    },
    plugins: [replacements, withoutTopLevelAwait, inlineRuntime, graph(inputs)],
    // Modules of the main file may also be loaded with import().
    checks: { ineffectiveDynamicImport: false },
  });
  try {
    const { output } = await bundler.write({
      dir: staging,
      // Node starts CommonJS faster than ES modules, and a call needs few of them. ES modules are loaded with require too.
      format: "cjs",
      entryFileNames: "main.cjs",
      chunkFileNames: "chunks/[name]-[hash].cjs",
      codeSplitting: { groups: await chunkGroups() },
      comments: false,
      minifyInternalExports: false,
      minify,
    });
    const chunks = output.filter((file) => file.type === "chunk");
    await buildAppHelper(staging, [graph(inputs)]);
    await buildRunners(staging, [graph(inputs)], versionText);
    await buildBrowserPages(staging, [graph(inputs)]);
    await writeManPages(join(staging, "man"), version);
    const metafile = { inputs, outputs: outputsOf(chunks, out) };
    await writeFile(join(staging, "meta.json"), JSON.stringify(metafile));
    await writeFile(join(staging, "LICENSES"), await licences(Object.keys(inputs)));
    return metafile;
  } finally {
    await bundler.close();
  }
}

/** Records each module with its imports. */
function graph(inputs: Metafile["inputs"]): Plugin {
  return {
    name: "graph",
    buildEnd(error) {
      if (error) return;
      for (const id of this.getModuleIds()) {
        const info = this.getModuleInfo(id);
        if (!info || isExternal(shown(id))) continue;
        inputs[shown(id)] = {
          bytes: Buffer.byteLength(info.code ?? ""),
          imports: [
            ...info.importedIds.map((path) => importOf(shown(path), "import-statement")),
            ...info.dynamicallyImportedIds.map((path) => importOf(shown(path), "dynamic-import")),
          ],
        };
      }
    },
  };
}

/** A module's path below the project's directory, with slashes; for a module that is not a file, its name. */
function shown(id: string): string {
  if (isExternal(id)) return id;
  return id.startsWith("\0") ? id.slice(1) : relative(root, id).replaceAll(sep, "/");
}

function importOf(path: string, kind: MetaImport["kind"]): MetaImport {
  return isExternal(path) ? { path, kind, external: true } : { path, kind };
}

/** True for a module that stays outside of the bundle. */
function isExternal(name: string): boolean {
  return isBuiltin(name) || external.includes(name);
}

function outputsOf(chunks: readonly OutputChunk[], out: string): Metafile["outputs"] {
  const path = (file: string): string => (isExternal(file) ? file : shown(join(out, file)));
  return Object.fromEntries(
    chunks.map((chunk) => [
      path(chunk.fileName),
      {
        bytes: Buffer.byteLength(chunk.code),
        imports: [
          ...chunk.imports.map((file) => importOf(path(file), "import-statement")),
          ...chunk.dynamicImports.map((file) => importOf(path(file), "dynamic-import")),
        ],
        inputs: Object.fromEntries(
          Object.entries(chunk.modules).map(([id, { renderedLength }]) => [
            shown(id),
            { bytesInOutput: renderedLength },
          ]),
        ),
        ...(chunk.isEntry && { entryPoint: "src/main.ts" }),
      },
    ]),
  );
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await bundle();
