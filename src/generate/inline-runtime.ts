import type { Plugin } from "rolldown";

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
