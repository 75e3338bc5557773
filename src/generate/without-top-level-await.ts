import { join } from "node:path";
import type { Plugin } from "rolldown";
import { root } from "./paths.ts";

const yoga = join(root, "node_modules/yoga-layout/dist");

/** Ink's layout engine, compiled while it is loaded instead of awaited: it is small, and only live views load it. */
const layout = `
import load from ${JSON.stringify(join(yoga, "binaries/yoga-wasm-base64-esm.js"))};
import wrapAssembly from ${JSON.stringify(join(yoga, "src/wrapAssembly.js"))};
const assembly = {
  instantiateWasm(imports, receive) {
    const binary = Buffer.from(assembly.source.split(",")[1], "base64");
    const instance = new WebAssembly.Instance(new WebAssembly.Module(binary), imports);
    receive(instance);
    return instance.exports;
  },
};
load(assembly);
export default wrapAssembly(assembly);
export * from ${JSON.stringify(join(yoga, "src/generated/YGEnums.js"))};
`;

/** Edits of single files: what is replaced must be there exactly once. */
const edits: Readonly<Record<string, readonly (readonly [from: string, to: string])[]>> = {
  "yoga-layout/dist/binaries/yoga-wasm-base64-esm.js": [["var H;H=", "var H;H=h.source="]],
  // Development code of Ink, which the production build leaves out anyway.
  "ink/build/reconciler.js": [
    ["import.meta.resolve('react-devtools-core');", ""],
    ["await import('./devtools.js')", ""],
    ["await loadPackageJson()", "{}"],
  ],
};

/**
 * Takes top-level await out of the packages that have it. CommonJS knows none, and Node starts CommonJS faster than ES
 * modules.
 */
export const withoutTopLevelAwait: Plugin = {
  name: "without-top-level-await",
  resolveId(id) {
    return id === "yoga-layout" ? "\0yoga-layout" : undefined;
  },
  load(id) {
    return id === "\0yoga-layout" ? layout : undefined;
  },
  transform(code, id) {
    const path = id.replaceAll("\\", "/");
    const own = Object.entries(edits).find(([name]) => path.endsWith(`/node_modules/${name}`));
    if (!own) return undefined;
    return own[1].reduce((text, [from, to]) => {
      if (text.split(from).length !== 2) throw new Error(`${own[0]} has changed: look for "${from}"`);
      return text.replace(from, () => to);
    }, code);
  },
};
