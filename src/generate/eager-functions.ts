import type { Plugin } from "rolldown";
import { parseAst } from "rolldown/parseAst";

/**
 * Compiles the functions of a file while it is loaded. Node's compile cache has only what V8 compiles at load; every
 * other function is compiled again in each process that calls it. Worthwhile for a small program that calls most of its
 * functions.
 */
export const eagerFunctions: Plugin = {
  name: "eager-functions",
  generateBundle(_options, files) {
    for (const file of Object.values(files)) if (file.type === "chunk") file.code = withEagerFunctions(file.code);
  },
};

/**
 * Text of a CommonJS file with its top-level functions in parentheses, which V8 takes as a hint that they are called
 * soon. They are moved to the top, where function declarations are hoisted to.
 */
export function withEagerFunctions(text: string): string {
  let [directives, declarations, rest, at] = ["", "", "", 0];
  for (const node of parseAst(text, { lang: "js", sourceType: "commonjs" }).body) {
    const isDirective = "directive" in node && typeof node.directive === "string";
    if (isDirective) directives += `${text.slice(node.start, node.end)}\n`;
    else if (node.type !== "FunctionDeclaration" || node.id === null) continue;
    else declarations += `var ${node.id.name}=(${text.slice(node.start, node.end)});\n`;
    rest += text.slice(at, node.start);
    at = node.end;
  }
  return directives + declarations + rest + text.slice(at);
}
